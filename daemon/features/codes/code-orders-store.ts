import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { type CursorValue, decodeCursor, encodeCursor, UnknownCursor } from '../../db/query/keyset.ts';
import { CLAIMS } from './code-filters-store.ts';

export interface Order {
  name: string;
  key: SQL<string | number>;
  type: 'string' | 'number';
  isDescending: boolean;
  /** True if all codes have different keys, so that the ID is not needed to order them. */
  isUnique: boolean;
}

/** The position of a code in a sort order. */
export interface Place {
  key: string | number;
  id: number;
}

const BY_CLAIMS = 'number_of_claims';
export const isByClaims = ({ name }: Order) => name === BY_CLAIMS;

export function orderOf({ t: { codes } }: Handle, sort = '-created_at'): Order {
  const name = sort.replace(/^-/, '');
  const keys: Record<string, Pick<Order, 'key' | 'type'>> = {
    created_at: { key: sql`${codes.created_at}`, type: 'number' },
    name: { key: sql`lower(${codes.name})`, type: 'string' },
    code: { key: sql`${codes.code_norm}`, type: 'string' },
    [BY_CLAIMS]: { key: CLAIMS, type: 'number' },
  };
  const found = keys[name];
  if (!found) throw new Error(`No column to sort by: ${name}`);
  return { name, isDescending: sort.startsWith('-'), isUnique: name === 'code', ...found };
}

export function sorted({ t: { codes } }: Handle, { key, isDescending, isUnique }: Order): SQL[] {
  const direction = isDescending ? desc : asc;
  return isUnique ? [direction(key)] : [direction(key), direction(codes.code_id)];
}

/** Selects the codes after a position. */
export const behind = (handle: Handle, order: Order, place: Place | null): SQL | undefined =>
  place === null ? undefined : compared(handle, order, order.isDescending ? '<' : '>', place);

/** Selects the codes up to and including a position. */
export const upTo = (handle: Handle, order: Order, place: Place | null): SQL | undefined =>
  place === null ? undefined : compared(handle, order, order.isDescending ? '>=' : '<=', place);

/** Compares key and ID as one value, so that an index can be used. */
function compared({ dialect, t: { codes } }: Handle, { key, isUnique }: Order, sign: string, place: Place) {
  const keyIs = (how: string) => sql`${key} ${sql.raw(how)} ${place.key}`;
  if (isUnique) return keyIs(sign);
  const pair = sql`(${key}, ${codes.code_id}) ${sql.raw(sign)} (${place.key}, ${place.id})`;
  // SQLite uses an index on an expression, such as the one for names, only if the expression is compared on its own.
  return dialect === 'sqlite' ? and(keyIs(`${sign.charAt(0)}=`), pair) : pair;
}

/** Returns the position of a row. Postgres returns sums as text. */
export const placeOf = ({ type }: Order, { key, code_id }: { key: string | number; code_id: number }): Place => ({
  key: type === 'number' ? Number(key) : String(key),
  id: code_id,
});

/** The content of a cursor. */
export interface CodeCursor {
  /** The last row shown, or the last one that a search read; null at the start. */
  last: Place | null;
  /**
   * A search sorted by claims sorts the codes in blocks, newest first. Its current block starts after this position.
   */
  block: Place | null;
  /** The ID of the code that a search showed before all others; 0 if there was none. */
  firstId: number;
}

const BEGINNING: CodeCursor = { last: null, block: null, firstId: 0 };

/** A position before the newest code. */
const NEWEST: Place = { key: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

export const cursorOfRow = ({ name }: Order, { key, id }: Place) => encodeCursor([name, key, id]);

const searchIn = ({ name }: Order) => `search by ${name}`;

export function cursorOfSearch(order: Order, { last, block, firstId }: CodeCursor): string {
  const places = isByClaims(order) ? [block ?? NEWEST, last] : [last];
  return encodeCursor([searchIn(order), firstId, ...places.flatMap((place) => (place ? [place.key, place.id] : []))]);
}

/** Reads the cursor of a list or search. */
export function readCursor(order: Order, cursor: string | undefined): CodeCursor {
  if (cursor === undefined) return BEGINNING;
  const [name, ...values] = decodeCursor(cursor);
  if (name === order.name) return { ...BEGINNING, last: checkedPlace(order.type, values) };
  const [firstId, ...places] = values;
  if (name !== searchIn(order) || !Number.isSafeInteger(firstId)) throw new UnknownCursor();
  const block = isByClaims(order) ? checkedPlace('number', places.splice(0, 2)) : null;
  return { last: places.length === 0 ? null : checkedPlace(order.type, places), block, firstId: Number(firstId) };
}

function checkedPlace(type: Order['type'], [key, id, ...more]: CursorValue[]): Place {
  const isKey = typeof key === type && (type === 'string' || Number.isSafeInteger(key));
  if (key === undefined || !isKey || !Number.isSafeInteger(id) || more.length > 0) throw new UnknownCursor();
  return { key, id: Number(id) };
}
