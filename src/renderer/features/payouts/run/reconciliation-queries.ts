import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../../daemon/contract/endpoint.ts';
import { PAYMENT_FILES } from '../../../../../daemon/contract/payment-files.ts';
import { ask } from '../../../client/ask.ts';
import type { Money } from '../../../lib/format.ts';
import { add, isNothing, subtract } from '../money-difference.ts';
import { isPart, PAYMENT_PARTS, type PaymentPart, type StatementsSearch } from '../payouts-queries.ts';

export type Reconciliation = AnswerOf<Endpoints['getPayoutReconciliation']>;
type AnyPart = Omit<Reconciliation['by_hand'], 'statements'> & {
  statements: Omit<Reconciliation['by_hand']['statements'], 'data'> & { data: PartStatement[] };
};
export type PartStatement = Omit<Reconciliation['by_hand']['statements']['data'][number], 'why'> & {
  why: Reconciliation['by_hand' | 'unpayable']['statements']['data'][number]['why'] | null;
};

const PAGE_SIZE = 25;

export const reconciliationQuery = (runId: number, page = 1) =>
  queryOptions({
    queryKey: ['payout-runs', 'reconciliation', runId, page],
    queryFn: () => ask('getPayoutReconciliation', { params: { run_id: runId }, query: { page, page_size: PAGE_SIZE } }),
    placeholderData: (before: Reconciliation | undefined) => (before?.run_id === runId ? before : undefined),
  });

/** Returns the page of the displayed part, so that the list and the sums share one response. */
export const pageOfPart = ({ show, page }: StatementsSearch) => (isPart(show) ? (page ?? 1) : 1);

export function partOf({ files, by_hand, unpayable }: Reconciliation, part: PaymentPart): AnyPart {
  if (part === 'by_hand') return by_hand;
  if (part === 'unpayable') return unpayable;
  const file = files.find(({ layout }) => layout === part);
  if (!file) throw new Error(`The reconciliation has no part ${part}`);
  return file;
}

export const partsOf = (reconciliation: Reconciliation) =>
  PAYMENT_PARTS.map((name) => ({ name, ...partOf(reconciliation, name) }));

export interface Sum {
  creators: number;
  payable: Money;
}

const minus = (from: Sum, sum: Sum): Sum => ({
  creators: from.creators - sum.creators,
  payable: subtract(from.payable, sum.payable),
});
/**
 * Returns the amount of a part that this run pays. A statement whose payment failed is not included, because the next
 * run will pay it.
 */
const paidByRun = (part: AnyPart): Sum => minus(part, part.voided);
/** Returns the amount of a part that has not arrived yet. */
const openOf = (part: AnyPart): Sum => minus(paidByRun(part), part.arrived);
const orNull = (sum: Sum) => (isNothing(sum.payable) ? null : sum);

/** Adds up the amounts in the payment files; a creator is in at most one of them. */
export const insideFiles = (reconciliation: Reconciliation): Sum =>
  PAYMENT_FILES.map((layout) => paidByRun(partOf(reconciliation, layout))).reduce((all, one) => ({
    creators: all.creators + one.creators,
    payable: add(all.payable, one.payable),
  }));

/** Returns the amounts that are in no payment file and have not arrived yet; null for zero. */
export const outsideFiles = (reconciliation: Reconciliation) => ({
  byHand: orNull(openOf(partOf(reconciliation, 'by_hand'))),
  unpayable: orNull(openOf(partOf(reconciliation, 'unpayable'))),
});
