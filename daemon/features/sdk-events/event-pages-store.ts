import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { type EventPosition, eventsAfter, eventsBetween } from '../../db/query/events-after.ts';
import { gameWithin } from '../../db/query/within-games.ts';
import { LANDING_TYPE } from '../../domain/events/landings.ts';
import type { EventSpan, EventStep, SourceKind } from '../../event-log/event-log.ts';
import type { PersonsEvent } from './funnel-rules.ts';

/** The position after which a page begins, and the number of its events. The last page can have fewer. */
export interface PageTerms {
  after: EventPosition | null;
  size: number;
}
export interface Page<Row> {
  rows: Row[];
  /** The position after which the next page begins; null after the last page. */
  next: EventPosition | null;
}

/** The number of a page's events that have the same session, source and person. */
export interface SessionEvents {
  session_id: string;
  /** Null if the query does not count sources. */
  source: string | null;
  /** The user, otherwise the user connected to the anonymous ID, otherwise the anonymous ID. */
  person: string | null;
  events: number;
}

/** Counts a page's events by session. @param by counts only events that name a source of this kind */
export async function readSessions(
  handle: Handle,
  { by, ...span }: EventSpan & { by: SourceKind | null },
  terms: PageTerms,
): Promise<Page<SessionEvents>> {
  const { sdk_events: e } = handle.t;
  const { session_id } = e;
  const { source, isNamed } = sourceOf(handle, by);
  const { within, next } = await pageOf(handle, span, terms);
  const person = personOf(handle);
  const rows = await handle.db
    .select({ session_id, source, person, events: sql`count(*)`.mapWith(Number) })
    .from(e)
    .leftJoin(handle.t.identities, joinedBy(handle))
    .where(and(within, isNamed))
    .groupBy(session_id, sql`2`, sql`3`);
  return { rows, next };
}

/** Lists the people who have events on a page. */
export async function readPeople(
  handle: Handle,
  span: EventSpan,
  terms: PageTerms,
): Promise<Page<{ person: string | null }>> {
  const { within, next } = await pageOf(handle, span, terms);
  const rows = await handle.db
    .selectDistinct({ person: personOf(handle) })
    .from(handle.t.sdk_events)
    .leftJoin(handle.t.identities, joinedBy(handle))
    .where(within);
  return { rows, next };
}

/** Lists a page's events that match a step of a funnel, oldest first. */
export async function readStepEvents(
  handle: Handle,
  { steps, ...span }: EventSpan & { steps: readonly EventStep[] },
  terms: PageTerms,
): Promise<Page<PersonsEvent>> {
  const { sdk_events: e } = handle.t;
  const { created_at, event_id, event_type, event_sub_type } = e;
  const { within, next } = await pageOf(handle, span, terms);
  const person = personOf(handle);
  const isStep = (step: EventStep) =>
    and(
      eq(event_type, step.event_type),
      step.event_sub_type === null ? undefined : eq(event_sub_type, step.event_sub_type),
    );
  const rows: PersonsEvent[] = await handle.db
    .select({ created_at, event_type, event_sub_type, person: sql<string>`${person}` })
    .from(e)
    .leftJoin(handle.t.identities, joinedBy(handle))
    .where(and(within, or(...steps.map(isStep)), isNotNull(person)))
    .orderBy(asc(created_at), asc(event_id));
  return { rows, next };
}

/** Selects a page. The page's end is looked up first, so that a query never reads further, however few events match. */
async function pageOf(handle: Handle, { games, ...span }: EventSpan, { after, size }: PageTerms) {
  const { created_at, event_id, game_id } = handle.t.sdk_events;
  const range = eventsAfter(handle, span, after);
  const [next = null] = await handle.db
    .select({ created_at, event_id })
    .from(handle.t.sdk_events)
    .where(range)
    .orderBy(asc(created_at), asc(event_id))
    .limit(1)
    .offset(size - 1);
  const page = next ? eventsBetween(handle, span.from, after, next) : range;
  return { within: and(page, gameWithin(games, game_id)), next };
}

function sourceOf({ dialect, t: { sdk_events: e } }: Handle, by: SourceKind | null) {
  if (by === null) return { source: sql<string | null>`null`, isNamed: undefined };
  if (by === 'link') return { source: sql<string | null>`${e.referral_link}`, isNamed: isNotNull(e.referral_link) };
  const path = sql.raw(dialect === 'sqlite' ? `'$.utms.${by}'` : `'{utms,${by}}'`);
  const isText =
    dialect === 'sqlite'
      ? sql`json_type(${e.payload}, ${path}) = 'text'`
      : sql`json_typeof(${e.payload}::json #> ${path}) = 'string'`;
  const source =
    dialect === 'sqlite' ? sql<string>`${e.payload} ->> ${path}` : sql<string>`${e.payload}::json #>> ${path}`;
  // Because of the `case`, only the payloads of landings are parsed.
  return {
    source,
    isNamed: sql`case when ${e.event_type} = ${LANDING_TYPE} then ${isText} and ${source} <> '' else false end`,
  };
}

const personOf = ({ t: { sdk_events: e, identities: i } }: Handle): SQL<string | null> =>
  sql`coalesce(${e.user_id}, ${i.user_id}, ${e.anon_id})`;
const joinedBy = ({ t: { sdk_events: e, identities: i } }: Handle) =>
  and(eq(i.game_id, e.game_id), eq(i.anon_id, e.anon_id));
