import type { Config } from '../config.ts';
import { openClickHouseEventLog } from '../event-log/clickhouse/clickhouse-event-log.ts';
import type { EventLog } from '../event-log/event-log.ts';

/** Opens the event log at this URL, with its tables, and closes it afterwards. */
export async function withEventLogAt<T>(url: string, work: (eventLog: EventLog) => Promise<T>): Promise<T> {
  const eventLog = openClickHouseEventLog(url);
  try {
    await eventLog.migrate(Date.now());
    return await work(eventLog);
  } finally {
    await eventLog.close();
  }
}

/** Opens the event log that the settings name. `work` receives null if the database stores the events. */
export const withEventLog = <T>({ eventsUrl }: Config, work: (eventLog: EventLog | null) => Promise<T>): Promise<T> =>
  eventsUrl ? withEventLogAt(eventsUrl, work) : work(null);
