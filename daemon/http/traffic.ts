import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { type BodyRoom, LIGHT_BYTES, takeRoomFor } from './body-room.ts';
import { createHeldConnections, type HeldConnections } from './held-connections.ts';
import { type HttpAnswer, type HttpRequest, headerList, problemAnswer } from './messages.ts';
import { type RateLimitHeaders, roomLimit, roomPolicy } from './rate-limit-headers.ts';
import { NoRoom, readBody } from './read-body.ts';
import { newRequestId, requestIdOf } from './request-id.ts';

/** The state of the requests in progress, which both adapters share. */
export interface Traffic {
  inProgress: number;
  /** Files and pages in progress, which have their own limit. */
  files: number;
  /** The number of requests that were rejected because no slot was free, or no memory for the body. */
  refused: number;
  draining: boolean;
  /** The maximum number of requests at a time. Further ones get 503 before their bodies are read. */
  readonly maxInProgress: number;
  readonly roomPolicy: string;
  readonly bodies: BodyRoom;
  /** The maximum number of files at a time. Each uses about 100 KB of memory while it is being sent. */
  readonly maxFiles: number;
  /** The last instant at which at least `CROWD` requests were in progress. */
  crowdedAt: number;
  readonly trustedHops: number;
  /**
   * If no byte of a response leaves within this time (0: no limit), the daemon treats the client as stalled. A slow
   * reader is not stalled, because some bytes leave. Node emits its timeout event after one to two times this period.
   */
  readonly stallMs: number;
  /** The connections whose request was rejected. */
  readonly held: HeldConnections;
  readonly connections: {
    open: number;
    /** The number of connections that exceeded the limit for their address. */
    refused: number;
    /** The number of connections that were closed because the client did not read its response. */
    stalled: number;
  };
}

export const createTraffic = (
  limits: Pick<Traffic, 'maxInProgress' | 'maxFiles' | 'trustedHops' | 'stallMs' | 'bodies'>,
): Traffic => ({
  ...limits,
  roomPolicy: roomPolicy(limits.maxInProgress),
  inProgress: 0,
  files: 0,
  refused: 0,
  draining: false,
  crowdedAt: Number.NEGATIVE_INFINITY,
  held: createHeldConnections(),
  connections: { open: 0, refused: 0, stalled: 0 },
});

/** Adds `Connection: close` to further responses. Resolves when the held connections are being read again. */
export async function startDraining(traffic: Traffic): Promise<void> {
  traffic.draining = true;
  traffic.held.releaseAll();
  // Node reads its connections between two turns of the event loop. If a connection is closed unread, it is reset and
  // its request is lost.
  for (let turn = 0; turn < 2; turn += 1) await setImmediate();
}

/** This many requests are in progress at the same time only if requests queue up. */
const CROWD = 16;
/** A batch completes many requests at once, so the number drops briefly. A crowd ends only after a longer drop. */
const CROWDED_MS = 50;

export const isCrowded = ({ crowdedAt }: Traffic): boolean => performance.now() - crowdedAt < CROWDED_MS;

/** Reads a request and sends the response of `answer`. With `lateBytes`, `answer` reads a body of up to that size. */
export async function serve(
  traffic: Traffic,
  incoming: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string>,
  answer: (request: HttpRequest) => Promise<HttpAnswer>,
  lateBytes?: number,
): Promise<void> {
  const requestId = requestIdOf(incoming.headers);
  const [path = '/', query = ''] = splitUrl(incoming.url ?? '/');
  let body: Buffer | null;
  try {
    const takeRoom = takeRoomFor(response, traffic.bodies);
    body = lateBytes === undefined ? await readBody(incoming, { takeRoom }) : Buffer.alloc(0);
  } catch (error) {
    if (error instanceof NoRoom) refuse(traffic, response, {});
    // The connection was lost before the body ended, so there is no client to answer.
    else response.destroy();
    return;
  }
  const { method = 'GET', headers } = incoming;
  const ip = clientIp(incoming, traffic);
  const readLate = lateBytes === undefined ? undefined : () => readBody(incoming, { most: lateBytes });
  const request = { method, path, params, query, headers, body, readLate, ip, requestId };
  const reply = await answer(request);
  reply.limit ??= roomLimit(traffic);
  send(traffic, response, reply);
}

export function splitUrl(url: string): [string, string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

export function send(traffic: Traffic, response: ServerResponse, answer: HttpAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const { status, body } = answer;
  const headers = headerList(answer);
  if (closesAfter(traffic, response.req)) response.setHeader('Connection', 'close');
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
    response.writeHead(status, headers);
    void sendStream(response, body);
    return;
  }
  const bodiless = status === 204 || status === 304;
  if (!bodiless) headers.push('Content-Length', String(Buffer.byteLength(body)));
  response.writeHead(status, headers);
  // Node sends a string together with the response head, but a Buffer separately.
  response.end(bodiless || response.req.method === 'HEAD' ? undefined : body);
}

