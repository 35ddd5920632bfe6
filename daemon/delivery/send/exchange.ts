import type { Dispatcher } from 'undici';
import type { Attempt } from '../../features/webhooks/attempt-rules.ts';

export interface Posted {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** To the end of the answer. */
  timeoutMs: number;
  /** Ends it, so that nothing is known. */
  signal: AbortSignal | undefined;
  /** What is said of a fault. */
  sentenceOf: (error: unknown) => string;
}

const MAX_ANSWER_BYTES = 65_536;
const KEPT_CHARACTERS = 2000;

const unknown = (status: number | null, error: string): Attempt => ({ status, text: null, error });

/**
 * One request and its answer, on undici's handlers: streams and abort signals of its own for each would cost as much again
 * as all the rest of a delivery.
 */
export function exchange(dispatcher: Dispatcher, { url, headers, body, ...terms }: Posted): Promise<Attempt | null> {
  const { timeoutMs, signal, sentenceOf } = terms;
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
    /** Before the connection is there, there is nothing to cut: it is, as soon as it comes. */
    const cut = (attempt: Attempt | null) => {
      end(attempt);
      controller?.abort(CUT);
    };
    const stop = () => cut(null);
    const timer = setTimeout(
      () => cut(unknown(answer.status, `no whole answer within ${timeoutMs / 1000} s`)),
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
        // Of what is only said on the way nothing is kept.
        if (status < 200) return;
        const wish = answered['retry-after'];
        answer.status = status;
        answer.retryAfter = typeof wish === 'string' ? wish : null;
      },
      onResponseData(_, chunk) {
        answer.chunks.push(chunk);
        answer.bytes += chunk.length;
        // An endless one is cut off.
        if (answer.bytes >= MAX_ANSWER_BYTES) cut(wholeOf(answer));
      },
      onResponseEnd: () => end(wholeOf(answer)),
      onResponseError: (_, error) => end(unknown(answer.status, sentenceOf(error))),
    };
    try {
      const { origin, pathname, search } = new URL(url);
      dispatcher.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler);
    } catch (error) {
      end(unknown(null, sentenceOf(error)));
    }
  });
}

/** What came of an answer so far. */
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

/** What is kept of the answer. Postgres keeps no NUL in a text. */
const textOf = (chunks: readonly Buffer[]) =>
  Buffer.concat(chunks).toString('utf8').slice(0, KEPT_CHARACTERS).replaceAll('\0', '');
