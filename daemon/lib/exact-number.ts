/**
 * A JSON number kept as text because a double would lose digits. Only the daemon's parser can create one, so
 * `{"numberText": "5"}` in a request stays an object.
 */
export interface ExactNumber {
  readonly numberText: string;
}

const made = new WeakSet<object>();

export function exactNumber(numberText: string): ExactNumber {
  const value = { numberText };
  made.add(value);
  return value;
}

export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'object' && value !== null && made.has(value);
