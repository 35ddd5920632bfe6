/** A fault, and its place in the text. */
export interface TextFault {
  offset: number;
  message: string;
}

/** The fault of a text by its kind too, so that the Portal can name it in its own language. */
export interface RewardsTextFault extends TextFault {
  kind: 'tooLarge' | 'forbidden' | 'tooDeep';
}

const MAX_BYTES = 65_536;
/** An object in an object is two levels deep. */
const MAX_LEVELS = 100;

/**
 * The first fault that forbids a text as rewards, whether or not the text is JSON: the daemon refuses it, and the
 * Portal's editor shows its place. It reads the text without recursion, so no text is too deep for it.
 */
export function findRewardsTextFault(text: string): RewardsTextFault | null {
  if (new TextEncoder().encode(text).length > MAX_BYTES)
    return { kind: 'tooLarge', offset: 0, message: 'Rewards may be at most 64 KiB.' };
  return findForbidden(text) ?? findTooDeep(text);
}

const FORBIDDEN = 'NUL characters and lone surrogates are not allowed, not even written as escapes.';
const BARE = /\0|\p{Surrogate}/u;
/** A pair of escapes for one character matches without a group; a lone half matches with one. */
const ESCAPES = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u([0-9a-fA-F]{4})|[^u])/gs;

function findForbidden(text: string): RewardsTextFault | null {
  const bare = text.search(BARE);
  if (bare >= 0) return { kind: 'forbidden', offset: bare, message: FORBIDDEN };
  for (const { 1: hex, index } of text.matchAll(ESCAPES))
    if (hex !== undefined && BARE.test(String.fromCharCode(Number.parseInt(hex, 16))))
      return { kind: 'forbidden', offset: index, message: FORBIDDEN };
  return null;
}

function findTooDeep(text: string): RewardsTextFault | null {
  let levels = 0;
  let inString = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (inString && character === '\\') offset += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === '{' || character === '[') {
      levels += 1;
      if (levels > MAX_LEVELS)
        return { kind: 'tooDeep', offset, message: `Rewards may be at most ${MAX_LEVELS} levels deep.` };
    } else if (character === '}' || character === ']') levels -= 1;
  }
  return null;
}
