import { formatAmount } from '../../../lib/money.ts';
import { paymentReference } from '../run/payout-run-rules.ts';
import type { Cells, CsvRun, CsvStatement, UploadLayout } from './payout-csv-rules.ts';

// Finance uploads these files unchanged: PayPal's payments file (https://developer.paypal.com/payouts/web/overview) and
// Wise's template for payments by email (https://wise.com/help/articles/2663302).

interface Upload {
  /** Null if the file has no header. */
  header: readonly string[] | null;
  mostRows: number;
  row: (run: CsvRun, payee: Payee, cells: Cells) => string[];
}
/** A statement without its number of campaigns, which is not in these files. */
export type UploadStatement = Omit<CsvStatement, 'campaigns'>;
type Payee = UploadStatement & { payout_address: string };

const amountOf = (run: CsvRun, { payable }: UploadStatement) => formatAmount(payable, run.currency_digits);

export const UPLOADS: Record<UploadLayout, Upload> = {
  paypal: {
    header: null,
    mostRows: 5000,
    // The columns are recipient, amount, currency, customer ID (at most 30 characters, no spaces), note and wallet.
    row: (run, payee) => {
      const reference = paymentReference(run.run_id, payee.statement_id);
      return [payee.payout_address, amountOf(run, payee), run.currency, reference, `Payout ${reference}`, 'PAYPAL'];
    },
  },
  wise: {
    header: [
      ...['name', 'recipientEmail', 'paymentReference', 'receiverType', 'amountCurrency', 'amount'],
      ...['sourceCurrency', 'targetCurrency', 'type'],
    ],
    mostRows: 1000,
    row: (run, payee, { harmless }) => [
      harmless(payee.creator_name ?? payee.creator_id),
      payee.payout_address,
      paymentReference(run.run_id, payee.statement_id),
      ...['PERSON', 'target'],
      amountOf(run, payee),
      ...[run.currency, run.currency, 'EMAIL'],
    ],
  },
};

export const LEFT_OUT_COLUMNS = [
  ...['creator_id', 'creator_name', 'payout_method', 'payout_address', 'payable', 'currency', 'reason'],
];

export const leftOutRow = (run: CsvRun, row: UploadStatement, reason: string, { harmless }: Cells): string[] => [
  harmless(row.creator_id),
  harmless(row.creator_name),
  harmless(row.payout_method),
  harmless(row.payout_address),
  amountOf(run, row),
  run.currency,
  reason,
];
