import { and, asc, desc, eq, gt, gte, isNotNull, lt, or } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { gameWithin } from '../../db/query/within-games.ts';
import { type EventSpan, joinedBy, personOf } from './event-figures-store.ts';
import type { FunnelStep, PersonsEvent } from './funnel-rules.ts';

/** The maximum number of events that a funnel reads: the newest of its period. */
const MAX_FUNNEL_EVENTS = 200_000;
/** The number of rows per read, small enough that other requests do not wait long. */
const PAGE = 1000;

export interface StepEvent extends PersonsEvent {
  event_id: string;
}

/** Returns the instant from which a funnel counts: the whole period, or its newest events. */
export async function floorOfSteps({ db, t: { sdk_events: e } }: Handle, { from, to }: EventSpan) {
  const [row] = await db
    .select({ created_at: e.created_at })
    .from(e)
    .where(and(gte(e.created_at, from), lt(e.created_at, to)))
    .orderBy(desc(e.created_at))
    .limit(1)
    .offset(MAX_FUNNEL_EVENTS);
  return { since: row ? row.created_at + 1 : from, complete: row === undefined };
}

export interface StepPage {
  events: StepEvent[];
  next: StepEvent | null;
}

interface StepsSpan extends EventSpan {
  steps: readonly FunnelStep[];
}

/** Lists events of the steps, oldest first. `next` is null after the last page. */
export async function listStepEvents(
  handle: Handle,
  { from, to, games, steps }: StepsSpan,
  after: StepEvent | null,
): Promise<StepPage> {
  const { sdk_events: e, identities: i } = handle.t;
  const person = personOf(handle);
  const ofStep = ({ event_type, event_sub_type }: FunnelStep) =>
    and(eq(e.event_type, event_type), event_sub_type === null ? undefined : eq(e.event_sub_type, event_sub_type));
  const { event_id, created_at, event_type, event_sub_type } = e;
  const events: StepEvent[] = await handle.db
    .select({ event_id, created_at, event_type, event_sub_type, person })
    .from(e)
    .leftJoin(i, joinedBy(handle))
    .where(
      and(
        gte(created_at, after?.created_at ?? from),
        lt(created_at, to),
        after ? or(gt(created_at, after.created_at), gt(event_id, after.event_id)) : undefined,
        gameWithin(games, e.game_id),
        or(...steps.map(ofStep)),
        isNotNull(person),
      ),
    )
    .orderBy(asc(created_at), asc(event_id))
    .limit(PAGE);
  return { events, next: (events.length === PAGE && events.at(-1)) || null };
}
