/** The sources of a timeline. At one instant, the rows of a later source are newer: a landing leads to a claim. */
export const SOURCES = ['event', 'claim', 'payment'] as const;
export type Source = (typeof SOURCES)[number];

/** A place in the order by time, source and ID. */
export interface Place {
  at: number;
  source: Source;
  /** The ID of an event is text. An empty one and 0 are before every other ID. */
  id: string | number;
}

/** A row of one source with its place. */
export interface Placed<Row> {
  place: Place;
  row: Row;
}

/** What was read of one source, newest first. */
export interface Slice<Row> {
  rows: readonly Placed<Row>[];
  /** The place up to which all rows of the source have been read; null if there are no older ones. */
  next: Place | null;
}

const rankOf = ({ source }: Place) => SOURCES.indexOf(source);
/** Orders places of different sources, newest first. */
const byTime = (a: Place, b: Place) => b.at - a.at || rankOf(b) - rankOf(a);

/** Returns the place in a source after which its rows are older than a place of the timeline. */
export function startIn(source: Source, after: Place | null): Pick<Place, 'at' | 'id'> | null {
  if (!after || source === after.source) return after;
  const isOlder = SOURCES.indexOf(source) < rankOf(after);
  return { at: isOlder ? after.at + 1 : after.at, id: source === 'event' ? '' : 0 };
}

/**
 * Merges the slices to a page of at most `limit` rows. A source may have been read only in part, so rows that are older
 * than what was read of every source wait for the next page.
 */
export function mergeSlices<Row>(slices: readonly Slice<Row>[], limit: number): { rows: Row[]; next: Place | null } {
  const [end = null] = slices.flatMap(({ next }) => next ?? []).sort(byTime);
  // Rows of one source are in order already, and this keeps their order.
  const sorted = slices.flatMap(({ rows }) => rows).sort((a, b) => byTime(a.place, b.place));
  const ready = end ? sorted.filter(({ place }) => byTime(place, end) <= 0) : sorted;
  const page = ready.slice(0, limit);
  return {
    rows: page.map(({ row }) => row),
    next: ready.length > limit ? (page.at(-1)?.place ?? null) : end,
  };
}

/** Creates the slice of a source that was read with `limit + 1`, of which the extra row shows that there are more. */
export function sliceOf<Row>(rows: readonly Placed<Row>[], limit: number): Slice<Row> {
  const kept = rows.slice(0, limit);
  return { rows: kept, next: rows.length > limit ? (kept.at(-1)?.place ?? null) : null };
}
