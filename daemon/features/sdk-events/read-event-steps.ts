import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { stepReached } from '../../domain/events/step-times.ts';
import { askedGames } from '../../domain/games.ts';
import { getPeriod } from '../../domain/periods.ts';
import type { EventStep } from '../../event-log/event-log.ts';
import { isoInstant } from '../../lib/clock.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import type { EventFigures } from './event-figures.ts';
import { countedOut, type FiguresQuery } from './read-event-figures.ts';

interface StepsQuery extends FiguresQuery {
  steps: EventStep[];
  within_hours?: number | undefined;
}

/** Counts the people who did the steps of a funnel in order. */
export async function readEventSteps(
  db: Database,
  figures: EventFigures,
  { steps, within_hours, limit, ...query }: StepsQuery,
  now: number,
): Promise<AnswerOf<Endpoints['eventSteps']>> {
  const { time_zone } = await db.read(getOrganisation);
  const { from, to } = getPeriod(query, now, time_zone);
  const span = { from, to, games: askedGames(query.game_id, limit), limit };
  const state = await figures.ask({ kind: 'steps', ...span, steps, within_hours }, query.wait_ms);
  return {
    from: isoInstant(from),
    to: isoInstant(to),
    ...countedOut(state),
    steps: state.figures && steps.map((step, at) => ({ ...step, ...(state.figures?.[at] ?? stepReached(0)) })),
  };
}
