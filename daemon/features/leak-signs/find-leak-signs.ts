import type { Database, Handle } from '../../db/database.ts';
import { LANDING_TYPE } from '../../domain/events/landings.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { stepAndRest } from '../../lib/pace.ts';
import { type DaySpan, readCodeDays, spanBefore } from './code-days.ts';
import { dropLandings, listCodes, sumCampaign } from './code-days-store.ts';
import { countLandings, type ReadSessions } from './count-landings.ts';
import {
  type Counted,
  countClaims,
  countRefunds,
  countSessions,
  countTriers,
  countTries,
  type Day,
  type IdSpan,
  idsOfDay,
  type Source,
} from './day-counts-store.ts';
import { burstOf, DAYS_BEFORE, FEWEST, type LeakSign, missingLandingsOf, refundsOf } from './leak-sign-rules.ts';
import { insertSigns, type NewLeakSign } from './leak-signs-store.ts';

/** The maximum number of rows, and of codes, in one read. */
const ROWS = 20_000;
const CODES = 50;
const LANDINGS_KEPT_MS = 2 * DAYS_BEFORE * DAY_MS;

export interface Search {
  zone: string;
  /** Where SDK events are stored, if not in the database. */
  eventLog?: EventLog | null | undefined;
  signal?: AbortSignal | undefined;
}

/** Finds codes whose use on a day suggests a leak or abuse. A second run adds nothing. */
export async function findLeakSigns(db: Database, day: Day, { zone, eventLog, signal }: Search): Promise<void> {
  await countLandings(db, eventLog ? sessionsOfLog(eventLog) : sessionsOfDatabase(db), day, signal);
  await findUnusualFigures(db, day, { zone, signal });
  await findSharedCodes(db, day, signal);
  await db.write((handle) => dropLandings(handle, day.from - LANDINGS_KEPT_MS));
}

const sessionsOfDatabase =
  (db: Database): ReadSessions =>
  (span) =>
    db.read((handle) => countSessions(handle, span));

const sessionsOfLog =
  (eventLog: EventLog): ReadSessions =>
  async (span) => {
    const counts = await eventLog.countByLink({ ...span, games: null }, LANDING_TYPE);
    return counts.map(({ referral_link, events }) => ({ key: referral_link, count: events }));
  };

async function findUnusualFigures(db: Database, day: Day, { zone, signal }: Search) {
  const claims = await countAll(db, { source: 'claims', count: countClaims }, day, signal);
  const claimed = atLeast(Math.min(FEWEST.burst, FEWEST.no_landings), claims);
  const refunds = atLeast(FEWEST.refunds, await countAll(db, { source: 'payments', count: countRefunds }, day, signal));
  const codeIds = [...new Set([...claimed.keys(), ...refunds.keys()])];
  const span = spanBefore(day, zone);
  await inChunks(codeIds, signal, async (some) => {
    const signs = await db.read((handle) => judgeCodes(handle, some, span, refunds));
    await store(db, day, signs);
  });
}

async function findSharedCodes(db: Database, day: Day, signal: AbortSignal | undefined) {
  const tries = await countAll(db, { source: 'tries', count: countTries }, day, signal);
  await inChunks([...atLeast(FEWEST.shared, tries).keys()], signal, async (norms) => {
    const triers = await db.read((handle) => countTriers(handle, norms, day));
    const shared = triers.filter(({ count }) => count >= FEWEST.shared);
    const signs = shared.map(({ key, count }) => ({
      code_id: key,
      kind: 'shared' as const,
      measured: count,
      usual: 0,
    }));
    await store(db, day, signs);
  });
}

const atLeast = <Key>(fewest: number, counts: ReadonlyMap<Key, number>): Map<Key, number> =>
  new Map([...counts].filter(([, count]) => count >= fewest));

interface Counter<Key> {
  source: Source;
  count: (handle: Handle, ids: IdSpan, day: Day) => Promise<Counted<Key>[]>;
}

/** Counts a day's rows in parts, with pauses, so that other requests get half of the time. */
async function countAll<Key>(db: Database, { source, count }: Counter<Key>, day: Day, signal?: AbortSignal) {
  const all = new Map<Key, number>();
  const ids = await db.read((handle) => idsOfDay(handle, source, day));
  for (let from = ids.from; from < ids.below; from += ROWS) {
    signal?.throwIfAborted();
    const some = { from, below: Math.min(from + ROWS, ids.below) };
    const { result: counts } = await stepAndRest(() => db.read((handle) => count(handle, some, day)));
    for (const { key, count: more } of counts) all.set(key, (all.get(key) ?? 0) + more);
  }
  return all;
}

async function inChunks<T>(all: readonly T[], signal: AbortSignal | undefined, work: (some: T[]) => Promise<void>) {
  for (const some of chunksOf(all, CODES)) {
    signal?.throwIfAborted();
    await stepAndRest(() => work(some));
  }
}

type SignOfCode = LeakSign & { code_id: number };

async function judgeCodes(
  handle: Handle,
  codeIds: readonly number[],
  span: DaySpan,
  refunds: ReadonlyMap<number, number>,
): Promise<SignOfCode[]> {
  const codes = await listCodes(handle, codeIds);
  const daysOf = await readCodeDays(handle, codes, span);
  const signs: SignOfCode[] = [];
  for (const { code_id, campaign_id } of codes) {
    const days = daysOf.get(code_id) ?? [];
    const [before, day] = [days.slice(0, -1), days.at(-1)];
    if (!day) continue;
    const count = refunds.get(code_id);
    const refunded = count ? refundsOf({ count, days, campaign: await sumCampaign(handle, campaign_id, span) }) : null;
    const found = [burstOf(day, before), missingLandingsOf(day, before), refunded];
    for (const sign of found) if (sign) signs.push({ ...sign, code_id });
  }
  return signs;
}

async function store(db: Database, { from: day_start }: Day, signs: readonly SignOfCode[]) {
  const rows = signs.map((sign): NewLeakSign => ({ ...sign, day_start }));
  if (rows.length > 0) await db.write((handle) => insertSigns(handle, rows));
}
