/** The fields of a form whose text changed, trimmed; a blank field removes the value. */
export function changedText<T extends Record<string, string>>(before: T, after: T): { [K in keyof T]?: string | null } {
  const changed = Object.entries(after).filter(([name, text]) => text.trim() !== before[name]?.trim());
  return Object.fromEntries(changed.map(([name, text]) => [name, text.trim() || null])) as {
    [K in keyof T]?: string | null;
  };
}
