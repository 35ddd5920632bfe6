import { decimalsOf, type Money } from './format.ts';

/** Converts minor units to money, without floats. */
export function moneyOfMinor(minor: bigint, digits: number, currency: string): Money {
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  const amount = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return { amount: minor < 0n ? `-${amount}` : amount, currency };
}

/** Adds amounts of one currency, without floats. */
export function sumMoney([first, ...others]: readonly [Money, ...Money[]]): Money {
  const minor = [first, ...others].reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);
  return moneyOfMinor(minor, decimalsOf(first.amount), first.currency);
}
