/** Most IDs are shorter, and are shown in full. */
const MOST = 24;
const START = 11;
const END = 10;

/** Shortens a long ID in the middle, because IDs of one game often start alike and differ at the end. */
export function shortId(id: string): string {
  const characters = [...id];
  if (characters.length <= MOST) return id;
  return `${characters.slice(0, START).join('')}…${characters.slice(-END).join('')}`;
}
