import { formatMoney, type Money } from '../../lib/format.ts';

/** A difference with its sign, exact: "+€12.00", "−€3.50", "no change". */
export function differenceOf(money: Money): string {
  if (/^-?0*(\.0*)?$/.test(money.amount)) return 'no change';
  return money.amount.startsWith('-') ? formatMoney(money) : `+${formatMoney(money)}`;
}

/** `a − b` of amounts with the same decimals, computed without floats. */
export function subtract(a: Money, b: Money): Money {
  const digits = a.amount.split('.')[1]?.length ?? 0;
  const minor = ({ amount }: Money) => BigInt(amount.replace('.', ''));
  const difference = minor(a) - minor(b);
  const text = (difference < 0n ? -difference : difference).toString().padStart(digits + 1, '0');
  const amount = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return { amount: difference < 0n ? `-${amount}` : amount, currency: a.currency };
}
