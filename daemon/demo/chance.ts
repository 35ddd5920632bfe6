/** Repeatable random numbers: the same seed produces the same demo. */
export interface Chance {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  whole(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** Picks the first entries much more often than the last ones. */
  pickFamous<T>(list: readonly T[]): T;
  /** Returns a random number of events, on average `mean`. */
  count(mean: number): number;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  // The generator is mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const at = <T>(list: readonly T[], part: number) => list[Math.floor(part * list.length)] as T;
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => at(list, next()),
    pickFamous: (list) => at(list, next() ** 2.6),
    count(mean) {
      const spread = Math.sqrt(mean) * (next() + next() + next() - 1.5) * 2;
      const rounded = Math.floor(mean + spread + next());
      return Math.max(0, rounded);
    },
  };
}
