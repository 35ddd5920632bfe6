/** The values in the query of a landing page's address. */
export interface Landing {
  utms?: Record<string, string>;
  link?: string;
  code?: string;
}

/** What the SDK stores about where the player came from. */
export interface Touches {
  first?: Record<string, string>;
  last?: Record<string, string>;
  link?: string;
  code?: string;
}

/** Returns the `utm_*` parameters, `linkId` and `code` from the query of an address, decoded. */
export function readLanding(search: string): Landing {
  const query = new URLSearchParams(search);
  const utms = [...query].filter(([name]) => /^utm_\w+$/.test(name));
  const link = query.get('linkId')?.slice(0, 4096);
  // If there is a `state` parameter, `code` belongs to another site's sign-in (OAuth) and is not a redeem code.
  const code = !query.has('state') && query.get('code');
  // A missing value must not replace one from an earlier address.
  return { ...(utms[0] && { utms: Object.fromEntries(utms) }), ...(link && { link }), ...(code && { code }) };
}

/** Adds a landing to the stored touches. `isNew` is true if the landing has different UTMs or a different link. */
export function joinLanding(touches: Touches, landing: Landing): { touches: Touches; isNew: boolean } {
  const { utms = touches.last, link = touches.link, code = touches.code } = landing;
  return {
    touches: { first: touches.first ?? utms, last: utms, link, code },
    isNew: JSON.stringify([utms, link]) !== JSON.stringify([touches.last, touches.link]),
  };
}

/** Returns the `utms` of an event: those of the last touch, and `first_touch` if the first touch differs. */
export function utmsOf({ first, last }: Touches): Record<string, unknown> | undefined {
  return JSON.stringify(first) === JSON.stringify(last) ? last : { ...last, first_touch: first };
}
