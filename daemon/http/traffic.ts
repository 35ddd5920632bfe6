import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type HttpAnswer, type HttpRequest, problemAnswer } from './messages.ts';
import { readBody } from './read-body.ts';

/** The state of the requests under way, which both adapters share. */
export interface Traffic {
  underWay: number;
  draining: boolean;
  /** The most requests at once; the daemon answers further ones 503 before it reads their bodies. */
  readonly maxUnderWay: number;
  /** When at least `CROWD` requests were last under way. */
  crowdedAt: number;
  readonly trustedHops: number;
}

/** So many requests are under way at once only when they queue up. */
const CROWD = 16;
/** A batch answers many requests at once, so the number drops for moments; a crowd ends only after this time. */
const CROWDED_MS = 50;

export const isCrowded = ({ crowdedAt }: Traffic): boolean => performance.now() - crowdedAt < CROWDED_MS;

export const newRequestId = () => randomBytes(12).toString('base64url');

/** Reads a whole request and sends the answer of `answer`. With `lateBytes`, `answer` reads a body of up to so many bytes. */
export async function serve(
  traffic: Traffic,
  incoming: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string>,
  answer: (request: HttpRequest) => Promise<HttpAnswer>,
  lateBytes?: number,
): Promise<void> {
  const requestId = newRequestId();
  const [path = '/', query = ''] = splitUrl(incoming.url ?? '/');
  let body: Buffer | null;
  try {
    body = lateBytes === undefined ? await readBody(incoming) : Buffer.alloc(0);
  } catch {
    // The connection was lost before the body ended, so there is no client to answer.
    response.destroy();
    return;
  }
  const { method = 'GET', headers } = incoming;
  const ip = clientIp(incoming, traffic.trustedHops);
  const readLate = lateBytes === undefined ? undefined : () => readBody(incoming, lateBytes);
  const request = { method, path, params, query, headers, body, readLate, ip, requestId };
  send(traffic, response, await answer(request));
}

export function splitUrl(url: string): [string, string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

export function send(traffic: Traffic, response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  if (response.headersSent || response.destroyed) return;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
    void sendStream(traffic, response, { status, headers, body });
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (traffic.draining || isHeavyRest(response.req)) response.setHeader('Connection', 'close');
  const bodiless = status === 204 || status === 304;
  response.writeHead(status, bodiless ? headers : { ...headers, 'Content-Length': bytes.length });
  response.end(bodiless || response.req.method === 'HEAD' ? undefined : bytes);
}

/** Makes the stream as fast as the client reads it. When it fails the daemon cuts the connection, as a sign of that. */
async function sendStream(
  { draining }: Traffic,
  response: ServerResponse,
  { status, headers, body }: HttpAnswer & { body: AsyncIterable<string | Uint8Array> },
): Promise<void> {
  if (draining || isHeavyRest(response.req)) response.setHeader('Connection', 'close');
  response.writeHead(status, headers);
  await pipeline(Readable.from(body), response).catch(() => response.destroy());
}

const LIGHT_BYTES = 65_536;

/** True where the rest of the request's body is too large to read it only to keep the connection. */
const isHeavyRest = ({ complete, headers }: IncomingMessage) =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LIGHT_BYTES);

/**
 * Admits a request and counts it, or answers 503 where too many are under way already.
 * @param room the request is admitted while fewer than this are under way
 * @param refusalHeaders further headers of the 503
 * @returns whether the request was admitted
 */
export function admit(
  traffic: Traffic,
  response: ServerResponse,
  room = traffic.maxUnderWay,
  refusalHeaders: Record<string, string> = {},
): boolean {
  if (traffic.underWay >= room) {
    const answer = problemAnswer({ code: 'unavailable' }, newRequestId());
    Object.assign(answer.headers, refusalHeaders);
    send(traffic, response, answer);
    return false;
  }
  traffic.underWay += 1;
  if (traffic.underWay >= CROWD) traffic.crowdedAt = performance.now();
  response.once('close', () => {
    traffic.underWay -= 1;
  });
  return true;
}

/** The client's address. Only the trusted hops' entries of X-Forwarded-For count; a client can forge the others. */
export function clientIp(request: IncomingMessage, trustedHops: number): string {
  const own = request.socket.remoteAddress ?? '';
  if (trustedHops === 0) return own;
  const header = request.headers['x-forwarded-for'];
  const told = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const chain = [...told, own];
  return chain[Math.max(0, chain.length - 1 - trustedHops)] ?? own;
}
