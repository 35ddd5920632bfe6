import { durationInWords } from './amounts-in-words.ts';
import { errorCode } from './error-code.ts';
import { hasParameters, type Log, type LogFields } from './log.ts';
import { plural } from './plural.ts';
import { Unavailable } from './unavailable.ts';

const TICK_MS = 1000;
/** An outage ends after this time without a refusal. Code that waits for the database retries more often than this. */
const QUIET_MS = 2000;

interface Outage {
  since: number;
  last: number;
  /** Refused requests in total; `refusedNow` counts those since the last line. */
  refused: number;
  refusedNow: number;
  cause: string;
  /** A cause that differs from the last line's. */
  newCause?: unknown;
}

export interface FoldedLog {
  log: Log;
  stop(): void;
}

/**
 * Combines the warnings about `Unavailable` that every request and worker would log while the database is unavailable.
 * It logs one line with the cause at the start, one a second with the number of refused requests, and one at the end.
 * @param isLasting returns whether the outage continues although no request is being refused
 */
export function foldOutages(log: Log, isLasting: () => boolean): FoldedLog {
  let outage: Outage | null = null;
  let ticks: NodeJS.Timeout | undefined;

  const begin = (fields: LogFields, now: number) => {
    log.warn(`An outage began: requests are refused${becauseOf(fields.error)}`, fields);
    ticks = setInterval(tick, TICK_MS).unref();
    return { since: now, last: now, refused: 0, refusedNow: 0, cause: causeOf(fields.error) };
  };
  const fold = (fields: LogFields) => {
    const now = performance.now();
    outage ??= begin(fields, now);
    outage.last = now;
    const requests = fields.requestId === undefined ? 0 : 1;
    outage.refused += requests;
    outage.refusedNow += requests;
    const cause = causeOf(fields.error);
    if (cause !== outage.cause) Object.assign(outage, { cause, newCause: fields.error });
  };
  const tick = () => {
    if (!outage) return;
    const { since, last, refused, refusedNow, newCause } = outage;
    const now = performance.now();
    if (now - last > QUIET_MS && !isLasting()) {
      stop();
      const ms = Math.round(last - since);
      log.warn(`The outage ended after ${durationInWords(ms)}, ${plural(refused, 'request')} refused`, {
        ms,
        count: refused,
      });
      return;
    }
    if (refusedNow === 0 && newCause === undefined) return;
    const fields = { ms: Math.round(now - since), count: refusedNow };
    const says = `The outage continues after ${durationInWords(fields.ms)}, ${plural(refusedNow, 'request')} refused since the last line`;
    if (newCause === undefined) log.warn(says, fields);
    else log.warn(`${says}${becauseOf(newCause)}`, { ...fields, error: newCause });
    outage.refusedNow = 0;
    delete outage.newCause;
  };
  const stop = () => {
    clearInterval(ticks);
    outage = null;
  };
  return {
    log: {
      ...log,
      warn(message, fields = {}) {
        if (fields.error instanceof Unavailable) fold(fields);
        else log.warn(message, fields);
      },
    },
    stop,
  };
}

/** Returns the innermost error's code or text, which rarely changes during an outage. */
function causeOf(error: unknown): string {
  const root = rootOf(error);
  return errorCode(root) ?? (root instanceof Error ? root.message : String(root));
}

/** Returns the innermost error in brackets, as people read it. */
function becauseOf(error: unknown): string {
  const root = rootOf(error);
  if (!(root instanceof Error) || hasParameters(root)) return '';
  return ` (${[errorCode(root), root.message].filter(Boolean).join(': ')})`;
}

function rootOf(error: unknown): unknown {
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  return root;
}
