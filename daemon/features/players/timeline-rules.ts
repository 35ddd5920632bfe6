/**
 * The sources of a timeline. At the same instant, rows from a source further down this list count as newer, because a
 * landing leads to a claim.
 */
export const SOURCES = ['event', 'claim', 'payment'] as const;
export type Source = (typeof SOURCES)[number];

/** A position in the order by time, source and ID. */
export interface Place {
  at: number;
  source: Source;
  /** Text for events, a number for other rows. An empty text and 0 come before all IDs. */
  id: string | number;
}

/** A row from one source with its position. */
export interface Placed<Row> {
  place: Place;
  row: Row;
}

/** The rows read from one source, newest first. */
export interface Slice<Row> {
  rows: readonly Placed<Row>[];
  /** The position up to which all rows from the source have been read; null if there are no older ones. */
  next: Place | null;
}

const rankOf = ({ source }: Place) => SOURCES.indexOf(source);
/** Orders positions from different sources, newest first. */
const byTime = (a: Place, b: Place) => b.at - a.at || rankOf(b) - rankOf(a);

/** Returns the position from which to read a source's rows that are older than a position in the timeline. */
export function startIn(source: Source, after: Place | null): Pick<Place, 'at' | 'id'> | null {
  if (!after || source === after.source) return after;
  const isOlder = SOURCES.indexOf(source) < rankOf(after);
  return { at: isOlder ? after.at + 1 : after.at, id: source === 'event' ? '' : 0 };
}

/**
 * Merges the slices into a page of at most `limit` rows. If a source was read only in part, all rows older than that
 * part are left for the next page.
 */
export function mergeSlices<Row>(slices: readonly Slice<Row>[], limit: number): { rows: Row[]; next: Place | null } {
  const [end = null] = slices.flatMap(({ next }) => next ?? []).sort(byTime);
  // Rows from one source are already in order, and this sort keeps their order.
  const sorted = slices.flatMap(({ rows }) => rows).sort((a, b) => byTime(a.place, b.place));
  const ready = end ? sorted.filter(({ place }) => byTime(place, end) <= 0) : sorted;
  const page = ready.slice(0, limit);
  return {
    rows: page.map(({ row }) => row),
    next: ready.length > limit ? (page.at(-1)?.place ?? null) : end,
  };
}

/** Creates the slice of a source from which `limit + 1` rows were read; the extra row shows that there are more. */
export function sliceOf<Row>(rows: readonly Placed<Row>[], limit: number): Slice<Row> {
  const kept = rows.slice(0, limit);
  return { rows: kept, next: rows.length > limit ? (kept.at(-1)?.place ?? null) : null };
}
