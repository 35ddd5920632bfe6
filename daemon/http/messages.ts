import type { IncomingHttpHeaders } from 'node:http';
import { PROBLEM_TYPE, type Problem, problemBody, statusOf } from '../contract/refusals.ts';
import type { RateLimitHeaders } from './rate-limit-headers.ts';

export const MAX_BODY_BYTES = 1_048_576;

/** A request in the form that both adapters (hot routes and Express) forward. */
export interface HttpRequest {
  method: string;
  path: string;
  /** The decoded parameters of the path, not yet checked. */
  params: Record<string, string>;
  /** The undecoded text after the question mark. */
  query: string;
  headers: IncomingHttpHeaders;
  /** Null if the body was too large. */
  body: Buffer | null;
  /** Reads the body if the endpoint accepts large bodies; `body` is then empty. */
  readLate?: (() => Promise<Buffer | null>) | undefined;
  ip: string;
  requestId: string;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  /** The state of the limit that applies to the caller. */
  limit?: RateLimitHeaders | undefined;
  /** A stream is sent in chunks while it is being created. */
  body: string | Buffer | AsyncIterable<string | Uint8Array>;
}

// The object is written out, because V8 creates a new hidden class for each `{ ...base, name }`. A new class costs a
// microsecond, and the object outlives its request.
export const jsonAnswer = (requestId: string, status: number, body: HttpAnswer['body']): HttpAnswer => ({
  status,
  headers: {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': status < 400 ? 'application/json; charset=utf-8' : PROBLEM_TYPE,
  },
  body,
});

export function problemAnswer(problem: Problem, requestId: string): HttpAnswer {
  const answer = jsonAnswer(requestId, statusOf(problem.code), problemBody(problem, requestId));
  const retryAfter = problem.retryAfterSeconds ?? (problem.code === 'unavailable' ? 1 : undefined);
  if (retryAfter !== undefined) answer.headers['Retry-After'] = String(retryAfter);
  return answer;
}

/** Returns the headers as a list in which names and values alternate: Node writes it faster than an object. */
export function headerList({ headers, limit }: HttpAnswer): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] as string);
  if (limit) list.push('RateLimit', limit.RateLimit, 'RateLimit-Policy', limit['RateLimit-Policy']);
  return list;
}
