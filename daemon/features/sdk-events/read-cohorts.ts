import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { askedGames } from '../../domain/games.ts';
import { isoInstant } from '../../lib/clock.ts';
import { startsOfWeeks } from '../../lib/days.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import type { EventFigures } from './event-figures.ts';
import { countedOut, type FiguresQuery } from './read-event-figures.ts';

interface CohortsQuery extends Pick<FiguresQuery, 'game_id' | 'limit' | 'wait_ms'> {
  weeks: number;
}

/** Counts how many of the players first seen in each week came back in later weeks. */
export async function readCohorts(
  db: Database,
  figures: EventFigures,
  { weeks: count, limit, ...query }: CohortsQuery,
  now: number,
): Promise<AnswerOf<Endpoints['eventCohorts']>> {
  const { time_zone } = await db.read(getOrganisation);
  const weeks = startsOfWeeks(now, time_zone, count);
  const [from, to] = [weeks[0] ?? now, weeks.at(-1) ?? now];
  const span = { from, to, games: askedGames(query.game_id, limit), limit };
  const state = await figures.ask({ kind: 'cohorts', ...span, weeks }, query.wait_ms);
  const data = state.figures?.map(({ week, ...cohort }) => ({ week: isoInstant(weeks[week] ?? from), ...cohort }));
  return { from: isoInstant(from), to: isoInstant(to), ...countedOut(state), data: data ?? null };
}
