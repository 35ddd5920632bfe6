/** The number of codes in a batch, and the number of active ones. */
export interface CodeCounts {
  codes: number;
  active: number;
}

export function activeOf({ codes, active }: CodeCounts): 'Y' | 'N' | 'some' {
  if (active === 0) return 'N';
  return active === codes ? 'Y' : 'some';
}

/** Returns the progress of a batch's switch; null if there is none. */
export const progressOf = (to: boolean | null, { codes, active }: CodeCounts) =>
  to === null ? null : { to: to ? ('Y' as const) : ('N' as const), done: to ? active : codes - active, total: codes };
