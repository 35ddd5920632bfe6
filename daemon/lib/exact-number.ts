/**
 * A JSON number by the text it was written in, where a double might not keep it. Only our own parser can make one:
 * a caller's object of the same shape is not branded, so `{"numberText": "5"}` on the wire stays an object.
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
