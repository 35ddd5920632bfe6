import { fault } from './fault.ts';
import type { RefusalCode, RefusalFields } from './server-types.ts';
import { retryAfter } from './verdict.ts';

export interface FieldFault {
  /** Where the fault is, as a JSON Pointer, such as `/user_id`. */
  pointer: string;
  /** The kind of fault, as a code to branch on. */
  code: string;
  detail: string;
}

/** The daemon refused the request. See `isRefusal`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The HTTP status. */
  readonly status: number;
  /** The reason, as a code to branch on. */
  readonly code: RefusalCode;
  /** The ID of the request in the daemon's log. */
  readonly request_id: string;
  /** The faults in the request, if its form is wrong. */
  readonly errors: readonly FieldFault[];
  /** How long to wait before another attempt, in milliseconds; 0 if the daemon did not specify it. */
  readonly retryAfterMs: number;

  /** @internal */
  constructor(status: number, problem: Problem, retryAfterMs: number) {
    const { type: _, title: _title, detail, code, request_id, errors = [], ...fields } = problem;
    super(`${code}: ${detail}`);
    this.status = status;
    this.code = code;
    this.request_id = request_id;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs;
    Object.assign(this, fields);
  }
}

/**
 * No response came in time, so it is unknown whether the daemon carried out the request. Repeat the request with the
 * same key or ID.
 */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/**
 * Returns whether an error is a refusal or, if a code is given, a refusal with this code.
 *
 * ```ts
 * if (isRefusal(error, 'already_redeemed')) show(error.redemption_id);
 * ```
 */
export function isRefusal<C extends RefusalCode = RefusalCode>(
  error: unknown,
  code?: C,
): error is Refusal & { code: C } & (C extends keyof RefusalFields ? RefusalFields[C] : unknown) {
  return error instanceof Refusal && (code === undefined || error.code === code);
}

export interface CallOptions {
  /** Your own ID for the request, which the daemon's log also contains. */
  requestId?: string;
  /** The trace of the request (W3C Trace Context), for the daemon's log and webhooks. */
  traceparent?: string;
  /** Aborts the call. It is then unknown whether the daemon carried out the request. */
  signal?: AbortSignal;
}

export interface RetryOptions {
  /** How long one attempt may take, in milliseconds. The default is 10,000. */
  timeoutMs?: number;
  /** For how long the SDK starts new attempts, in milliseconds. The default is 30,000. */
  patienceMs?: number;
}

interface Problem {
  type?: string;
  title?: string;
  detail: string;
  code: RefusalCode;
  request_id: string;
  errors?: FieldFault[];
}

interface Wanted {
  method: 'GET' | 'POST';
  path: string;
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Outcome<T> {
  value?: T;
  refusal?: Refusal;
  /** Why there was no response from the daemon. */
  cause?: unknown;
  /** How long to wait before the next attempt; not set if another attempt would not help. */
  retryMs?: number;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/** Sends requests with an API key, and repeats each until the daemon has handled it. */
export function createRequests(url: string, apiKey: string, { timeoutMs = 10_000, patienceMs = 30_000 }: RetryOptions) {
  if (!(timeoutMs > 0) || !(patienceMs >= 0)) throw fault('timeoutMs must be positive and patienceMs not negative');
  /**
   * @param recover called if a refusal follows an attempt with an unknown outcome: returns the result if that attempt
   *   succeeded, otherwise null
   */
  return async <T>(
    wanted: Wanted,
    { requestId, traceparent, signal }: CallOptions = {},
    recover?: (refusal: Refusal) => Promise<T | null>,
  ): Promise<T> => {
    const until = Date.now() + patienceMs;
    const headers = {
      'X-API-Key': apiKey,
      ...(requestId === undefined ? {} : { 'X-Request-Id': requestId }),
      ...(traceparent === undefined ? {} : { traceparent }),
      ...wanted.headers,
    };
    let isUncertain = false;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await once<T>(url, { ...wanted, headers }, timeoutMs, signal);
      if ('value' in outcome) return outcome.value as T;
      const { refusal, cause, retryMs } = outcome;
      if (retryMs === undefined) {
        const found = refusal && isUncertain ? await recover?.(refusal) : null;
        if (found) return found;
        throw refusal ?? cause;
      }
      isUncertain ||= !refusal || refusal.status >= 500;
      const wait = Math.max(retryMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random()));
      if (Date.now() + wait > until) throw refusal ?? new NoResponse('The daemon did not respond', { cause });
      await pause(wait, signal);
    }
  };
}

/** Makes one attempt. It rejects only if the caller's signal ends it. */
async function once<T>(
  url: string,
  { method, path, query = {}, body, headers = {} }: Wanted,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome<T>> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}${path}${search && `?${search}`}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const answer = (await response.json()) as T & Problem;
    if (response.ok) return { value: answer };
    const retryMs = retryAfter(response.headers.get('Retry-After'), Date.now());
    // A problem document is the daemon's own. Any other refusal comes from a proxy on the way, and may be temporary.
    if (typeof answer.code !== 'string') return { cause: new Error(`HTTP status ${response.status}`), retryMs };
    const refusal = new Refusal(response.status, answer, retryMs);
    const canRetry = response.status >= 500 || answer.code === 'too_many_requests';
    return canRetry ? { refusal, retryMs } : { refusal };
  } catch (cause) {
    signal?.throwIfAborted();
    return { cause, retryMs: 0 };
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
