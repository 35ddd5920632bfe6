type Given<T> = { [Name in keyof T]?: T[Name] | undefined };

/** Returns the given fields whose values differ from `before`, or null if none does. It skips undefined fields. */
export function changedFields<T extends object>(before: T, given: Given<T>): Partial<T> | null {
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isSame(value, before[name as keyof T]),
  );
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<T>);
}

const isSame = (one: unknown, other: unknown) =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));
