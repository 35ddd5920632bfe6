import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createHeldConnections, type HeldConnections } from './held-connections.ts';
import { type HttpAnswer, type HttpRequest, problemAnswer } from './messages.ts';
import { readBody } from './read-body.ts';
import { newRequestId } from './request-id.ts';

/** The state of the requests under way, which both adapters share. */
export interface Traffic {
  underWay: number;
  /** Files and pages under way, which have places of their own. */
  files: number;
  /** Requests that found no place. */
  refused: number;
  draining: boolean;
  /** The most requests at once; the daemon answers further ones 503 before it reads their bodies. */
  readonly maxUnderWay: number;
  /** The most files at once. Each holds some 100 KB while it is sent. */
  readonly maxFiles: number;
  /** When at least `CROWD` requests were last under way. */
  crowdedAt: number;
  readonly trustedHops: number;
  /**
   * An answer of which no byte left for so long has a client that does not read; one that reads slowly lets some leave.
   * Node looks twice before it tells, so the daemon closes the connection after up to twice this time. 0: for ever.
   */
  readonly stallMs: number;
  /** Those whose request found no place. */
  readonly held: HeldConnections;
  readonly connections: {
    open: number;
    /** Beyond the most of their address. */
    refused: number;
    /** Cut, as the client did not read its answer. */
    stalled: number;
  };
}

export const createTraffic = (
  limits: Pick<Traffic, 'maxUnderWay' | 'maxFiles' | 'trustedHops' | 'stallMs'>,
): Traffic => ({
  ...limits,
  underWay: 0,
  files: 0,
  refused: 0,
  draining: false,
  crowdedAt: Number.NEGATIVE_INFINITY,
  held: createHeldConnections(),
  connections: { open: 0, refused: 0, stalled: 0 },
});

/** From now on answers carry `Connection: close`. Resolves once the connections that were held are read again. */
export async function startDraining(traffic: Traffic): Promise<void> {
  traffic.draining = true;
  traffic.held.releaseAll();
  // Node looks at its connections between two of these. One that it closes unread is reset, and its request is lost.
  for (let turn = 0; turn < 2; turn += 1) await setImmediate();
}

/** So many requests are under way at once only when they queue up. */
const CROWD = 16;
/** A batch answers many requests at once, so the number drops for moments; a crowd ends only after this time. */
const CROWDED_MS = 50;

export const isCrowded = ({ crowdedAt }: Traffic): boolean => performance.now() - crowdedAt < CROWDED_MS;

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
  const ip = clientIp(incoming, traffic);
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
  if (closesAfter(traffic, response.req)) response.setHeader('Connection', 'close');
  const bodiless = status === 204 || status === 304;
  response.writeHead(status, bodiless ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) });
  // Node sends a text together with its head, a Buffer in a second piece.
  response.end(bodiless || response.req.method === 'HEAD' ? undefined : body);
}

/** Makes the stream as fast as the client reads it. When it fails the daemon cuts the connection, as a sign of that. */
async function sendStream(
  traffic: Traffic,
  response: ServerResponse,
  { status, headers, body }: HttpAnswer & { body: AsyncIterable<string | Uint8Array> },
): Promise<void> {
  if (closesAfter(traffic, response.req)) response.setHeader('Connection', 'close');
  response.writeHead(status, headers);
  await pipeline(Readable.from(body), response).catch(() => response.destroy());
}

const LIGHT_BYTES = 65_536;

const closesAfter = ({ draining }: Traffic, request: IncomingMessage): boolean => draining || isHeavyRest(request);

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
    if (!traffic.draining) traffic.held.holdAfter(response);
    return refuse(traffic, response, refusalHeaders);
  }
  enter(traffic, response, 'underWay');
  noteCrowd(traffic, traffic.underWay);
  return true;
}

function noteCrowd(traffic: Traffic, underWay: number): void {
  if (underWay >= CROWD) traffic.crowdedAt = performance.now();
}

/** A file holds its place for as long as its client takes to read it, so files take no places of requests. */
export function admitFile(
  traffic: Traffic,
  response: ServerResponse,
  refusalHeaders: Record<string, string> = {},
): boolean {
  if (traffic.files >= traffic.maxFiles) {
    // A client that does not read would hold the connection until it counts as idle for too long.
    response.setHeader('Connection', 'close');
    return refuse(traffic, response, refusalHeaders);
  }
  enter(traffic, response, 'files');
  return true;
}

type Places = Pick<Traffic, 'underWay' | 'files'>;

/** The places that the requests of each connection hold. */
const placesOf = new WeakMap<Socket, Places>();

function enter(traffic: Traffic, response: ServerResponse, kind: keyof Places) {
  const { socket } = response.req;
  const places = placesOf.get(socket) ?? { underWay: 0, files: 0 };
  placesOf.set(socket, places);
  traffic[kind] += 1;
  places[kind] += 1;
  response.once('close', () => {
    if (places[kind] === 0) return;
    traffic[kind] -= 1;
    places[kind] -= 1;
    if (kind === 'underWay') releaseNext(traffic, response);
  });
}

/** While connections wait for a place, the one that had this place is read again after them. */
function releaseNext({ held, underWay, maxUnderWay }: Traffic, { req }: ServerResponse) {
  if (held.size === 0) return;
  if (underWay < maxUnderWay / 2) return held.releaseAll();
  if (req.complete) held.hold(req.socket);
  held.releaseOne();
}

/**
 * Gives back the places of a connection that was closed. Of several requests that came one behind the other, Node tells
 * only the first that its answer will not be sent.
 */
export function leaveAll(traffic: Traffic, socket: Socket): void {
  const places = placesOf.get(socket);
  if (!places) return;
  traffic.underWay -= places.underWay;
  traffic.files -= places.files;
  Object.assign(places, { underWay: 0, files: 0 });
  traffic.held.releaseOne();
}

/** Made once: under overload most of the work is to refuse. */
const REFUSAL_ID = newRequestId();
const REFUSAL = problemAnswer({ code: 'unavailable' }, REFUSAL_ID);
const [BEFORE_ID = '', AFTER_ID = ''] = String(REFUSAL.body).split(REFUSAL_ID);

function refuse(traffic: Traffic, response: ServerResponse, headers: Record<string, string>): false {
  traffic.refused += 1;
  const id = newRequestId();
  const body = BEFORE_ID + id + AFTER_ID;
  send(traffic, response, { ...REFUSAL, headers: { ...REFUSAL.headers, 'X-Request-Id': id, ...headers }, body });
  return false;
}

/** The client's address. Only the trusted hops' entries of X-Forwarded-For count; a client can forge the others. */
function clientIp(request: IncomingMessage, traffic: Traffic): string {
  const own = request.socket.remoteAddress ?? '';
  const { trustedHops } = traffic;
  if (trustedHops === 0) return own;
  const header = request.headers['x-forwarded-for'];
  const told = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const chain = [...told, own];
  return chain[Math.max(0, chain.length - 1 - trustedHops)] ?? own;
}
