import { decodeCursor, encodeCursor, UnknownCursor } from '../../db/query/keyset.ts';
import { type Place, SOURCES } from './timeline-rules.ts';

const EVENT_ID = /^[0-9a-f-]{36}$|^$/;

export const cursorOf = ({ source, at, id }: Place): string => encodeCursor([source, at, id]);

/**
 * Parses what `cursorOf` returned.
 * @throws for the cursor of another list
 */
export function placeOfCursor(cursor: string): Place {
  const [word, at, id, ...more] = decodeCursor(cursor);
  const source = SOURCES.find((one) => one === word);
  const isId = source === 'event' ? typeof id === 'string' && EVENT_ID.test(id) : Number.isSafeInteger(id);
  if (!source || id === undefined || !isId || !Number.isSafeInteger(at) || more.length > 0) throw new UnknownCursor();
  return { source, at: at as number, id };
}
