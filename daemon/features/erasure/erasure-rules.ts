import { isDeepStrictEqual } from 'node:util';

/** The user to erase, and the tombstone. */
export interface Erasure {
  userId: string;
  tombstone: string;
}

const MIN_DISTINCT = 6;
/** Checks whether the ID is long enough to search texts for: a short ID would match by chance. */
export const isDistinct = (userId: string) => [...userId].length >= MIN_DISTINCT;

/** Returns the ID as it appears inside a JSON text. */
export const inJson = (userId: string): string => JSON.stringify(userId).slice(1, -1);

/** Matches an ID only as a separate word: `player1` in `order-player1`, but not in `player12`, another player's ID. */
const placesOf = (userId: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${userId.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');

export const standsIn = (text: string, userId: string): boolean =>
  isDistinct(userId) && text.includes(userId) && placesOf(userId).test(text);

export const withoutId = (text: string, { userId, tombstone }: Erasure): string =>
  isDistinct(userId) && text.includes(userId) ? text.replace(placesOf(userId), tombstone) : text;

/** Changes all strings and all names in a JSON value. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), mapStrings(item, change)]));
}

export interface EventRow {
  game_id: string;
  anon_id: string | null;
  user_id: string | null;
  referral_link: string | null;
  payload: string;
}
export type EventChange = Pick<EventRow, 'anon_id' | 'user_id' | 'referral_link' | 'payload'>;

export const anonKey = (gameId: string, anonId: string) => `${gameId}\n${anonId}`;

/**
 * Removes the user from an event. The user's own event keeps its type and time for the counts, and loses all data about
 * the user. Another user's event loses only the ID and the anonymous ID of a shared device.
 * @param anons the anonymous IDs that are connected to the user, see `anonKey`
 */
export function eraseEvent(row: EventRow, anons: ReadonlySet<string>, erasure: Erasure): EventChange {
  const isTheirs = (id: string | null) => id !== null && (id === erasure.userId || anons.has(anonKey(row.game_id, id)));
  const own = row.user_id === null ? isTheirs(row.anon_id) : isTheirs(row.user_id);
  const change = (text: string) => withoutId(text, erasure);
  const event = JSON.parse(row.payload) as Record<string, unknown>;
  const { anon_id, user_details, ...rest } = event;
  const who = own ? { user_details: { user_id: erasure.tombstone } } : { user_details };
  const device = own || isTheirs(row.anon_id) ? {} : { anon_id };
  const payload = { ...(mapStrings(own ? withoutDetails(rest) : rest, change) as object), ...device, ...who };
  return {
    anon_id: own || isTheirs(row.anon_id) ? null : row.anon_id,
    user_id: own ? erasure.tombstone : row.user_id,
    referral_link: row.referral_link === null ? null : change(row.referral_link),
    payload: JSON.stringify(payload),
  };
}

function withoutDetails({ event, ...rest }: Record<string, unknown>) {
  const { event_details: _, ...kind } = (event ?? {}) as Record<string, unknown>;
  return { ...rest, event: kind };
}

/** Compares two rows; the fields of their payloads can be in a different order. */
export const isSameEvent = (row: EventChange, change: EventChange) =>
  row.user_id === change.user_id &&
  row.anon_id === change.anon_id &&
  row.referral_link === change.referral_link &&
  isDeepStrictEqual(JSON.parse(row.payload), JSON.parse(change.payload));
