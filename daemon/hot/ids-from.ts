/** Creates a function that returns consecutive IDs, beginning with `first`. */
export function idsFrom(first: number): () => number {
  let next = first;
  return () => next++;
}
