import { and, eq, inArray, or } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { holdsText } from '../../db/query/text.ts';
import { anonKey, type Erasure, eraseEvent, inJson, isDistinct, isSameEvent } from './erasure-rules.ts';

export interface EventKey {
  event_id: string;
  created_at: number;
}
export interface FoundEvents {
  events: EventKey[];
  /** The anonymous IDs that are connected to the user, see `anonKey`. */
  anons: Set<string>;
  /** Identities whose anonymous ID equals the user's ID. */
  namesakes: { game_id: string; anon_id: string }[];
}

const CHUNK = 500;

/**
 * Finds all events that contain the user's ID or one of their anonymous IDs. No index supports this, so it reads the
 * whole table.
 */
export async function findEvents(handle: Handle, userId: string): Promise<FoundEvents> {
  const { db, t } = handle;
  const { sdk_events: e, identities: i } = t;
  const joined = await db.select({ game_id: i.game_id, anon_id: i.anon_id }).from(i).where(eq(i.user_id, userId));
  const anonIds = [...new Set(joined.map(({ anon_id }) => anon_id))];
  const key = { event_id: e.event_id, created_at: e.created_at };
  const said = or(
    eq(e.user_id, userId),
    eq(e.anon_id, userId),
    ...(isDistinct(userId)
      ? [holdsText(handle, e.payload, inJson(userId)), holdsText(handle, e.referral_link, userId)]
      : []),
  );
  const found = await db.select(key).from(e).where(said);
  for (let at = 0; at < anonIds.length; at += CHUNK) {
    const some = anonIds.slice(at, at + CHUNK);
    found.push(
      ...(await db
        .select(key)
        .from(e)
        .where(or(inArray(e.anon_id, some), inArray(e.user_id, some)))),
    );
  }
  return {
    events: [...new Map(found.map((event) => [`${event.event_id} ${event.created_at}`, event])).values()],
    anons: new Set(joined.map(({ game_id, anon_id }) => anonKey(game_id, anon_id))),
    namesakes: await db.select({ game_id: i.game_id, anon_id: i.anon_id }).from(i).where(eq(i.anon_id, userId)),
  };
}

/**
 * Erases the user from events. In another game, the same anonymous ID can belong to another person, whose events
 * do not change.
 * @returns the number of events that contained the user's data
 */
export async function eraseEvents(
  { db, t }: Handle,
  keys: readonly EventKey[],
  anons: ReadonlySet<string>,
  erasure: Erasure,
): Promise<number> {
  const { sdk_events: e } = t;
  const here = (key: EventKey) => and(eq(e.event_id, key.event_id), eq(e.created_at, key.created_at));
  const rows = await db
    .select({
      event_id: e.event_id,
      created_at: e.created_at,
      game_id: e.game_id,
      anon_id: e.anon_id,
      user_id: e.user_id,
      referral_link: e.referral_link,
      payload: e.payload,
    })
    .from(e)
    .where(or(...keys.map(here)));
  let changed = 0;
  for (const row of rows) {
    const change = eraseEvent(row, anons, erasure);
    if (isSameEvent(row, change)) continue;
    await db.update(e).set(change).where(here(row));
    changed += 1;
  }
  return changed;
}

export async function dropNamesake({ db, t }: Handle, { game_id, anon_id }: FoundEvents['namesakes'][number]) {
  const { identities: i } = t;
  await db.delete(i).where(and(eq(i.game_id, game_id), eq(i.anon_id, anon_id)));
}
