import { describe, expect, it } from 'vitest';
import { divideHalfEven, formatAmount, parseAmount } from '../../daemon/lib/money.ts';

describe('amounts from the text of a JSON number', () => {
  it.each<[text: string, digits: number, result: bigint | string]>([
    ['0', 2, 0n],
    ['0.00', 2, 0n],
    ['-0', 2, 0n],
    ['-0.0', 2, 0n],
    ['0e5', 2, 0n],
    ['0.1', 2, 10n],
    ['0.10', 2, 10n],
    ['1.10', 2, 110n],
    ['1.100000', 2, 110n],
    ['1e2', 2, 10_000n],
    ['1E+2', 2, 10_000n],
    ['1.5e1', 2, 1500n],
    ['1500e-2', 2, 1500n],
    ['1e-2', 2, 1n],
    ['1e-3', 2, 'too_precise'],
    ['12.345', 2, 'too_precise'],
    ['12.3450', 3, 12_345n],
    ['-4.99', 2, -499n],
    ['1000000.00', 2, 100_000_000n],
    ['0.29', 2, 29n],
    ['1.005', 3, 1005n],
    ['1234567890123.45', 2, 123_456_789_012_345n],
    ['123456789012345.6', 2, 'too_many_digits'],
    ['1234567890123456', 0, 'too_many_digits'],
    ['123456789012345', 0, 123_456_789_012_345n],
    ['999999999999999', 0, 999_999_999_999_999n],
    ['123456789012345', 2, 'too_many_digits'],
    ['1e15', 2, 'too_many_digits'],
    ['1e400', 2, 'too_many_digits'],
    ['1e-400', 2, 'too_precise'],
    // JPY has no decimal places, KWD has three.
    ['100', 0, 100n],
    ['100.0', 0, 100n],
    ['100.5', 0, 'too_precise'],
    ['1.234', 3, 1234n],
    ['1.2345', 3, 'too_precise'],
    ['0.000001', 6, 1n],
    ['', 2, 'not_a_number'],
    ['1,5', 2, 'not_a_number'],
    ['+1', 2, 'not_a_number'],
    ['.5', 2, 'not_a_number'],
    ['0x10', 2, 'not_a_number'],
    ['NaN', 2, 'not_a_number'],
    ['"1"', 2, 'not_a_number'],
    [' 1', 2, 'not_a_number'],
  ])('%s with %i decimal places: %s', (text, digits, result) => expect(parseAmount(text, digits)).toBe(result));
});

describe('amounts as text', () => {
  it.each<[bigint, number, string]>([
    [0n, 2, '0.00'],
    [1n, 2, '0.01'],
    [1234n, 2, '12.34'],
    [-5n, 2, '-0.05'],
    [100n, 0, '100'],
    [-100n, 0, '-100'],
    [1234n, 3, '1.234'],
    [1n, 6, '0.000001'],
    [123_456_789_012_345_678_901n, 2, '1234567890123456789.01'],
  ])('%s with %i decimal places: %s', (minor, digits, text) => expect(formatAmount(minor, digits)).toBe(text));
});

describe('half to even', () => {
  it.each<[bigint, bigint, bigint]>([
    [5n, 10n, 0n],
    [15n, 10n, 2n],
    [25n, 10n, 2n],
    [26n, 10n, 3n],
    [24n, 10n, 2n],
    [-5n, 10n, 0n],
    [-15n, 10n, -2n],
    [-25n, 10n, -2n],
    [-26n, 10n, -3n],
    [0n, 7n, 0n],
  ])('%s / %s is %s', (numerator, denominator, result) => expect(divideHalfEven(numerator, denominator)).toBe(result));
});
