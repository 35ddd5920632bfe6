import type { BY_HAND_REASONS, UNPAYABLE_REASONS } from '../../../contract/admin/payout-shapes.ts';
import type { PaymentFile } from '../../../contract/payment-files.ts';
import type { Minor } from '../../../lib/money.ts';
import { type Payment, paymentFileOf } from './payment-file-rules.ts';

/** One part of the amount that a payout run pays; `shown` contains the statements of the requested page. */
export interface Part<S, Why> {
  creators: number;
  payable: Minor;
  /** The payments of this part that did not arrive; the next run settles them. */
  voided: { creators: number; payable: Minor };
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

const emptyPart = () => ({ creators: 0, payable: 0n, voided: { creators: 0, payable: 0n }, shown: [] });
/** `voided_at` is the instant at which the payment failed. */
type Voidable = Payment & { voided_at: number | null };
export const noParts = <S>(): Parts<S> => ({
  paypal: emptyPart(),
  wise: emptyPart(),
  bank: emptyPart(),
  by_hand: emptyPart(),
  unpayable: emptyPart(),
});

/** Adds a statement to the one part that it belongs to. A statement that pays nothing belongs to none. */
export function addToParts<S extends Voidable>(parts: Parts<S>, statement: S, shown: Shown): void {
  const way = paymentFileOf(statement);
  if (!way) return;
  if (way.part === 'by_hand') addTo(parts.by_hand, statement, way.why, shown);
  else if (way.part === 'unpayable') addTo(parts.unpayable, statement, way.why, shown);
  else addTo(parts[way.part], statement, null, shown);
}

function addTo<S extends Voidable, Why>(part: Part<S, Why>, statement: S, why: Why, { from, to }: Shown) {
  if (part.creators >= from && part.creators < to) part.shown.push({ statement, why });
  part.creators += 1;
  part.payable += statement.payable;
  if (statement.voided_at === null) return;
  part.voided.creators += 1;
  part.voided.payable += statement.payable;
}
