import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { createChance } from '../../daemon/demo/chance.ts';
import {
  type ClickHouse as OpenedClickHouse,
  openClickHouse,
} from '../../daemon/event-log/clickhouse/clickhouse-client.ts';
import {
  type ClickHouseEventLog,
  openClickHouseEventLog,
} from '../../daemon/event-log/clickhouse/clickhouse-event-log.ts';
import { readActivity, readTotals } from '../../daemon/event-log/clickhouse/read-figures.ts';
import type { EventFilter, EventLog, EventPosition, EventSpan, EventStep } from '../../daemon/event-log/event-log.ts';
import { readTimeline } from '../../daemon/features/players/read-timeline.ts';
import { cohortsOf } from '../../daemon/features/sdk-events/cohort-rules.ts';
import { parseClickHouseUrl } from '../../daemon/lib/clickhouse-url.ts';
import { DAY_MS, HOUR_MS } from '../../daemon/lib/clock.ts';
import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { generateEvents, SUB_TYPES, TYPES, withRepeats } from '../support/clickhouse/generated-events.ts';
import { type ComparedLog, ownEventLog } from '../support/clickhouse/own-event-log.ts';
import { eventsOfPeople, stepsByHand } from '../support/database/steps-by-hand.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

// K1: ClickHouse and both of the daemon's own databases have the same figures after the same events, many of them sent
// more than once.

const NOW = Date.parse('2026-11-30T12:00:00Z');
const items = generateEvents({ seed: 7, events: 10_000, end: NOW });
const batches = withRepeats(items, 500);

let engine: ClickHouse;
let raw: OpenedClickHouse;
/** Two daemons that share the log. */
let logs: [ClickHouseEventLog, ClickHouseEventLog];
const repeats: boolean[][] = [];

