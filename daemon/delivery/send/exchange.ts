import type { Dispatcher } from 'undici';
import type { Attempt } from '../../features/webhooks/attempt-rules.ts';
import { requestFault } from '../../lib/guarded-agent.ts';

export interface Posted {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The time limit until the end of the response. */
  timeoutMs: number;
  /** Aborts the request. Its outcome is then unknown. */
  signal: AbortSignal | undefined;
}

const MAX_ANSWER_BYTES = 65_536;
const KEPT_CHARACTERS = 2000;

const unknown = (status: number | null, error: string): Attempt => ({ status, text: null, error });

/**
 * Sends one request and reads its response with undici's handlers. A stream and an abort signal for each request would
 * cost as much as the rest of a delivery.
 */
export function exchange(
  dispatcher: Dispatcher,
  { url, headers, body, timeoutMs, signal }: Posted,
): Promise<Attempt | null> {
  return new Promise((resolve) => {
    const answer: Collected = { status: null, retryAfter: null, chunks: [], bytes: 0 };
    let controller: Dispatcher.DispatchController | null = null;
    let over = false;
    const end = (attempt: Attempt | null) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(attempt);
    };
    /** Ends the exchange. If undici has not started the request yet, `onRequestStart` aborts it later. */
    const cut = (attempt: Attempt | null) => {
      end(attempt);
      controller?.abort(CUT);
    };
    const stop = () => cut(null);
    const timer = setTimeout(
      () => cut(unknown(answer.status, `no complete response within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) return stop();
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (over) started.abort(CUT);
      },
      onResponseStart(_, status, answered) {
        // Informational responses (1xx) are ignored.
        if (status < 200) return;
        const header = answered['retry-after'];
        answer.status = status;
        answer.retryAfter = typeof header === 'string' ? header : null;
      },
      onResponseData(_, chunk) {
        answer.chunks.push(chunk);
        answer.bytes += chunk.length;
        // A response that is too long is cut off and counts as complete.
        if (answer.bytes >= MAX_ANSWER_BYTES) cut(wholeOf(answer));
      },
      onResponseEnd: () => end(wholeOf(answer)),
      onResponseError: (_, error) => end(unknown(answer.status, requestFault(error))),
    };
    try {
      const { origin, pathname, search } = new URL(url);
      dispatcher.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler);
    } catch (error) {
      end(unknown(null, requestFault(error)));
    }
  });
}

/** The part of a response that has arrived. */
interface Collected {
  status: number | null;
  retryAfter: string | null;
  chunks: Buffer[];
  bytes: number;
}

const wholeOf = ({ status, retryAfter, chunks }: Collected): Attempt => ({
  status,
  text: textOf(chunks),
  error: null,
  ...(retryAfter === null ? {} : { retryAfter }),
});

const CUT = new Error('cut off');

/** Returns the part of the response that is stored. Postgres refuses NUL characters in a text. */
const textOf = (chunks: readonly Buffer[]) =>
  Buffer.concat(chunks).toString('utf8').slice(0, KEPT_CHARACTERS).replaceAll('\0', '');
