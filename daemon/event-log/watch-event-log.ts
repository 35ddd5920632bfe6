import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseError } from '@clickhouse/client';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { Unavailable } from '../lib/unavailable.ts';
import type { ClickHouseEventLog } from './clickhouse/clickhouse-event-log.ts';
import type { EventLog } from './event-log.ts';

const LOOK_EVERY_MS = 1000;
/** The longest time that the daemon waits for the log at startup. */
const START_MS = 5000;
/** The time limit of a check that creates tables. The next check continues the work. */
const LOOK_MS = 30_000;
/** A ping can be late while a large figure is counted, so one failed ping does not end the calls in progress. */
const FAILED_LOOKS = 2;
/** If no insert has failed for this long, a log that answers counts as up again. */
const QUIET_MS = 10_000;

export interface WatchedEventLog extends EventLog {
  /** Returns whether the log answered the last check and stored the last events. */
  isUp(): boolean;
}

interface WatchParts {
  clock: Clock;
  log: Log;
  lookEveryMs?: number;
}

/**
 * Watches an event log and creates its tables as soon as it responds, so that the daemon can start without it. While the
 * log is not responding, calls are refused at once, because waiting for each time-out would hold up requests.
 */
export async function watchEventLog(events: ClickHouseEventLog, parts: WatchParts): Promise<WatchedEventLog> {
  const { lookEveryMs = LOOK_EVERY_MS } = parts;
  const state = createState(parts.log);
  const look = createLook(events, parts, state);
  const insert = createInsert(state);
  const first = new AbortController();
  await Promise.race([look(), sleep(START_MS, undefined, { signal: first.signal }).catch(() => {})]);
  first.abort();
  if (!state.isUp()) state.warn('The event log cannot be reached: SDK events get 503 until it answers');
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    ...guarded(events, state),
    append: (items, now) => insert(() => events.append(items, now)),
    isUp: state.isUp,
    async close() {
      clearInterval(timer);
      events.abandon();
      await look.idle();
      await events.close();
    },
  };
}

type State = ReturnType<typeof createState>;

/** Tracks whether the event log responds and stores events, and reports each change. */
function createState(log: Log) {
  let isReachable = false;
  let isKnown = false;
  let fault: unknown = new Error('The event log has not answered yet');
  /** When an insert last failed; null if the log has recovered since then. A log with a full disk still answers. */
  let failedAt: number | null = null;
  const isUp = () => isReachable && failedAt === null;
  const warn = (text: string) => {
    isKnown = true;
    // Logs the cause, because the log combines errors of the class `Unavailable` into lines about the database.
    log.warn(text, { error: fault instanceof Unavailable ? fault.cause : fault });
  };
  const change = (set: () => void) => {
    const before = isUp();
    set();
    if (before && !isUp()) warn('The event log is not storing events: SDK events get 503 until it does');
    if (!before && isUp() && isKnown) log.info('The event log recovered');
  };
  return {
    ...{ isUp, warn },
    fault: () => fault,
    isReachable: () => isReachable,
    hasRefused: () => failedAt !== null,
    answered: () =>
      change(() => {
        isReachable = true;
        if (failedAt !== null && performance.now() - failedAt > QUIET_MS) failedAt = null;
      }),
    failed: (error: unknown) =>
      change(() => {
        isReachable = false;
        fault = error;
      }),
    stored: () =>
      change(() => {
        failedAt = null;
      }),
    refused: (error: Unavailable) =>
      change(() => {
        failedAt = performance.now();
        // A server that answers with an error can still be read, for example while its disk is full.
        isReachable &&= error.cause instanceof ClickHouseError;
        fault = error;
      }),
  };
}

/** Creates the function that runs inserts. After a failed insert, it runs one insert at a time until one succeeds. */
function createInsert(state: State) {
  let isTrying = false;
  return async <T>(run: () => Promise<T>): Promise<T> => {
    const isTrial = state.hasRefused();
    if (!state.isReachable() || (isTrial && isTrying)) throw new Unavailable(state.fault());
    isTrying ||= isTrial;
    try {
      const result = await run();
      state.stored();
      return result;
    } catch (error) {
      if (error instanceof Unavailable) state.refused(error);
      throw error;
    } finally {
      if (isTrial) isTrying = false;
    }
  };
}

/** Creates the function that checks whether the log answers, one check at a time. */
function createLook(events: ClickHouseEventLog, { clock }: WatchParts, state: State) {
  let looking: Promise<void> | undefined;
  let failures = 0;
  let isMigrated = false;
  const lookOnce = async () => {
    const late = setTimeout(events.abandon, LOOK_MS).unref();
    try {
      await events.ping();
      // After a failure, the server might have come back without its tables.
      if (!isMigrated || !state.isUp()) await events.migrate(clock());
      isMigrated = true;
      failures = 0;
      state.answered();
    } catch (error) {
      failures += 1;
      if (failures >= FAILED_LOOKS) events.abandon();
      state.failed(error);
    } finally {
      clearTimeout(late);
    }
  };
  const look = () => {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return Object.assign(look, { idle: async () => looking });
}

/** Refuses calls while the log is not responding. */
function guarded(events: EventLog, state: State): Omit<EventLog, 'append' | 'close'> {
  const expect = () => {
    if (!state.isReachable()) throw new Unavailable(state.fault());
  };
  const when =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      expect();
      return await call(...args);
    };
  return {
    copy: when(events.copy),
    copyIdentities: when(events.copyIdentities),
    copyRemoved: when(events.copyRemoved),
    list: when(events.list),
    totals: when(events.totals),
    activity: when(events.activity),
    sources: when(events.sources),
    countByLink: when(events.countByLink),
    async *peopleOfSources(...given) {
      expect();
      yield* events.peopleOfSources(...given);
    },
    steps: when(events.steps),
    weeksOfPeople: when(events.weeksOfPeople),
    days: when(events.days),
    countDay: when(events.countDay),
    markOfDay: when(events.markOfDay),
    pageOfDay: when(events.pageOfDay),
    eraseUser: when(events.eraseUser),
    dropBefore: when(events.dropBefore),
    ping: events.ping,
  };
}
