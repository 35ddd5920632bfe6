import { and, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import { codeWithin, gameWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import { floorOf } from './event-list-store.ts';

export interface EventSpan {
  from: number;
  to: number;
  /** Limits the figures to these games; null for all games. */
  games: Games;
  /** The games that the caller is limited to; null for none. */
  limit: Games;
}
/** Clients choose the types, so their number is unlimited. */
const MAX_TYPES_READ = 500;
const MAX_LINKS = 50;
const MAX_BUSIEST = 50;

export interface EventTotals {
  types: { event_type: string; event_sub_type: string; events: string }[];
  hours: { hour: number; events: string }[];
}

/** Counts the events of a span by type, and by hour. */
export async function sumEvents({ db, t }: Handle, { from, to, games }: EventSpan): Promise<EventTotals> {
  const { sdk_event_hours: h } = t;
  const where = and(gte(h.hour, from), lt(h.hour, to), gameWithin(games, h.game_id));
  const { event_type, event_sub_type, hour } = h;
  const events = sumText(h.events);
  const types = await db
    .select({ event_type, event_sub_type, events })
    .from(h)
    .where(where)
    .groupBy(event_type, event_sub_type)
    .orderBy(desc(sql`sum(${h.events})`), event_type, event_sub_type)
    .limit(MAX_TYPES_READ);
  const hours = await db.select({ hour, events }).from(h).where(where).groupBy(hour);
  return { types, hours };
}

/** Selects the newest events of a span, up to the limit of one read. */
async function newestOf(handle: Handle, { from, to, games }: EventSpan) {
  const { sdk_events: e } = handle.t;
  const floor = await floorOf(handle, and(gte(e.created_at, from), lt(e.created_at, to)));
  // The millisecond at the limit is left out, because only a part of its events may have been read.
  const since = floor === null ? from : floor + 1;
  const ofGame = gameWithin(games, e.game_id);
  return { where: and(gte(e.created_at, since), lt(e.created_at, to), ofGame), complete: floor === null, since };
}

/** Returns an event's person: its user, otherwise the user joined to its anonymous ID, otherwise the anonymous ID. */
export const personOf = ({ t: { sdk_events: e, identities: i } }: Handle) =>
  sql<string>`coalesce(${e.user_id}, ${i.user_id}, ${e.anon_id})`;
export const joinedBy = ({ t: { sdk_events: e, identities: i } }: Handle) =>
  and(eq(i.game_id, e.game_id), eq(i.anon_id, e.anon_id));

export async function countRecent(handle: Handle, span: EventSpan) {
  const { sdk_events: e, identities: i } = handle.t;
  const { where, ...lookedAt } = await newestOf(handle, span);
  const events = sql<number | string>`count(*)`;
  const person = personOf(handle);
  const [row] = await handle.db
    .select({
      events,
      sessions: sql<number | string>`count(distinct ${e.session_id})`,
      users: sql<number | string>`count(distinct ${person})`,
    })
    .from(e)
    .leftJoin(i, joinedBy(handle))
    .where(where);
  const bySession = await handle.db
    .select({ session_id: e.session_id, events })
    .from(e)
    .where(where)
    .groupBy(e.session_id)
    .orderBy(desc(events), e.session_id)
    .limit(MAX_BUSIEST);
  const byUser = await handle.db
    .select({ user_id: person, events })
    .from(e)
    .leftJoin(i, joinedBy(handle))
    .where(and(where, isNotNull(person)))
    .groupBy(person)
    .orderBy(desc(events), person)
    .limit(MAX_BUSIEST);
  return {
    ...lookedAt,
    ...{ events: Number(row?.events), sessions: Number(row?.sessions), users: Number(row?.users) },
    by_session: bySession.map((sum) => ({ ...sum, events: Number(sum.events) })),
    by_user: byUser.map((sum) => ({ ...sum, events: Number(sum.events) })),
  };
}

export async function listFunnel(handle: Handle, span: EventSpan) {
  const { where, ...lookedAt } = await newestOf(handle, span);
  const links = await listLinks(handle, where);
  const users = await listLinkUsers(handle, where, span, new Set(links.map((link) => link.referral_link)));
  return { ...lookedAt, links, users };
}

function listLinks(handle: Handle, where: SQL | undefined) {
  const { sdk_events: e } = handle.t;
  const link = sql<string>`${e.referral_link}`;
  return handle.db
    .select({ referral_link: link, sessions: sql<number | string>`count(distinct ${e.session_id})` })
    .from(e)
    .where(and(where, isNotNull(e.referral_link)))
    .groupBy(e.referral_link)
    .orderBy(desc(sql`count(distinct ${e.session_id})`), e.referral_link)
    .limit(MAX_LINKS);
}

/** Lists each link's users: whether they claimed, how often they paid and how much, within the span. */
async function listLinkUsers(handle: Handle, where: SQL | undefined, span: EventSpan, wanted: Set<string>) {
  const { from, to, games, limit } = span;
  const { sdk_events: e, identities: i, claims: k, payments: m } = handle.t;
  const people = handle.db
    .selectDistinct({ link: sql<string>`${e.referral_link}`.as('link'), person: personOf(handle).as('person') })
    .from(e)
    .leftJoin(i, joinedBy(handle))
    .where(and(where, isNotNull(e.referral_link)))
    .as('people');
  const isTheirs = (user: typeof m.user_id | typeof k.user_id) => sql`${user} = ${people.person}`;
  const paid = sql`from ${m} where ${and(isTheirs(m.user_id), gte(m.received_at, from), lt(m.received_at, to), gameWithin(games, m.game_id))}`;
  const claimed = and(
    isTheirs(k.user_id),
    sql`${k.released_at} is null`,
    gte(k.created_at, from),
    lt(k.created_at, to),
    codeWithin(handle, limit, k.code_id),
  );
  const rows = await handle.db
    .select({
      link: people.link,
      claimed: sql<number | boolean>`exists (select 1 from ${k} where ${claimed})`,
      payments: sql<number | string>`(select count(*) ${paid} and ${m.amount} > 0)`,
      revenue: sql<string>`(select cast(coalesce(sum(${m.amount}), 0) as text) ${paid})`,
    })
    .from(people);
  return rows.filter((row) => wanted.has(row.link));
}
