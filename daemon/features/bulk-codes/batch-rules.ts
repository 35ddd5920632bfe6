/** How many codes a batch has, and how many of them are on. */
export interface CodeCounts {
  codes: number;
  active: number;
}

export function activeOf({ codes, active }: CodeCounts): 'Y' | 'N' | 'some' {
  if (active === 0) return 'N';
  return active === codes ? 'Y' : 'some';
}

/** How far the switch of a batch is; null if there is none. */
export const progressOf = (to: boolean | null, { codes, active }: CodeCounts) =>
  to === null ? null : { to: to ? ('Y' as const) : ('N' as const), done: to ? active : codes - active, total: codes };
