import { currencyDigits } from '../../contract/currencies.ts';
import { MOST_DECIMALS, MOST_DIGITS, parseRate } from '../../contract/exchange-rate.ts';
import { divideHalfEven } from '../../lib/money.ts';
import { type EcbDay, EURO } from './ecb-file-rules.ts';
import type { RateFields } from './rate-rules.ts';

/**
 * Derives a day's rates in the organisation's currency, including the euro's. Currencies that the daemon does not know
 * are left out, because payments cannot be made in them.
 */
export function crossRates({ day, perEuro }: EcbDay, own: string): RateFields[] {
  const all = new Map([[EURO, '1'], ...perEuro]);
  const ownPerEuro = all.get(own);
  if (ownPerEuro === undefined)
    throw new Error(`The file has no rate for ${own}, the organisation’s currency, on ${day}`);
  return [...all]
    .filter(([currency]) => currency !== own && currencyDigits(currency) !== undefined)
    .map(([currency, perEuro]) => ({ currency, valid_from: day, rate: getQuotient(ownPerEuro, perEuro, currency) }));
}

/** Divides two rates exactly and rounds once, half to even, to the number of digits allowed for a rate. */
function getQuotient(dividend: string, divisor: string, currency: string): string {
  const [a, b] = [fractionOf(dividend), fractionOf(divisor)];
  const quotient = (decimals: number) =>
    divideHalfEven(a.digits * b.unit * 10n ** BigInt(decimals), a.unit * b.digits).toString();
  const extra = quotient(MOST_DECIMALS).length - MOST_DIGITS;
  const decimals = MOST_DECIMALS - Math.max(0, extra);
  const rate = decimals < 0 ? null : parseRate(withPoint(quotient(decimals), decimals));
  if (rate === null) throw new Error(`The rate of ${currency} is out of range: ${dividend} / ${divisor}`);
  return rate;
}

/** Returns the rate as a fraction of two whole numbers. */
function fractionOf(rate: string): { digits: bigint; unit: bigint } {
  const [whole = '', fraction = ''] = rate.split('.');
  return { digits: BigInt(whole + fraction), unit: 10n ** BigInt(fraction.length) };
}

function withPoint(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, padded.length - decimals)}.${padded.slice(padded.length - decimals)}`;
}