beforeAll(async () => {
  engine = await startClickHouse();
  logs = [openClickHouseEventLog(engine.url), openClickHouseEventLog(engine.url)];
  await Promise.all(logs.map((log) => log.migrate(NOW)));
  raw = openClickHouse(parseClickHouseUrl(engine.url));
  // Otherwise the engine might merge the repeats before they are counted.
  await raw.run(`SYSTEM STOP MERGES ${raw.names.events}`);
  await raw.run(`SYSTEM STOP MERGES ${raw.names.identities}`);
  for (const [at, batch] of batches.entries()) repeats.push(await logs[at % 2 === 0 ? 0 : 1].append(batch, NOW + at));
  // These come too late to be recognised as repeats, so they are stored again.
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

const spans: EventSpan[] = [
  { from: NOW - 4 * DAY_MS, to: NOW + DAY_MS, games: null },
  { from: -3 * DAY_MS, to: NOW + DAY_MS, games: null },
  { from: NOW - 40 * HOUR_MS, to: NOW - 3 * HOUR_MS, games: ['game'] },
  { from: NOW - 2 * DAY_MS, to: NOW - DAY_MS, games: [`o'ther\\game`, 'none'] },
  { from: NOW - 2 * DAY_MS, to: NOW, games: [] },
];

const user = items.find(({ userId, anonId }) => userId !== null && anonId !== null)?.userId ?? '';
const filters: EventFilter[] = [
  { games: null },
  { games: ['game'], from: NOW - DAY_MS, to: NOW - HOUR_MS },
  { games: null, event_type: TYPES[4], event_sub_type: 'ü' },
  { games: null, user_id: user },
  { games: [`o'ther\\game`], user_id: user, to: NOW - HOUR_MS },
  { games: null, anon_id: 'anon_3' },
  { games: null, session_id: items[5]?.sessionId },
  { games: [], event_type: 'shop' },
  { games: null, landings: true },
  { games: ['game'], landings: false, user_id: user },
];

async function readAll(log: ComparedLog, filter: EventFilter, limit: number) {
  const rows = [];
  let after: EventPosition | null = null;
  do {
    const last: EventPosition | null = after;
    const page = await log.list(filter, last, limit);
    rows.push(...page.rows);
    after = page.next;
  } while (after);
  return rows;
}

const random = createChance(11).next;
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const funnels = Array.from({ length: 40 }, () => ({
  steps: Array.from(
    { length: 2 + Math.floor(random() * 5) },
    (): EventStep => ({
      event_type: pick(TYPES.slice(0, 3)),
      event_sub_type: random() < 0.5 ? null : pick(SUB_TYPES),
    }),
  ),
  withinMs: pick([null, 0, 60_000, HOUR_MS, 7 * HOUR_MS]),
  span: pick(spans),
}));

onEachDatabase((database, kind) => {
  describe(`ClickHouse beside ${kind}`, () => {
    let own: ComparedLog;
    beforeAll(async () => {
      own = ownEventLog(database());
      for (const [at, batch] of batches.entries())
        expect(repeats[at], `repeats of batch ${at}`).toEqual(await own.append(batch, NOW + at));
    });

    it.each(spans)('totals, activity and sources of %j', async (span) => {
      const totals = await own.totals(span);
      const byHour = ({ hour }: { hour: number }, other: { hour: number }) => hour - other.hour;
      expect(await clickhouse().totals(span)).toEqual({ ...totals, hours: totals.hours.map(numbered).sort(byHour) });
      expect(await clickhouse().activity(span)).toEqual(await own.activity(span));
      for (const by of ['link', 'utm_campaign', 'utm_source'] as const)
        expect(await clickhouse().sourcesWithPeople(span, by)).toEqual(await own.sourcesWithPeople(span, by));
    });

    it.each(filters)('the list of %j', async (filter) => {
      const limit = filter.user_id === undefined ? 700 : 3;
      expect(await readAll(clickhouse(), filter, limit)).toEqual(await readAll(own, filter, limit));
    });

    it('cohorts', async () => {
      const weeks = [0, 1, 2, 3].map((day) => NOW - (3 - day) * DAY_MS);
      for (const games of [null, ['game']]) {
        const cohorts = await own.cohorts(games, weeks);
        expect(await clickhouse().cohorts(games, weeks)).toEqual(cohorts);
        expect(cohorts.every(({ users }) => users > 0)).toBe(true);
      }
    });

    it('the timeline of a user, in pages that end anywhere', async () => {
      const timeline = async (eventLog: Pick<EventLog, 'list'> | null, kind?: 'landing' | 'event') => {
        const rows = [];
        for (let cursor: string | undefined; ; ) {
          const query = { userId: user, games: null, limit: 3, kind, cursor };
          const page = await readTimeline({ db: database(), eventLog }, query);
          rows.push(...page.data);
          if (page.next_cursor === null) return rows;
          cursor = page.next_cursor;
        }
      };
      await seedOrganisation(database(), NOW);
      // Payments at the instants of events.
      const [first, second] = (await timeline(null)).filter((_, at) => at % 2 === 1).map(({ at }) => Date.parse(at));
      const payment = { game_id: 'game', user_id: user, amount: 100n, counted_code_ids: '[]' };
      const times = [first, first, second].map((at = NOW) => ({ created_at: at, received_at: at }));
      await database().write(({ db, t }) =>
        db.insert(t.payments).values(times.map((time) => ({ ...payment, ...time }))),
      );
      for (const kind of [undefined, 'landing', 'event'] as const) {
        const rows = await timeline(null, kind);
        expect(rows.length).toBeGreaterThan(1);
        expect(await timeline(clickhouse(), kind)).toEqual(rows);
      }
      // No counter includes them.
      await database().write(({ db, t }) => db.delete(t.payments));
    });

    it('funnels', async () => {
      const identities = await database().read(({ db, t }) => db.select().from(t.identities));
      let people = 0;
      let timed = 0;
      for (const { steps, withinMs, span } of funnels) {
        const name = JSON.stringify({ steps, withinMs, span });
        const expected = stepsByHand(eventsOfPeople(items, identities, span), steps, withinMs);
        expect(await own.steps(span, steps, withinMs), name).toEqual(expected);
        expect(await clickhouse().steps(span, steps, withinMs), name).toEqual(expected);
        people += expected.at(-1)?.users ?? 0;
        timed += expected.filter(({ median_ms, p90_ms }) => median_ms !== null && p90_ms !== median_ms).length;
      }
      expect(people).toBeGreaterThan(100);
      expect(timed).toBeGreaterThan(20);
    });

    it('days and their pages', async () => {
      const days = await own.days();
      expect(await clickhouse().days()).toEqual(days);
      for (const day of days) {
        expect(await clickhouse().countDay(day)).toEqual(await own.countDay(day));
        expect(await readDay(clickhouse(), day)).toEqual(await readDay(own, day));
      }
    });
  });
});

it('the comparison notices reads that count a stored repeat', async () => {
  const [span] = spans as [EventSpan];
  const rows: OpenedClickHouse['rows'] = (sql, call) => raw.rows(sql.replaceAll(' FINAL', ''), call);
  expect(await readActivity(raw, span)).toEqual(await logs[0].activity(span));
  expect(await readActivity({ ...raw, rows }, span)).not.toEqual(await logs[0].activity(span));
  expect(await readTotals({ ...raw, rows }, span)).not.toEqual(await logs[0].totals(span));
});

it('merged rows give the same figures', async () => {
  const [span] = spans as [EventSpan];
  const [activity, totals] = [await logs[0].activity(span), await logs[0].totals(span)];
  await raw.run(`SYSTEM START MERGES ${raw.names.events}`);
  await raw.run(`OPTIMIZE TABLE ${raw.names.events} FINAL`);
  expect(await raw.rows(`SELECT count() AS n FROM ${raw.names.events}`)).toEqual([{ n: items.length }]);
  expect(await logs[0].activity(span)).toEqual(activity);
  expect(await logs[0].totals(span)).toEqual(totals);
});

const numbered = <T extends { hour: number }>(row: T): T => ({ ...row, hour: Number(row.hour) });

async function readDay(log: ComparedLog, day: number) {
  const rows = [];
  for (let page = await log.pageOfDay(day, null); page.length > 0; page = await log.pageOfDay(day, page.at(-1) ?? null))
    rows.push(...page);
  return rows;
}
