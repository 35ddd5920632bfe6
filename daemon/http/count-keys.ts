const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/** The shortest member of an object: `"":0,` */
const MEMBER_BYTES = 5;

/**
 * Whether an object of the text may have more than `most` keys in all its levels down to `depth`. To parse a hundred
 * thousand different keys takes a tenth of a second, to look through their text some milliseconds.
 */
export function hasMoreKeys(json: Buffer, most: number, depth = Number.POSITIVE_INFINITY): boolean {
  if (json.length < most * MEMBER_BYTES) return false;
  let [keys, level] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) level += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) level -= 1;
    else if (byte === COLON && level <= depth) {
      keys += 1;
      if (keys > most) return true;
    }
  }
  return false;
}

/** Where the text ends that begins at a quote. */
function endOfText(json: Buffer, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
