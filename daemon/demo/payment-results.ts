import { PAYMENT_FILES, type PaymentFile } from '../contract/payment-files.ts';
import type { Database } from '../db/database.ts';
import { statementPages } from '../features/payouts/files/csv-file.ts';
import { paymentFileOf } from '../features/payouts/files/payment-file-rules.ts';
import { importResults } from '../features/payouts/results/import-results.ts';
import { paymentReference } from '../features/payouts/run/payout-run-rules.ts';
import { findRun } from '../features/payouts/run/runs-store.ts';
import { formatAmount } from '../lib/money.ts';

const SOURCES: Record<PaymentFile, string> = { paypal: 'PayPal', wise: 'Wise', bank: 'Bank' };
const MAPPING = {
  columns: { reference: 'Reference', amount: 'Amount', currency: 'Currency', status: 'Status', reason: 'Reason' },
  words: { paid: ['Completed'], failed: ['Returned'], ignored: ['Pending'] },
};

/** Imports a result file from each payment service. @param failing the service whose first payment was returned */
export async function importAnswers(
  db: Database,
  runId: number,
  { failing, ...importer }: { failing: PaymentFile | null; staffId: number; now: number },
): Promise<void> {
  const run = await db.read((handle) => findRun(handle, runId));
  if (!run) return;
  for (const service of PAYMENT_FILES) {
    const lines = ['Reference,Amount,Currency,Status,Reason'];
    for await (const statements of statementPages(db, run))
      for (const statement of statements) {
        if (paymentFileOf(statement)?.part !== service) continue;
        const result = service === failing && lines.length === 1 ? 'Returned,Account closed' : 'Completed,';
        const amount = formatAmount(statement.payable, run.currency_digits);
        lines.push([paymentReference(runId, statement.statement_id), amount, run.currency, result].join());
      }
    const file = { runId, source: SOURCES[service], mapping: MAPPING, csv: lines.join('\n') };
    if (lines.length > 1) await importResults(db, file, importer);
  }
}
