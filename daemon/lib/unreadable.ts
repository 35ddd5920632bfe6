const details = new WeakMap<object, string>();

/** The placeholder for an item that is refused by itself. Only the daemon's own parser can make one. */
export function unreadable(detail: string): object {
  const value = {};
  details.set(value, detail);
  return value;
}

/** Why the item was refused; undefined for every other value. */
export const whyUnreadable = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? details.get(value) : undefined;
