import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Utm } from '../../contract/words.ts';
import type { Database } from '../../db/database.ts';
import { askedGames, type Games } from '../../domain/games.ts';
import { foldHours, getPeriod } from '../../domain/periods.ts';
import type { EventTotals, SourceKind } from '../../event-log/event-log.ts';
import { HOUR_MS, instantOrNull, isoInstant } from '../../lib/clock.ts';
import { formatAmount } from '../../lib/money.ts';
import { createSlices } from '../../lib/slices.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import type { Figures } from './count-events.ts';
import type { EventFigures } from './event-figures.ts';
import type { ReportState } from './run-reports.ts';

export interface FiguresQuery {
  from?: number | undefined;
  to?: number | undefined;
  game_id?: string | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  limit: Games;
  wait_ms?: number | undefined;
}

interface StatsQuery extends FiguresQuery {
  /** Whether to count sessions and users. */
  activity?: boolean | undefined;
}

type EventStats = AnswerOf<Endpoints['eventStats']>;
const MAX_TYPES = 100;
const MAX_DAYS = 450;
/** Events can arrive days after they occurred, so figures of past days are read again after a minute. */
const KEPT = { settledMs: HOUR_MS, freshMs: 60_000, max: MAX_DAYS };

const NOT_REQUESTED: ReportState<'activity'> = { figures: null, countedAt: null, report: null };

/** Returns the fields of a response that show whether and when its figures were counted. */
export const countedOut = ({ figures, countedAt, report }: ReportState<keyof Figures>) => ({
  complete: figures !== null && report === null,
  counted_at: instantOrNull(countedAt),
  report,
});

export function createReadEventStats(db: Database, figures: EventFigures) {
  const days = createSlices<EventTotals>(KEPT);
  return async ({ limit, wait_ms, activity = true, ...query }: StatsQuery, now: number): Promise<EventStats> => {
    const { time_zone } = await db.read(getOrganisation);
    const { from, to, step, points } = getPeriod(query, now, time_zone);
    const games = askedGames(query.game_id, limit);
    const parts = await days(JSON.stringify(games), { from, to }, now, (day) => figures.totals({ ...day, games }));
    const state = activity ? await figures.ask({ kind: 'activity', from, to, games, limit }, wait_ms) : NOT_REQUESTED;
    const add = (sum: { events: number }, row: { events: string }) => {
      sum.events += Number(row.events);
    };
    const hours = parts.flatMap((part) => part.hours);
    const series = foldHours(points, hours, () => ({ events: 0 }), add);
    return {
      from: isoInstant(from),
      to: isoInstant(to),
      step,
      events: series.reduce((all, { sum }) => all + sum.events, 0),
      types: topTypes(parts),
      series: series.map(({ at, sum }) => ({ at: isoInstant(at), ...sum })),
      ...countedOut(state),
      activity: state.figures,
    };
  };
}

function topTypes(parts: readonly EventTotals[]): EventStats['types'] {
  const sums = new Map<string, EventStats['types'][number]>();
  for (const { event_type, event_sub_type, events } of parts.flatMap((part) => part.types)) {
    const key = JSON.stringify([event_type, event_sub_type]);
    const sum = sums.get(key);
    if (sum) sum.events += Number(events);
    else sums.set(key, { event_type, event_sub_type, events: Number(events) });
  }
  return [...sums]
    .sort(([a, x], [b, y]) => y.events - x.events || (a < b ? -1 : 1))
    .slice(0, MAX_TYPES)
    .map(([, sum]) => sum);
}

/** Returns the sessions, claims and payments that came from each source of one kind. */
async function readSources(
  db: Database,
  figures: EventFigures,
  { limit, wait_ms, by, ...query }: FiguresQuery & { by: SourceKind },
  now: number,
) {
  const { time_zone, currency, currency_digits } = await db.read(getOrganisation);
  const { from, to } = getPeriod(query, now, time_zone);
  const games = askedGames(query.game_id, limit);
  const state = await figures.ask({ kind: 'sources', by, from, to, games, limit }, wait_ms);
  const data = state.figures?.map(({ revenue, ...sums }) => ({
    ...sums,
    revenue: { amount: formatAmount(BigInt(revenue), currency_digits), currency },
  }));
  return { from: isoInstant(from), to: isoInstant(to), ...countedOut(state), data: data ?? null };
}

export async function readEventFunnel(
  db: Database,
  figures: EventFigures,
  query: FiguresQuery,
  now: number,
): Promise<AnswerOf<Endpoints['eventFunnel']>> {
  const { data, ...counted } = await readSources(db, figures, { ...query, by: 'link' }, now);
  return { ...counted, data: data?.map(({ source, ...sums }) => ({ referral_link: source, ...sums })) ?? null };
}

export async function readEventUtms(
  db: Database,
  figures: EventFigures,
  { utm, ...query }: FiguresQuery & { utm: Utm },
  now: number,
): Promise<AnswerOf<Endpoints['eventUtms']>> {
  const { data, ...counted } = await readSources(db, figures, { ...query, by: utm }, now);
  return { ...counted, data: data?.map(({ source, ...sums }) => ({ value: source, ...sums })) ?? null };
}
