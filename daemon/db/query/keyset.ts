export type CursorValue = string | number;

export interface KeysetPage<T> {
  data: T[];
  next_cursor: string | null;
}

/** The cursor of a page: the values of its last row by which the list is ordered. Opaque to clients. */
export const encodeCursor = (values: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** The values that `encodeCursor` was given; throws for any other text. */
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

/** The cursor of a list that is ordered by `count` numbers; null for the first page. */
export function numbersOfCursor(cursor: string | undefined, count: number): number[] | null {
  if (cursor === undefined) return null;
  const values = decodeCursor(cursor);
  if (values.length !== count || !values.every((value) => Number.isSafeInteger(value))) throw new UnknownCursor();
  return values as number[];
}

/** Makes a page from rows that were read with `limit + 1`: the extra row shows that there are more. */
export function pageOf<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => CursorValue[]): KeysetPage<T> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last ? encodeCursor(cursorOf(last)) : null };
}

const isCursorValue = (value: unknown): value is CursorValue => typeof value === 'string' || Number.isFinite(value);

/** The client sent a cursor that no page of this list has. */
export class UnknownCursor extends Error {}
