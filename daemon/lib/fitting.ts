/** Counts the first entries whose sizes add up to at most `most`; at least one, if there is any. */
export function fitting(sizes: readonly number[], most: number): number {
  let sum = 0;
  const tooLarge = sizes.findIndex((size) => {
    sum += size;
    return sum > most;
  });
  return tooLarge < 0 ? sizes.length : Math.max(1, tooLarge);
}
