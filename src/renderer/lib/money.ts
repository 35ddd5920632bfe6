import type { Money } from './format.ts';

/** Converts minor units to money, without floats. */
export function moneyOfMinor(minor: bigint, digits: number, currency: string): Money {
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  const amount = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return { amount: minor < 0n ? `-${amount}` : amount, currency };
}
