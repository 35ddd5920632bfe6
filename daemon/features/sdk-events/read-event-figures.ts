import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { askedGames, type Games } from '../../domain/games.ts';
import { foldHours, getPeriod } from '../../domain/periods.ts';
import { DAY_MS, HOUR_MS, isoInstant } from '../../lib/clock.ts';
import { formatAmount } from '../../lib/money.ts';
import { createSlices } from '../../lib/slices.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { countRecent, type EventTotals, listFunnel, sumEvents } from './event-figures-store.ts';

export interface FigureQuery {
  from?: number | undefined;
  to?: number | undefined;
  game_id?: string | undefined;
  /** The games that the caller is limited to; null for none. */
  limit: Games;
}

export type EventStats = AnswerOf<Endpoints['eventStats']>;
const MAX_TYPES = 100;
const MAX_DAYS = 450;
/** Events may arrive days after they occurred, so figures of past days are read again after a minute. */
const KEPT = { settledMs: HOUR_MS, freshMs: 60_000, max: MAX_DAYS };

export function createReadEventStats(db: Database) {
  const days = createSlices<EventTotals>(KEPT);
  return (query: FigureQuery, now: number): Promise<EventStats> =>
    db.read(async (handle) => {
      const { time_zone } = await getOrganisation(handle);
      const { from, to, step, points } = getPeriod(query, now, time_zone);
      const { limit } = query;
      const games = askedGames(query.game_id, limit);
      const whose = { games, limit };
      const parts = await days(JSON.stringify(games), { from, to }, now, (day) =>
        sumEvents(handle, { ...day, ...whose }),
      );
      const { since, ...recent } = await countRecent(handle, { from: Math.max(from, to - DAY_MS), to, ...whose });
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
        recent: { since: isoInstant(since), ...recent },
      };
    });
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

export function readEventFunnel(
  db: Database,
  query: FigureQuery,
  now: number,
): Promise<AnswerOf<Endpoints['eventFunnel']>> {
  return db.read(async (handle) => {
    const { time_zone, currency, currency_digits } = await getOrganisation(handle);
    const { from, to } = getPeriod(query, now, time_zone);
    const { limit } = query;
    const games = askedGames(query.game_id, limit);
    const { since, complete, links, users } = await listFunnel(handle, { from, to, games, limit });
    const byLink = new Map(
      links.map((link) => [link.referral_link, { users: 0, claimers: 0, payers: 0, revenue: 0n }]),
    );
    for (const { link, claimed, payments, revenue } of users) {
      const sum = byLink.get(link);
      if (!sum) continue;
      sum.users += 1;
      if (claimed) sum.claimers += 1;
      if (Number(payments) > 0) sum.payers += 1;
      sum.revenue += BigInt(revenue);
    }
    const data = links.flatMap(({ referral_link, sessions }) => {
      const sum = byLink.get(referral_link);
      if (!sum) return [];
      const revenue = { amount: formatAmount(sum.revenue, currency_digits), currency };
      return [{ referral_link, sessions: Number(sessions), ...sum, revenue }];
    });
    return { from: isoInstant(from), to: isoInstant(to), since: isoInstant(since), complete, data };
  });
}
