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
  const link = query.get('linkId')?.slice(0, 4096);
  const code = query.get('code');
  return {
    ...(utms[0] && { utms: Object.fromEntries(utms) }),
    ...(link && { link }),
    // A `state` beside it makes it the answer of a sign-in elsewhere.
    ...(code && !query.has('state') && { code }),
  };
}

/** Joins a landing to what is known; `isNew` where it brings other UTMs or another link. */
export function joinLanding(touches: Touches, { utms, link, code }: Landing): { touches: Touches; isNew: boolean } {
  const isNew = (!!utms && JSON.stringify(utms) !== JSON.stringify(touches.last)) || (!!link && link !== touches.link);
  return {
    touches: {
      ...touches,
      ...(utms && { first: touches.first ?? utms, last: utms }),
      ...(link && { link }),
      ...(code && { code }),
    },
    isNew,
  };
}

/** The `utms` of an event: the last touch, and the first one where it differs. */
export function utmsOf({ first, last }: Touches): Record<string, unknown> | undefined {
  return JSON.stringify(first) === JSON.stringify(last) ? last : { ...last, first_touch: first };
}
