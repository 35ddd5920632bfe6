import { pick } from '../../lib/pick.ts';

export interface FieldChanges<T> {
  before: Partial<T>;
  after: Partial<T>;
}

/** Returns the fields that differ, with their old and new values, or null if no field differs. */
export function changesBetween<T extends object>(before: T, after: T): FieldChanges<T> | null {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (changed.length === 0) return null;
  return { before: pick(before, changed), after: pick(after, changed) };
}
