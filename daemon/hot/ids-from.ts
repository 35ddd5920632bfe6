/** Creates a function that counts up from the first ID of a reserved range. */
export function idsFrom(first: number): () => number {
  let next = first;
  return () => next++;
}
