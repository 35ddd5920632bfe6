import type { StoredWindow } from '../../domain/codes/code-window.ts';

/** The number of codes in a batch, how many of them are active, and how many a change in progress has reached. */
export interface CodeCounts {
  codes: number;
  active: number;
  changed: number;
}

export function activeOf({ codes, active }: Omit<CodeCounts, 'changed'>): 'Y' | 'N' | 'some' {
  if (active === 0) return 'N';
  return active === codes ? 'Y' : 'some';
}

/** Returns the progress of activating or deactivating a batch; null if neither is in progress. */
export const progressOf = (to: boolean | null, { codes, active }: CodeCounts) =>
  to === null ? null : { to: to ? ('Y' as const) : ('N' as const), done: to ? active : codes - active, total: codes };

/** Returns the progress of a change to a batch's codes; null if there is none. */
export function changingOf(job: { window_changes: string | null }, { codes, changed }: CodeCounts) {
  const fields = windowChangesOf(job);
  return fields.length === 0 ? null : { fields, done: changed, total: codes };
}

/** The fields that can be changed for all codes of a batch, apart from `active`. */
export const CHANGE_FIELDS = ['usage_limit', 'starts_at', 'ends_at', 'recipient', 'conditions'] as const satisfies (
  | keyof StoredWindow
  | 'usage_limit'
)[];
type ChangeField = (typeof CHANGE_FIELDS)[number];

/** Returns the fields that a change in progress sets on a batch's codes. */
export const windowChangesOf = ({ window_changes }: { window_changes: string | null }): ChangeField[] =>
  window_changes === null ? [] : JSON.parse(window_changes);
