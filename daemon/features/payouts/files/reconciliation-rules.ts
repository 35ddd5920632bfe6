import type { BY_HAND_REASONS, UNPAYABLE_REASONS } from '../../../contract/admin/payout-shapes.ts';
import type { PaymentFile } from '../../../contract/payment-files.ts';
import type { Minor } from '../../../lib/money.ts';
import { type Payment, paymentFileOf } from './payment-file-rules.ts';

export interface Sum {
  creators: number;
  payable: Minor;
}

/** One part of the amount that a payout run pays; `shown` contains the statements of the requested page. */
export interface Part<S, Why> extends Sum {
  /** The payments in this part that arrived, according to a result file. */
  arrived: Sum;
  /** The payments in this part that did not arrive; the next run settles them. */
  voided: Sum;
  shown: { statement: S; why: Why }[];
}
export type Parts<S> = Record<PaymentFile, Part<S, null>> & {
  by_hand: Part<S, (typeof BY_HAND_REASONS)[number]>;
  unpayable: Part<S, (typeof UNPAYABLE_REASONS)[number]>;
};
interface Shown {
  from: number;
  to: number;
}

const nothing = (): Sum => ({ creators: 0, payable: 0n });
const emptyPart = () => ({ ...nothing(), arrived: nothing(), voided: nothing(), shown: [] });
/** `paid_at` is when the payment arrived, and `voided_at` when it failed or came back. */
type WithResult = Payment & { paid_at: number | null; voided_at: number | null };
export const noParts = <S>(): Parts<S> => ({
  paypal: emptyPart(),
  wise: emptyPart(),
  bank: emptyPart(),
  by_hand: emptyPart(),
  unpayable: emptyPart(),
});

/** Adds a statement to the part that it belongs to. A statement without a payable amount belongs to none. */
export function addToParts<S extends WithResult>(parts: Parts<S>, statement: S, shown: Shown): void {
  const way = paymentFileOf(statement);
  if (!way) return;
  if (way.part === 'by_hand') addTo(parts.by_hand, statement, way.why, shown);
  else if (way.part === 'unpayable') addTo(parts.unpayable, statement, way.why, shown);
  else addTo(parts[way.part], statement, null, shown);
}

function addTo<S extends WithResult, Why>(part: Part<S, Why>, statement: S, why: Why, { from, to }: Shown) {
  if (part.creators >= from && part.creators < to) part.shown.push({ statement, why });
  const { payable, voided_at, paid_at } = statement;
  count(part, payable);
  if (voided_at !== null) count(part.voided, payable);
  else if (paid_at !== null) count(part.arrived, payable);
}

function count(sum: Sum, payable: Minor) {
  sum.creators += 1;
  sum.payable += payable;
}
