import { LosslessNumber } from 'lossless-json';

/**
 * Whole minor units of the organisation's currency, exact at any size. The compiler rejects `+` between a bigint and a
 * number, so a sum of money never becomes a float.
 */
export type Minor = bigint;

/** The limit for sums of money: the daemon refuses changes that exceed it. A 64-bit column holds twice as much. */
export const MAX_SUM: Minor = 2n ** 62n;

export type AmountFault = 'not_a_number' | 'too_many_digits' | 'too_precise';

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Converts the text of a JSON number to whole minor units, exactly. Trailing zeros and exponents are allowed.
 * @returns the amount, or the fault: not a number, more decimal places than the currency has, or more than 15 digits
 */
export function parseAmount(text: string, currencyDigits: number): Minor | AmountFault {
  const parts = NUMBER.exec(text);
  if (!parts) return 'not_a_number';
  const [, sign, whole = '', fraction = '', exponentText = '0'] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 0n;
  const exponent = Number(exponentText) - fraction.length + (digits.length - significant.length);
  if (significant.length > 15) return 'too_many_digits';
  const shift = exponent + currencyDigits;
  if (shift < 0) return 'too_precise';
  if (significant.length + shift > 15) return 'too_many_digits';
  const minor = BigInt(significant) * 10n ** BigInt(shift);
  return sign === '-' ? -minor : minor;
}

/** Formats minor units as decimal text: `formatAmount(1234n, 2)` is "12.34". */
export function formatAmount(minor: Minor, currencyDigits: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(currencyDigits + 1, '0');
  if (currencyDigits === 0) return sign + digits;
  return `${sign}${digits.slice(0, -currencyDigits)}.${digits.slice(-currencyDigits)}`;
}

/** Returns a negative number if `a` is less, for `sort`. */
export const compareMinor = (a: Minor, b: Minor): number => (a < b ? -1 : a > b ? 1 : 0);

export const smallerOf = (a: Minor, b: Minor): Minor => (compareMinor(a, b) < 0 ? a : b);
export const largerOf = (a: Minor, b: Minor): Minor => (compareMinor(a, b) < 0 ? b : a);

/** Formats an amount for JSON: a number of any size, with no unnecessary trailing zeros. */
export function jsonAmount(minor: Minor, currencyDigits: number): LosslessNumber {
  const text = formatAmount(minor, currencyDigits);
  return new LosslessNumber(currencyDigits === 0 ? text : text.replace(/\.?0+$/, ''));
}

/** Returns numerator / denominator, rounded half to even. The denominator must be positive. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  const quotient = magnitude / denominator;
  const twice = (magnitude % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}
