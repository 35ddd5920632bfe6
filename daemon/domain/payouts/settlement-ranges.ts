/** A range of settlement numbers that includes both ends. */
export type Range = readonly [from: number, to: number];

const FIRST_SETTLEMENT = 1;

export const covers = (ranges: readonly Range[], settlementNo: number): boolean =>
  ranges.some(([from, to]) => from <= settlementNo && settlementNo <= to);

/** Returns the numbers from the first settlement to `upTo` that are in none of the ranges. */
export function freeRanges(held: readonly Range[], upTo: number): Range[] {
  const free: Range[] = [];
  let next = FIRST_SETTLEMENT;
  for (const [from, to] of held.toSorted((a, b) => a[0] - b[0])) {
    if (from > next) free.push([next, Math.min(from - 1, upTo)]);
    next = Math.max(next, to + 1);
    if (next > upTo) break;
  }
  if (next <= upTo) free.push([next, upTo]);
  return free.filter(([from, to]) => from <= to);
}

/** Returns whether the ranges cover every number from the first settlement to their last one exactly once. */
export function areSeamless(ranges: readonly Range[]): boolean {
  let next = FIRST_SETTLEMENT;
  return ranges
    .toSorted((a, b) => a[0] - b[0])
    .every(([from, to]) => {
      const fits = from === next;
      next = to + 1;
      return fits;
    });
}

/** Returns the first number that is in two of the ranges, or null. */
export function findOverlap(ranges: readonly Range[]): number | null {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0]);
  const second = sorted.find((range, at) => at > 0 && range[0] <= (sorted[at - 1]?.[1] ?? 0));
  return second?.[0] ?? null;
}

export const parseRanges = (text: string) => JSON.parse(text) as Range[];
