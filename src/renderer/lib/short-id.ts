/** Most ids are shorter, and are shown in full. */
const MOST = 24;
const START = 11;
const END = 10;

/** An id for a list; a long one without its middle, because ids of one game often begin alike and differ at the end. */
export function shortId(id: string): string {
  const characters = [...id];
  if (characters.length <= MOST) return id;
  return `${characters.slice(0, START).join('')}…${characters.slice(-END).join('')}`;
}
