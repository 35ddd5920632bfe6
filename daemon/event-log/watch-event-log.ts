import type { IngestOutcome, SdkEventItem } from '../domain/events/sdk-event.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { Unavailable } from '../lib/unavailable.ts';
import type { ClickHouseEventLog } from './clickhouse/clickhouse-event-log.ts';
import type { EventLog } from './event-log.ts';

const LOOK_EVERY_MS = 1000;

export interface WatchedEventLog extends EventLog {
  /** Whether the log answered the last look. */
  isUp(): boolean;
}

interface WatchParts {
  clock: Clock;
  log: Log;
  lookEveryMs?: number;
}

/**
 * Watches an event log and creates its tables as soon as it answers, so that the daemon starts without it. After a
 * failure `append` refuses at once until the log answers again: waiting for each time-out would hold up requests.
 */
export async function watchEventLog(
  events: ClickHouseEventLog,
  { clock, log, lookEveryMs = LOOK_EVERY_MS }: WatchParts,
): Promise<WatchedEventLog> {
  let isUp = false;
  let isMigrated = false;
  let fault: unknown = new Error('The event log has not answered yet');
  const note = (error: unknown) => {
    if (isUp !== (error === null)) {
      if (error === null) log.info('The event log answers');
      else log.warn('The event log does not answer: SDK events get 503 until it does', { error });
    }
    isUp = error === null;
    fault = error;
  };
  const look = async () => {
    try {
      if (!isMigrated) await events.migrate(clock());
      else await events.ping();
      isMigrated = true;
      note(null);
    } catch (error) {
      note(error);
    }
  };
  await look();
  if (!isUp) log.warn('The event log cannot be reached: SDK events get 503 until it answers', { error: fault });
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, lookEveryMs);
  timer.unref();
  return {
    ...events,
    isUp: () => isUp,
    async append(items: readonly SdkEventItem[], now: number): Promise<IngestOutcome[]> {
      if (!isUp) throw new Unavailable(fault);
      try {
        return await events.append(items, now);
      } catch (error) {
        if (error instanceof Unavailable) note(error);
        throw error;
      }
    },
    async close() {
      clearInterval(timer);
      await looking;
      await events.close();
    },
  };
}
