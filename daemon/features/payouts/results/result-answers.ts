import type { Endpoints } from '../../../contract/contract.ts';
import type { AnswerOf, DryRunOf } from '../../../contract/endpoint.ts';
import { isoInstant } from '../../../lib/clock.ts';
import { moneyIn } from '../payout-answers.ts';
import { paymentReference } from '../run/payout-run-rules.ts';
import type { OpenStatement } from '../statements/statement-payments-store.ts';
import type { JudgedFile, previewResults } from './import-results.ts';
import { byImportance, type Outcome, sumOf } from './result-rules.ts';
import type { SourceRow } from './result-sources-store.ts';

const MOST_SHOWN = 500;

export function resultsOut({ run, lines }: JudgedFile): AnswerOf<Endpoints['importPayoutResults']> {
  const money = moneyIn(run);
  const those = (...outcomes: Outcome[]) => lines.filter(({ outcome }) => outcomes.includes(outcome));
  const sum = (...outcomes: Outcome[]) => {
    const { statements, payable } = sumOf(those(...outcomes));
    return { statements, payable: money(payable) };
  };
  return {
    paid: sum('paid'),
    failed: sum('failed', 'returned'),
    unchanged: those('unchanged').length,
    ignored: those('ignored').length,
  };
}

export function resultPreviewOut({
  without,
  ...judged
}: Awaited<ReturnType<typeof previewResults>>): DryRunOf<Endpoints['importPayoutResults']> {
  const money = moneyIn(judged.run);
  const statementOut = ({ statement_id, run_id, creator_id, creator_name, payable }: OpenStatement) => ({
    ...{ statement_id, creator_id, creator_name },
    reference: paymentReference(run_id, statement_id),
    payable: money(payable),
  });
  const { statements, payable, first } = without;
  return {
    ...resultsOut(judged),
    refused: judged.lines.filter(({ outcome }) => outcome === 'refused').length,
    without_result: { statements, payable: money(payable), first: first.map(statementOut) },
    lines: byImportance(judged.lines)
      .slice(0, MOST_SHOWN)
      .map(({ statement, ...line }) => ({ ...line, statement: statement && statementOut(statement) })),
  };
}

export const resultSourceOut = ({
  source_id,
  name,
  mapping,
  saved_at,
}: SourceRow): AnswerOf<Endpoints['deletePayoutResultSource']> => ({
  ...{ source_id, name, saved_at: isoInstant(saved_at) },
  mapping: JSON.parse(mapping),
});
