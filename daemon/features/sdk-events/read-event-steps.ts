import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { askedGames } from '../../domain/games.ts';
import { getPeriod } from '../../domain/periods.ts';
import { HOUR_MS, isoInstant } from '../../lib/clock.ts';
import { createRecent } from '../../lib/recent.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { floorOfSteps, listStepEvents, type StepEvent, type StepPage } from './event-steps-store.ts';
import { createFunnel, type FunnelStep } from './funnel-rules.ts';
import type { FigureQuery } from './read-event-figures.ts';

type EventSteps = AnswerOf<Endpoints['eventSteps']>;
interface StepsQuery extends FigureQuery {
  steps: FunnelStep[];
  within_hours?: number | undefined;
}

/** Portals that send the same query within this time share one read. */
const KEPT = { freshMs: 10_000, max: 50 };

/** Counts the people who did the steps of a funnel in order. */
export function createReadEventSteps(db: Database) {
  const recent = createRecent<EventSteps>(KEPT);
  return (query: StepsQuery, now: number): Promise<EventSteps> =>
    recent(JSON.stringify(query), now, () => readSteps(db, query, now));
}

async function readSteps(db: Database, { steps, within_hours, ...query }: StepsQuery, now: number) {
  const { time_zone } = await db.read(getOrganisation);
  const { from, to } = getPeriod(query, now, time_zone);
  const { limit } = query;
  const span = { from, to, games: askedGames(query.game_id, limit), limit };
  const { since, complete } = await db.read((handle) => floorOfSteps(handle, span));
  const funnel = createFunnel(steps, within_hours === undefined ? Number.POSITIVE_INFINITY : within_hours * HOUR_MS);
  let after: StepEvent | null = null;
  do {
    const last: StepEvent | null = after;
    const page: StepPage = await db.read((handle) => listStepEvents(handle, { ...span, from: since, steps }, last));
    for (const event of page.events) funnel.add(event);
    after = page.next;
  } while (after);
  const counts = funnel.counts();
  const data = steps.map((step, at) => ({ ...step, users: counts[at] ?? 0 }));
  return { from: isoInstant(from), to: isoInstant(to), since: isoInstant(since), complete, steps: data };
}
