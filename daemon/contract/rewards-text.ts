/** A fault with its position in the text. */
export interface RewardsTextFault {
  offset: number;
  code: 'rewards_too_large' | 'rewards_forbidden' | 'rewards_too_deep';
}

const MAX_BYTES = 65_536;
/** For example, an object in an object is two levels deep. */
const MAX_LEVELS = 100;

/**
 * Returns the first fault that makes a text unusable as rewards, even if the text is not JSON. The Portal's editor
 * shows the position of the fault. The function does not use recursion, so it can read text of any depth.
 */
export function findRewardsTextFault(text: string): RewardsTextFault | null {
  if (new TextEncoder().encode(text).length > MAX_BYTES) return { code: 'rewards_too_large', offset: 0 };
  return findForbidden(text) ?? findTooDeep(text);
}

const BARE = /\0|\p{Surrogate}/u;
/** An escaped surrogate pair matches without the group; a lone surrogate matches with the group. */
const ESCAPES = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u([0-9a-fA-F]{4})|[^u])/gs;

function findForbidden(text: string): RewardsTextFault | null {
  const bare = text.search(BARE);
  if (bare >= 0) return { code: 'rewards_forbidden', offset: bare };
  for (const { 1: hex, index } of text.matchAll(ESCAPES))
    if (hex !== undefined && BARE.test(String.fromCharCode(Number.parseInt(hex, 16))))
      return { code: 'rewards_forbidden', offset: index };
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
      if (levels > MAX_LEVELS) return { code: 'rewards_too_deep', offset };
    } else if (character === '}' || character === ']') levels -= 1;
  }
  return null;
}
