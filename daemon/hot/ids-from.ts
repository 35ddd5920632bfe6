/** Counts up from the first id of a reserved range. */
export function idsFrom(first: number): () => number {
  let next = first;
  return () => next++;
}
