import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type HttpAnswer, type HttpRequest, problemAnswer } from './messages.ts';
import { readBody } from './read-body.ts';

/** What both adapters know of the requests under way. */
export interface Traffic {
  underWay: number;
  draining: boolean;
  /** More than this many requests at once are answered 503 before their bodies are read. */
  readonly maxUnderWay: number;
  /** When requests last queued up. */
  crowdedAt: number;
  readonly trustedHops: number;
}

/** So many at once do not come from a game whose requests are answered as they come. */
const CROWD = 16;
/** Batches answer many requests at once: only when none have queued up for so long they are fewer. */
const CROWDED_MS = 50;

export const isCrowded = ({ crowdedAt }: Traffic): boolean => performance.now() - crowdedAt < CROWDED_MS;

export const newRequestId = () => randomBytes(12).toString('base64url');

/** Takes a request in, whole, and sends what `answer` makes of it. */
export async function serve(
  traffic: Traffic,
  incoming: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string>,
  answer: (request: HttpRequest) => Promise<HttpAnswer>,
): Promise<void> {
  const requestId = newRequestId();
  const [path = '/', query = ''] = splitUrl(incoming.url ?? '/');
  let body: Buffer | null;
  try {
    body = await readBody(incoming);
  } catch {
    // Whoever sent half a body is gone; there is nobody to answer.
    response.destroy();
    return;
  }
  const { method = 'GET', headers } = incoming;
  const ip = clientIp(incoming, traffic.trustedHops);
  const request = { method, path, params, query, headers, body, ip, requestId };
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

/** Whoever reads slowly holds up the making of the rest. A stream that fails is cut off, so that none takes it for whole. */
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

/** True where more is still to come than is worth reading only to keep the connection. */
const isHeavyRest = ({ complete, headers }: IncomingMessage) =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LIGHT_BYTES);

/**
 * Counts a request in, or answers 503 where too many are under way already.
 * @param room how many may be under way for this one to come in
 * @param refusalHeaders what the 503 carries beside its own
 * @returns whether it came in.
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

/** Only as many hops as are trusted may say whom they speak for; the rest of the header is anybody's word. */
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
