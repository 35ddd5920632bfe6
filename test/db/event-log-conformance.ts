import { expect, it } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { createChance } from '../../daemon/demo/chance.ts';
import { LANDING_TYPE } from '../../daemon/domain/events/landings.ts';
import type { SdkEventItem } from '../../daemon/domain/events/sdk-event.ts';
import type { EventFilter, EventLog, EventPosition, EventSpan, EventStep } from '../../daemon/event-log/event-log.ts';
import { readTimeline } from '../../daemon/features/players/read-timeline.ts';
import { chunksOf } from '../../daemon/lib/chunks.ts';
import { DAY_MS, HOUR_MS } from '../../daemon/lib/clock.ts';
import { amountOf } from '../support/amounts.ts';
import { generateEvents, SUB_TYPES, TYPES, withRepeats } from '../support/clickhouse/generated-events.ts';
import type { ComparedLog } from '../support/clickhouse/own-event-log.ts';
import { eventsOfPeople, stepsByHand } from '../support/database/steps-by-hand.ts';

// Every event log must pass these tests: two logs return the same figures after the same events, many of them sent more
// than once, and some of these repeats at the same time.

export const NOW = Date.parse('2026-11-30T12:00:00Z');
export const items = generateEvents({ seed: 7, events: amountOf('REDEEMD_LOG_EVENTS'), end: NOW });
const inTurn = items.slice(0, items.length * 0.8);
/** The daemon's own batches have at most 2000 events. */
const batchSize = Math.min(items.length / 20, 2000);
/** These batches are sent one after another. */
const batches = withRepeats(inTurn, batchSize);
/** Two callers send each of these batches at the same time. One caller also sends events from earlier batches. */
const twice = [...chunksOf(items.slice(inTurn.length), batchSize)].map((batch, at) => {
  const earlier = inTurn.filter((_, index) => index % 40 === at);
  return [batch, [...batch, ...earlier]] as const;
});

type Append = (batch: readonly SdkEventItem[], now: number) => Promise<boolean[]>;

/** Sends all events and repeats to one log, through two daemons. @returns which events of `batches` were repeats */
export async function sendAll([append, other]: [Append, Append]): Promise<boolean[][]> {
  const repeats: boolean[][] = [];
  for (const [at, batch] of batches.entries()) repeats.push(await (at % 2 === 0 ? append : other)(batch, NOW + at));
  for (const [at, [batch, again]] of twice.entries()) {
    const now = NOW + batches.length + at;
    await Promise.all([append(batch, now), other(again, now)]);
  }
  return repeats;
}

export const spans: EventSpan[] = [
  { from: NOW - 4 * DAY_MS, to: NOW + DAY_MS, games: null },
  { from: -3 * DAY_MS, to: NOW + DAY_MS, games: null },
  { from: NOW - 40 * HOUR_MS, to: NOW - 3 * HOUR_MS, games: ['game'] },
  { from: NOW - 2 * DAY_MS, to: NOW - DAY_MS, games: [`o'ther\\game`, 'none'] },
  { from: NOW - 2 * DAY_MS, to: NOW, games: [] },
];

/** The number of landings by user, to find a user whose landings fill several pages of the timeline. */
const landings = new Map<string, number>();
for (const { userId, eventType } of items)
  if (userId !== null && eventType === LANDING_TYPE) landings.set(userId, (landings.get(userId) ?? 0) + 1);
