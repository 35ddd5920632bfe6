export type CursorValue = string | number;

export interface KeysetPage<T> {
  data: T[];
  next_cursor: string | null;
}

/** Where a page ended: the values of its last row that the list is ordered by. Opaque to callers. */
export const encodeCursor = (values: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** What `encodeCursor` was given; whatever else comes as a cursor is refused. */
export function decodeCursor(cursor: string): CursorValue[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(values) && values.length > 0 && values.every(isCursorValue) && encodeCursor(values) === cursor)
      return values;
  } catch {
    // Refused below.
  }
  throw new UnknownCursor();
}

/** The cursor of a list that is ordered by numbers alone, `count` of them; null where the caller begins. */
export function numbersOfCursor(cursor: string | undefined, count: number): number[] | null {
  if (cursor === undefined) return null;
  const values = decodeCursor(cursor);
  if (values.length !== count || !values.every((value) => Number.isSafeInteger(value))) throw new UnknownCursor();
  return values as number[];
}

/** A page out of rows that were asked for with `limit + 1`: the one too many says that there is more. */
export function pageOf<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => CursorValue[]): KeysetPage<T> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last ? encodeCursor(cursorOf(last)) : null };
}

const isCursorValue = (value: unknown): value is CursorValue => typeof value === 'string' || Number.isFinite(value);

/** The caller gave a text that no page of this list ended with. */
export class UnknownCursor extends Error {}