/** Sends a stream as fast as the client reads it. If the stream fails, the connection is cut to signal the failure. */
async function sendStream(response: ServerResponse, body: AsyncIterable<string | Uint8Array>): Promise<void> {
  await pipeline(Readable.from(body), response).catch(() => response.destroy());
}

const closesAfter = ({ draining }: Traffic, request: IncomingMessage): boolean => draining || isHeavyRest(request);

/** Returns whether the rest of the request's body is too large to be read just to keep the connection. */
const isHeavyRest = ({ complete, headers }: IncomingMessage) =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LIGHT_BYTES);

/**
 * Admits a request and counts it, or answers 503 if too many are already in progress.
 * @param room the request is admitted if fewer than this are in progress
 * @param refusalHeaders additional headers of the 503
 * @returns whether the request was admitted
 */
export function admit(
  traffic: Traffic,
  response: ServerResponse,
  room = traffic.maxInProgress,
  refusalHeaders: Record<string, string> = {},
): boolean {
  if (traffic.inProgress >= room) {
    if (!traffic.draining) traffic.held.holdAfter(response);
    return refuse(traffic, response, refusalHeaders, roomLimit(traffic));
  }
  enter(traffic, response, 'inProgress');
  noteCrowd(traffic, traffic.inProgress);
  return true;
}

function noteCrowd(traffic: Traffic, inProgress: number): void {
  if (inProgress >= CROWD) traffic.crowdedAt = performance.now();
}

/** Admits a file. It occupies a file slot until its client has read it, so files do not use up request slots. */
export function admitFile(
  traffic: Traffic,
  response: ServerResponse,
  refusalHeaders: Record<string, string> = {},
): boolean {
  if (traffic.files >= traffic.maxFiles) {
    // A client that does not read the response would occupy the connection until the idle timeout.
    response.setHeader('Connection', 'close');
    return refuse(traffic, response, refusalHeaders);
  }
  enter(traffic, response, 'files');
  return true;
}

type Places = Pick<Traffic, 'inProgress' | 'files'>;

/** The slots that the requests of each connection occupy. */
const placesOf = new WeakMap<Socket, Places>();

function enter(traffic: Traffic, response: ServerResponse, kind: keyof Places) {
  const { socket } = response.req;
  const places = placesOf.get(socket) ?? { inProgress: 0, files: 0 };
  placesOf.set(socket, places);
  traffic[kind] += 1;
  places[kind] += 1;
  response.once('close', () => {
    if (places[kind] === 0) return;
    traffic[kind] -= 1;
    places[kind] -= 1;
    if (kind === 'inProgress') releaseNext(traffic, response);
  });
}

/** Resumes the next waiting connection. The connection whose request has ended goes to the end of the queue. */
function releaseNext({ held, inProgress, maxInProgress }: Traffic, { req }: ServerResponse) {
  if (held.size === 0) return;
  if (inProgress < maxInProgress / 2) return held.releaseAll();
  if (req.complete) held.hold(req.socket);
  held.releaseOne();
}

/**
 * Frees the slots of a closed connection. If several requests were pipelined, Node emits `close` only for the response
 * to the first of them.
 */
export function leaveAll(traffic: Traffic, socket: Socket): void {
  const places = placesOf.get(socket);
  if (!places) return;
  traffic.inProgress -= places.inProgress;
  traffic.files -= places.files;
  Object.assign(places, { inProgress: 0, files: 0 });
  traffic.held.releaseOne();
}

/** The refusal is created once, because under overload, refusing requests is most of the work. */
const REFUSAL_ID = newRequestId();
const REFUSAL = problemAnswer({ code: 'unavailable' }, REFUSAL_ID);
const [BEFORE_ID = '', AFTER_ID = ''] = String(REFUSAL.body).split(REFUSAL_ID);

function refuse(
  traffic: Traffic,
  response: ServerResponse,
  headers: Record<string, string>,
  limit?: RateLimitHeaders,
): false {
  traffic.refused += 1;
  const id = requestIdOf(response.req.headers);
  const body = BEFORE_ID + id + AFTER_ID;
  const all = { ...REFUSAL.headers, 'X-Request-Id': id, ...headers };
  send(traffic, response, { status: REFUSAL.status, headers: all, limit, body });
  return false;
}

/** Returns the client's address. Only entries of trusted hops in X-Forwarded-For count; clients can forge the rest. */
export function clientIp(request: IncomingMessage, traffic: Pick<Traffic, 'trustedHops'>): string {
  const own = request.socket.remoteAddress ?? '';
  const { trustedHops } = traffic;
  if (trustedHops === 0) return own;
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const chain = [...forwarded, own];
  return chain[Math.max(0, chain.length - 1 - trustedHops)] ?? own;
}
