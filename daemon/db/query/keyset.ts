export type CursorValue = string | number;

export interface KeysetPage<T> {
  data: T[];
  next_cursor: string | null;
}

/** Encodes a page's cursor: from its last row, the values by which the list is ordered. It is opaque to clients. */
export const encodeCursor = (values: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** Decodes what `encodeCursor` returned; throws for any other text. */
export function decodeCursor(cursor: string): CursorValue[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(values) && values.length > 0 && values.every(isCursorValue) && encodeCursor(values) === cursor)
      return values;
  } catch {
    // The throw below handles it.
  }
  throw new UnknownCursor();
}

/** Decodes the cursor of a list that is ordered by `count` numbers; null for the first page. */
export function numbersOfCursor(cursor: string | undefined, count: number): number[] | null {
  if (cursor === undefined) return null;
  const values = decodeCursor(cursor);
  if (values.length !== count || !values.every((value) => Number.isSafeInteger(value))) throw new UnknownCursor();
  return values as number[];
}

/** Creates a page from rows read with a limit of `limit + 1`; an extra row shows that there is another page. */
export function pageOf<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => CursorValue[]): KeysetPage<T> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last ? encodeCursor(cursorOf(last)) : null };
}

const isCursorValue = (value: unknown): value is CursorValue => typeof value === 'string' || Number.isFinite(value);

/** The client sent a cursor that is not from this list. */
export class UnknownCursor extends Error {}
