/** Groups values by a key, in their order. Each group contains what `take` returns for its values. */
export function groupBy<T, K, V = T>(values: Iterable<T>, keyOf: (value: T) => K, take?: (value: T) => V): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const taken = take ? take(value) : (value as unknown as V);
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(taken);
    else groups.set(key, [taken]);
  }
  return groups;
}
