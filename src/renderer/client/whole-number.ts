import { fields } from '../texts/fields.ts';

const DIGITS = /^(\d+|\d{1,3}([, ’]\d{3})+)$/;

/** The number that a text means; null if it is not a number. Thousands separators are allowed. */
export function wholeNumberOf(text: string): number | null {
  const typed = text.trim();
  return DIGITS.test(typed) ? Number(typed.replace(/\D/g, '')) : null;
}

export function wholeNumberFault(text: string, min: number, max: number): string | null {
  const value = wholeNumberOf(text);
  if (value !== null && value >= min && value <= max) return null;
  return fields.wholeNumber(min, max);
}

const MAX_LIMIT = 1_000_000_000;
/** The fault of a limit that may be empty. */
export const limitFault = (text: string) => (text.trim() === '' ? null : wholeNumberFault(text, 1, MAX_LIMIT));
export const limitOf = (text: string): number | null => wholeNumberOf(text);
