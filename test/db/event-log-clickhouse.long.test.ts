import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClickHouse as OpenedClickHouse,
  openClickHouse,
} from '../../daemon/event-log/clickhouse/clickhouse-client.ts';
import {
  type ClickHouseEventLog,
  openClickHouseEventLog,
} from '../../daemon/event-log/clickhouse/clickhouse-event-log.ts';
import { readActivity, readTotals } from '../../daemon/event-log/clickhouse/read-figures.ts';
import type { EventSpan } from '../../daemon/event-log/event-log.ts';
import { cohortsOf } from '../../daemon/features/sdk-events/cohort-rules.ts';
import { parseClickHouseUrl } from '../../daemon/lib/clickhouse-url.ts';
import { HOUR_MS } from '../../daemon/lib/clock.ts';
import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { type ComparedLog, ownEventLog } from '../support/clickhouse/own-event-log.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import { compareLogs, items, NOW, sendAll, spans } from './event-log-conformance.ts';

// ClickHouse and both of the daemon's own databases return the same figures after the same events, many of them sent
// more than once.

let engine: ClickHouse;
let raw: OpenedClickHouse;
/** Two daemons that share the log. */
let logs: [ClickHouseEventLog, ClickHouseEventLog];
let repeats: boolean[][] = [];

beforeAll(async () => {
  engine = await startClickHouse();
  logs = [openClickHouseEventLog(engine.url), openClickHouseEventLog(engine.url)];
  await Promise.all(logs.map((log) => log.migrate(NOW)));
  raw = openClickHouse(parseClickHouseUrl(engine.url));
  // Otherwise the engine might merge the repeats before they are counted.
  await raw.run(`SYSTEM STOP MERGES ${raw.names.events}`);
  await raw.run(`SYSTEM STOP MERGES ${raw.names.identities}`);
  repeats = await sendAll([logs[0].append, logs[1].append]);
  // These events come too late to be recognised as repeats, so they are stored again.
  const late = items.filter((_, index) => index % 3 === 0).map((item) => ({ ...item, receivedAt: NOW + HOUR_MS }));
  await logs[0].copy(late);
});
afterAll(async () => {
  await raw.close();
  await Promise.all(logs.map((log) => log.close()));
  await engine.close();
});

const clickhouse = (): ComparedLog => ({
  ...logs[0],
  cohorts: async (games, weeks) => cohortsOf(await logs[0].weeksOfPeople(games, weeks), weeks.length - 1),
  async sourcesWithPeople(span, by) {
    const sources = await logs[0].sources(span, by);
    const users = new Map<string, number>();
    const names = sources.map(({ source }) => source);
    for await (const part of logs[0].peopleOfSources(span, by, names))
      for (const { source } of part) users.set(source, (users.get(source) ?? 0) + 1);
    return sources.map((one) => ({ ...one, users: users.get(one.source) ?? 0 }));
  },
});

onEachDatabase((database, kind) => {
  describe(`ClickHouse compared with ${kind}`, () => {
    const own = () => ownEventLog(database());
    beforeAll(async () => {
      const { append } = own();
      expect(await sendAll([append, append])).toEqual(repeats);
    });
    compareLogs({ log: clickhouse, own, ownDatabase: database });
  });
});

it('sabotage: the comparison detects queries that count stored repeats', async () => {
  const [span] = spans as [EventSpan];
  const rows: OpenedClickHouse['rows'] = (sql, call) => raw.rows(sql.replaceAll(' FINAL', ''), call);
  expect(await readActivity(raw, span)).toEqual(await logs[0].activity(span));
  expect(await readActivity({ ...raw, rows }, span)).not.toEqual(await logs[0].activity(span));
  expect(await readTotals({ ...raw, rows }, span)).not.toEqual(await logs[0].totals(span));
});

it('the figures do not change when ClickHouse merges the repeats', async () => {
  const [span] = spans as [EventSpan];
  const [activity, totals] = [await logs[0].activity(span), await logs[0].totals(span)];
  await raw.run(`SYSTEM START MERGES ${raw.names.events}`);
  await raw.run(`OPTIMIZE TABLE ${raw.names.events} FINAL`);
  expect(await raw.rows(`SELECT count() AS n FROM ${raw.names.events}`)).toEqual([{ n: items.length }]);
  expect(await logs[0].activity(span)).toEqual(activity);
  expect(await logs[0].totals(span)).toEqual(totals);
});
