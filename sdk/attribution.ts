/** What a landing's address says. */
export interface Landing {
  utms?: Record<string, string>;
  link?: string;
  code?: string;
}

/** What is known of where the player came from. */
export interface Touches {
  first?: Record<string, string>;
  last?: Record<string, string>;
  link?: string;
  code?: string;
}

/** The `utm_*` parameters, `linkId` and `code` of an address's query, decoded. */
export function readLanding(search: string): Landing {
  const query = new URLSearchParams(search);
  const utms = [...query].filter(([name]) => /^utm_\w+$/.test(name));
  return {
    utms: utms[0] && Object.fromEntries(utms),
    link: query.get('linkId')?.slice(0, 4096) || undefined,
    // A `state` beside it makes it the answer of a sign-in elsewhere.
    code: (!query.has('state') && query.get('code')) || undefined,
  };
}

/** Joins a landing to what is known; `isNew` where it brings other UTMs or another link. */
export function joinLanding(touches: Touches, landing: Landing): { touches: Touches; isNew: boolean } {
  const { utms = touches.last, link = touches.link, code = touches.code } = landing;
  return {
    touches: { first: touches.first ?? utms, last: utms, link, code },
    isNew: JSON.stringify([utms, link]) !== JSON.stringify([touches.last, touches.link]),
  };
}

/** The `utms` of an event: the last touch, and the first one where it differs. */
export function utmsOf({ first, last }: Touches): Record<string, unknown> | undefined {
  return JSON.stringify(first) === JSON.stringify(last) ? last : { ...last, first_touch: first };
}
