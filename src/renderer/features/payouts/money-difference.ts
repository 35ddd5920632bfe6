import { formatMoney, type Money } from '../../lib/format.ts';
import { moneyOfMinor } from '../../lib/money.ts';
import { payoutStatements as t } from '../../texts/payout-statements.ts';

export const isNothing = ({ amount }: Money) => !/[1-9]/.test(amount);

/** Formats an exact difference with its sign: "+€12.00", "−€3.50", "no change". */
export function differenceOf(money: Money): string {
  if (isNothing(money)) return t.noChange;
  return money.amount.startsWith('-') ? formatMoney(money) : `+${formatMoney(money)}`;
}

const minorOf = ({ amount }: Money) => BigInt(amount.replace('.', ''));

/** Returns `a − b` for amounts with the same number of decimal places, computed without floats. */
export const subtract = (a: Money, b: Money): Money => moneyOf(minorOf(a) - minorOf(b), a);

/** Returns `a + b` in the same way. */
export const add = (a: Money, b: Money): Money => moneyOf(minorOf(a) + minorOf(b), a);

const moneyOf = (minor: bigint, { amount: model, currency }: Money): Money =>
  moneyOfMinor(minor, model.split('.')[1]?.length ?? 0, currency);
