// Chooses the code that the next player redeems. The choices are the same in every run with the same seed.

/** Returns a generator of numbers from 0 to 1 (Mulberry32, public domain, 32 bits). @param {number} seed */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns a function that picks one of `count` codes. With `even`, all codes are equally likely; with `zipf`, the n-th
 * is 1/n as likely as the first.
 * @param {{ spread: 'even' | 'zipf', count: number, seed: number }} terms
 * @returns {() => number} from 0 to count - 1
 */
export function pickCodes({ spread, count, seed }) {
  const random = seeded(seed);
  if (spread === 'even') return () => Math.floor(random() * count);
  const sums = new Float64Array(count);
  let sum = 0;
  for (let n = 0; n < count; n += 1) {
    sum += 1 / (n + 1);
    sums[n] = sum;
  }
  return () => firstAbove(sums, random() * sum);
}

/** @param {Float64Array} sums ascending @param {number} value below the last */
function firstAbove(sums, value) {
  let from = 0;
  let to = sums.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (/** @type {number} */ (sums[middle]) > value) to = middle;
    else from = middle + 1;
  }
  return from;
}
