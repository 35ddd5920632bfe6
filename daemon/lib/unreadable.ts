const details = new WeakMap<object, string>();

/** Creates a placeholder for an item that is refused on its own. Only the daemon's parser can create one. */
export function unreadable(detail: string): object {
  const value = {};
  details.set(value, detail);
  return value;
}

/** Returns why the item was refused; undefined for any other value. */
export const whyUnreadable = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? details.get(value) : undefined;