const user =
  items.find(({ userId, anonId }) => anonId !== null && userId !== null && (landings.get(userId) ?? 0) > 3)?.userId ??
  '';
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
/** The number of funnels for which the test also tries every chain of events, which is slow. */
const FUNNELS_BY_HAND = 5;
const funnels = Array.from({ length: amountOf('REDEEMD_LOG_FUNNELS') }, () => ({
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

interface Compared {
  /** The log to check. */
  log: () => ComparedLog;
  /** The log in a daemon's own database, whose results `log` must match. */
  own: () => ComparedLog;
  ownDatabase: () => Database;
}

/** Declares the tests that compare two logs that contain the same events. */
export function compareLogs({ log, own, ownDatabase }: Compared): void {
  it.each(spans)('returns the same totals, activity and sources for %j', async (span) => {
    const totals = await own().totals(span);
    expect(await log().totals(span)).toEqual({ ...totals, hours: totals.hours.map(numbered) });
    expect(await log().activity(span)).toEqual(await own().activity(span));
    for (const by of ['link', 'utm_campaign', 'utm_source'] as const)
      expect(await log().sourcesWithPeople(span, by)).toEqual(await own().sourcesWithPeople(span, by));
  });

  it.each(filters)('returns the same list for %j', async (filter) => {
    const limit = filter.user_id === undefined ? Math.ceil(items.length / 15) : 3;
    expect(await readAll(log(), filter, limit)).toEqual(await readAll(own(), filter, limit));
  });

  it('returns the same cohorts', async () => {
    const weeks = [0, 1, 2, 3].map((day) => NOW - (3 - day) * DAY_MS);
    for (const games of [null, ['game']]) {
      const cohorts = await own().cohorts(games, weeks);
      expect(await log().cohorts(games, weeks)).toEqual(cohorts);
      expect(cohorts.every(({ users }) => users > 0)).toBe(true);
    }
  });

  it('returns the same timeline of a user, wherever the pages end', async () => {
    const timeline = async (eventLog: Pick<EventLog, 'list'> | null, kind?: 'landing' | 'event') => {
      const rows = [];
      for (let cursor: string | undefined; ; ) {
        const query = { userId: user, games: null, limit: 3, kind, cursor };
        const page = await readTimeline({ db: ownDatabase(), eventLog }, query);
        rows.push(...page.data);
        if (page.next_cursor === null) return rows;
        cursor = page.next_cursor;
      }
    };
    await seedOrganisation(ownDatabase(), NOW);
    // The payments have the same times as some of the events.
    const [first, second] = (await timeline(null)).filter((_, at) => at % 2 === 1).map(({ at }) => Date.parse(at));
    const payment = { game_id: 'game', user_id: user, amount: 100n, counted_code_ids: '[]' };
    const times = [first, first, second].map((at = NOW) => ({ created_at: at, received_at: at }));
    await ownDatabase().write(({ db, t }) =>
      db.insert(t.payments).values(times.map((time) => ({ ...payment, ...time }))),
    );
    for (const kind of [undefined, 'landing', 'event'] as const) {
      const rows = await timeline(null, kind);
      expect(rows.length).toBeGreaterThan(1);
      expect(await timeline(log(), kind)).toEqual(rows);
    }
    // No counter includes these payments, so they are deleted before the database is verified.
    await ownDatabase().write(({ db, t }) => db.delete(t.payments));
  });

  it('returns the same funnels', async () => {
    const identities = await ownDatabase().read(({ db, t }) => db.select().from(t.identities));
    let people = 0;
    let timed = 0;
    for (const [at, { steps, withinMs, span }] of funnels.entries()) {
      const name = JSON.stringify({ steps, withinMs, span });
      const reached = await own().steps(span, steps, withinMs);
      expect(await log().steps(span, steps, withinMs), name).toEqual(reached);
      if (at < FUNNELS_BY_HAND)
        expect(reached, name).toEqual(stepsByHand(eventsOfPeople(items, identities, span), steps, withinMs));
      people += reached.at(-1)?.users ?? 0;
      timed += reached.filter(({ median_ms, p90_ms }) => median_ms !== null && p90_ms !== median_ms).length;
    }
    expect(people).toBeGreaterThan(funnels.length * 2);
    expect(timed).toBeGreaterThan(funnels.length / 8);
  });

  it('returns the same days, with the same events on their pages', async () => {
    const days = await own().days();
    expect(await log().days()).toEqual(days);
    for (const day of days) {
      expect(await log().countDay(day)).toEqual(await own().countDay(day));
      expect(await readDay(log(), day)).toEqual(await readDay(own(), day));
    }
  });
}

const numbered = <T extends { hour: number }>(row: T): T => ({ ...row, hour: Number(row.hour) });

async function readDay(log: ComparedLog, day: number) {
  const rows = [];
  for (let page = await log.pageOfDay(day, null); page.length > 0; page = await log.pageOfDay(day, page.at(-1) ?? null))
    rows.push(...page);
  return rows;
}
