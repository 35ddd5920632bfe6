import type { Clock } from './clock.ts';
import { uuidV4 } from './ids.ts';
import type { Waiting } from './store.ts';
import { retryAfter } from './verdict.ts';

const TIMEOUT_MS = 30_000;

export interface Destination {
  url: string;
  apiKey: string;
  gameId: string;
}

/** The response to a request; status 0 if there was none. */
export interface Answer {
  status: number;
  /** The value of `Retry-After` in milliseconds; 0 if there is no header. */
  after: number;
  /** True if the daemon wrote the response: either the result of accepting events, or a problem document. */
  isFromDaemon?: boolean;
  /** True if the response revealed a new offset of this machine's clock. */
  isClockNew?: boolean;
  rejected?: { index: number; code: string }[];
  /** The code of the problem document. */
  code?: string;
  detail?: string;
}

async function ask(url: string, clock: Clock, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout?.(TIMEOUT_MS) });
    const { status, headers } = response;
    const isClockNew = clock.learn(headers.get('Date'));
    const after = retryAfter(headers.get('Retry-After'), clock.now());
    const body = await response.json().catch(() => 0);
    const isProblem = headers.get('Content-Type')?.startsWith('application/problem+json');
    const isFromDaemon = status === 200 ? Array.isArray(body.rejected) : isProblem && body.code;
    return { ...body, status, after, isFromDaemon, isClockNew };
  } catch {
    return { status: 0, after: 0 };
  }
}

/** Sends events. With `keepalive`, the browser finishes the request after the page has closed. */
export function postEvents({ url, apiKey }: Destination, clock: Clock, batch: Waiting[], keepalive: boolean) {
  const sentAt = new Date(clock.now()).toISOString();
  return ask(`${url}/v1/game/game-event`, clock, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
    body: `{"id":"${uuidV4()}","sent_at":"${sentAt}","events":[${batch.map(({ text }) => text)}]}`,
    keepalive,
  });
}

/** Requests only the server's date. The request has none of the SDK's headers, so the browser sends no preflight. */
export const askDate = ({ url }: Destination, clock: Clock) =>
  ask(`${url}/sdk.js`, clock, { method: 'HEAD', cache: 'no-store' });
