import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { ItemFault } from './db/item-fault.ts';
import { countViolations } from './domain/events/plan-violation.ts';
import { openClickHouseEventLog } from './event-log/clickhouse/clickhouse-event-log.ts';
import type { EventLog } from './event-log/event-log.ts';
import { type WatchedEventLog, watchEventLog } from './event-log/watch-event-log.ts';
import { addViolations } from './features/tracking-plan/tracking-plan-store.ts';
import { createHotStore } from './hot/create-hot-store.ts';
import type { HotStore } from './hot/hot-store.ts';
import type { Clock } from './lib/clock.ts';
import type { CloseStack } from './lib/close-stack.ts';
import type { Log } from './lib/log.ts';
import { Unavailable } from './lib/unavailable.ts';

interface EventLogParts {
  config: Config;
  clock: Clock;
  log: Log;
  opened: CloseStack;
}

/** Opens the log in which SDK events are stored; null if the daemon's own database stores them. */
export async function openEventLog({ config, clock, log, opened }: EventLogParts): Promise<WatchedEventLog | null> {
  if (!config.eventsUrl) return null;
  const events = await watchEventLog(openClickHouseEventLog(config.eventsUrl), { clock, log });
  opened.add(events.close);
  return events;
}

/** Creates the functions that run hot statements. They store SDK events in the event log if there is one. */
export function createStore({ db, log }: { db: Database; log: Log }, eventLog: EventLog | null): HotStore {
  const store = createHotStore(db);
  if (!eventLog) return store;
  return {
    ...store,
    async ingest(items, now) {
      const outcomes = await eventLog.append(items, now).catch((error) => {
        throw error instanceof Unavailable ? error : new ItemFault(error);
      });
      const counts = countViolations(items.filter((_, at) => !outcomes[at]));
      if (counts.length === 0) return outcomes;
      // The events are already stored, so a failure to count their violations must not make the client send them again.
      await db
        .write((handle) => addViolations(handle, counts))
        .catch((error) => log.warn('Violations of a tracking plan were not counted', { error }));
      return outcomes;
    },
  };
}
