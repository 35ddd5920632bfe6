import { fields } from '../texts/fields.ts';

const DIGITS = /^(\d+|\d{1,3}([, ’]\d{3})+)$/;

/** Parses a whole number with optional thousands separators; null if the text is not one. */
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
/** Returns the fault of a limit, which may be blank. */
export const limitFault = (text: string) => (text.trim() === '' ? null : wholeNumberFault(text, 1, MAX_LIMIT));
export const limitOf = (text: string): number | null => wholeNumberOf(text);
