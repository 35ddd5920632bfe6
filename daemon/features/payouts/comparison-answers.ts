import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { PAYMENT_FILES } from '../../contract/payment-files.ts';
import { type PageQuery, pageOf } from '../../db/query/listing.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import type { Part, Sum } from './files/reconciliation-rules.ts';
import { addressChangeOut, moneyIn } from './payout-answers.ts';
import type { DifferenceRow, RunDifference } from './run/compare-runs.ts';
import { paymentReference } from './run/payout-run-rules.ts';
import type { Reconciliation } from './run/reconcile-run.ts';
import type { RunRow } from './run/runs-store.ts';
import { totalsOf } from './run/totals-rules.ts';
import type { StatementRow } from './statements/statements-store.ts';

type ReconciliationOut = AnswerOf<Endpoints['getPayoutReconciliation']>;
type DifferenceOut = AnswerOf<Endpoints['getPayoutDifference']>;

export function reconciliationOut({ run, parts, lines }: Reconciliation, query: PageQuery): ReconciliationOut {
  const money = moneyIn(run);
  const sumOut = ({ creators, payable }: Sum) => ({ creators, payable: money(payable) });
  const partOut = <Why>(part: Part<StatementRow, Why>) => ({
    ...sumOut(part),
    arrived: sumOut(part.arrived),
    voided: sumOut(part.voided),
    statements: pageOf(
      query,
      part.shown.map(({ statement, why }) => ({
        statement_id: statement.statement_id,
        creator_id: statement.creator_id,
        creator_name: statement.creator_name,
        payable: money(statement.payable),
        payout_method: statement.payout_method,
        payout_address: statement.payout_address,
        why,
        reference: paymentReference(run.run_id, statement.statement_id),
        paid_at: instantOrNull(statement.paid_at),
        voided_at: instantOrNull(statement.voided_at),
      })),
      part.creators,
    ),
  });
  return {
    run_id: run.run_id,
    payable: money(totalsOf(run.totals)?.payable ?? 0n),
    files: PAYMENT_FILES.map((layout) => ({ layout, ...partOut(parts[layout]) })),
    by_hand: partOut(parts.by_hand),
    unpayable: partOut(parts.unpayable),
    lines,
  };
}

const comparedOut = (run: RunRow) => ({
  run_id: run.run_id,
  status: run.status,
  period_start: isoInstant(run.period_start),
  period_end: isoInstant(run.period_end),
  prepared_at: isoInstant(run.prepared_at),
});

export function differenceOut({ run, to, sums, page }: RunDifference): DifferenceOut {
  const money = moneyIn(run);
  const [now, then] = [BigInt(sums.payable_now), BigInt(sums.payable_then)];
  return {
    run: comparedOut(run),
    to: to && comparedOut(to),
    payable_now: money(now),
    payable_then: money(then),
    difference: money(now - then),
    new: { creators: Number(sums.new_creators), payable: money(BigInt(sums.new_payable)) },
    gone: { creators: Number(sums.gone_creators), payable: money(BigInt(sums.gone_payable)) },
    addresses_changed: Number(sums.addresses_changed),
    ...page,
    data: page.data.map((row) => differenceRow(row, run)),
  };
}

function differenceRow(row: DifferenceRow, run: RunRow): DifferenceOut['data'][number] {
  const money = moneyIn(run);
  const [now, then] = [BigInt(row.payable_now), BigInt(row.payable_then)];
  const [isNew, isGone] = [Number(row.is_new) === 1, Number(row.is_gone) === 1];
  const old = { payout_method: row.method_then, payout_address: row.address_then };
  const isSame = row.payout_method === old.payout_method && row.payout_address === old.payout_address;
  return {
    creator_id: row.creator_id,
    creator_name: row.creator_name,
    payable_now: money(now),
    payable_then: money(then),
    difference: money(now - then),
    is_new: isNew,
    is_gone: isGone,
    merged_into: isGone ? row.merged_into : null,
    address_change: isNew || isGone || isSame ? null : addressChangeOut(old, row),
  };
}
