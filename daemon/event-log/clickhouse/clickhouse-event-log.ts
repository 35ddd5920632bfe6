import { parseClickHouseUrl } from '../../lib/clickhouse-url.ts';
import type { EventLog } from '../event-log.ts';
import { copyEvents, createAppend } from './append-events.ts';
import { openClickHouse } from './clickhouse-client.ts';
import { copyIdentities, copyRemoved } from './copy-state.ts';
import { countSteps } from './count-steps.ts';
import { dropBefore } from './drop-before.ts';
import { eraseUser } from './erase-user.ts';
import { listEvents } from './list-events.ts';
import { countDay, markOfDay, readDays, readPageOfDay } from './read-days.ts';
import {
  countByLink,
  readActivity,
  readPeopleOfSources,
  readSources,
  readTotals,
  readWeeksOfPeople,
} from './read-figures.ts';
import { migrateClickHouse } from './schema.ts';

export interface ClickHouseEventLog extends EventLog {
  /** Creates the tables, or brings them up to date. Nothing can be stored before that. */
  migrate(now: number): Promise<void>;
  /** Makes all calls in progress except `append` and `ping` reject with `Unavailable`. They can then be repeated. */
  abandon(): void;
}

/** Opens an event log on ClickHouse by its URL. The first call connects to it. */
export function openClickHouseEventLog(url: string): ClickHouseEventLog {
  const clickhouse = openClickHouse(parseClickHouseUrl(url));
  return {
    migrate: (now) => migrateClickHouse(clickhouse, now),
    append: createAppend(clickhouse),
    copy: (items) => copyEvents(clickhouse, items),
    copyIdentities: (identities) => copyIdentities(clickhouse, identities),
    copyRemoved: (counts, now) => copyRemoved(clickhouse, counts, now),
    list: (filter, after, limit) => listEvents(clickhouse, filter, after, limit),
    totals: (span) => readTotals(clickhouse, span),
    activity: (span) => readActivity(clickhouse, span),
    sources: (span, by) => readSources(clickhouse, span, by),
    countByLink: (span, eventType) => countByLink(clickhouse, span, eventType),
    peopleOfSources: (span, by, sources) => readPeopleOfSources(clickhouse, span, by, sources),
    weeksOfPeople: (games, starts) => readWeeksOfPeople(clickhouse, games, starts),
    steps: (span, steps, withinMs) => countSteps(clickhouse, span, steps, withinMs),
    days: (from) => readDays(clickhouse, from),
    countDay: (day) => countDay(clickhouse, day),
    markOfDay: (day) => markOfDay(clickhouse, day),
    pageOfDay: (day, after) => readPageOfDay(clickhouse, day, after),
    eraseUser: (erasure, now) => eraseUser(clickhouse, erasure, now),
    dropBefore: (before, now) => dropBefore(clickhouse, before, now),
    ping: () => clickhouse.ping(),
    abandon: () => clickhouse.abandon(),
    close: () => clickhouse.close(),
  };
}
