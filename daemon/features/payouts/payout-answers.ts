import type { z } from 'zod';
import { CSV_LAYOUTS, type previewOut } from '../../contract/admin/payout-shapes.ts';
import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { paidOut } from '../../domain/payments/paid-out.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { formatAmount, type Minor } from '../../lib/money.ts';
import type { CsvHashes } from './files/csv-file.ts';
import type { DryRun } from './run/dry-run.ts';
import type { PayoutCampaign } from './run/payout-campaigns-store.ts';
import { paymentReference, paymentStatusOf } from './run/payout-run-rules.ts';
import type { FullStatement, LinePayment, NamedRun } from './run/read-runs.ts';
import type { RunRow } from './run/runs-store.ts';
import { type RunTotals, totalsOf } from './run/totals-rules.ts';
import type { StatementOfCreator } from './statements/read-statements-of-creator.ts';
import type { NewLine, NewStatement } from './statements/statements-store.ts';

export interface Currency {
  currency: string;
  currency_digits: number;
}
type RunOut = AnswerOf<Endpoints['approvePayoutRun']>;

export const moneyIn =
  ({ currency, currency_digits }: Currency) =>
  (minor: Minor) => ({ amount: formatAmount(minor, currency_digits), currency });

function totalsOut(totals: RunTotals, currency: Currency) {
  const money = moneyIn(currency);
  return {
    creators: totals.creators,
    creators_paid: totals.creators_paid,
    addresses_changed: totals.addresses_changed,
    revenue: money(totals.revenue),
    refunds: money(totals.refunds),
    commission: money(totals.commission),
    carried_in: money(totals.carried_in),
    payable: money(totals.payable),
    carried_out: money(totals.carried_out),
  };
}

export function runOut(run: NamedRun): RunOut {
  const staff = (id: number | null) => (id === null ? null : { staff_id: id, name: run.names.get(id) ?? null });
  const totals = totalsOf(run.totals);
  const { zipped = '', cells: _, ...hashes } = JSON.parse(run.csv_hashes) as Partial<CsvHashes>;
  return {
    run_id: run.run_id,
    kind: run.kind,
    status: run.status,
    campaign_id: run.campaign_id,
    campaign_name: run.campaignName,
    period_start: isoInstant(run.period_start),
    period_end: isoInstant(run.period_end),
    time_zone: run.time_zone,
    minimum_payout: moneyIn(run)(run.minimum_payout),
    hold_days: run.hold_days,
    prepared_by: staff(run.prepared_by),
    prepared_at: isoInstant(run.prepared_at),
    approved_by: staff(run.approved_by),
    approved_at: instantOrNull(run.approved_at),
    exported_at: instantOrNull(run.exported_at),
    paid_at: instantOrNull(run.paid_at),
    voided_by: staff(run.voided_by),
    voided_at: instantOrNull(run.voided_at),
    void_reason: run.void_reason,
    totals: totals && totalsOut(totals, run),
    csv_sha256: totals && (hashes as Omit<CsvHashes, 'zipped' | 'cells'>),
    csv_zipped: CSV_LAYOUTS.filter((layout) => zipped.split(' ').includes(layout)),
  };
}

function figuresOut(row: NewStatement | NewLine | Omit<NewStatement, 'run_id'>, currency: Currency) {
  const money = moneyIn(currency);
  return {
    revenue: money(row.revenue),
    refunds: money(row.refunds),
    commission: money(row.commission),
    claims: row.claims,
    payments: row.payments,
  };
}

export const ownLineOut = (line: NewLine, currency: Currency) => ({
  creator_id: line.creator_id,
  campaign_id: line.campaign_id,
  campaign_name: line.campaign_name,
  commission_tier: Number(line.commission_tier),
  ...figuresOut(line, currency),
});
const lineOut = (line: NewLine, currency: Currency) => ({
  ...ownLineOut(line, currency),
  terms_version: line.terms_id,
});

function statementFields(row: Omit<NewStatement, 'run_id'>, currency: Currency) {
  const money = moneyIn(currency);
  return {
    creator_id: row.creator_id,
    creator_name: row.creator_name ?? null,
    payout_method: row.payout_method ?? null,
    payout_address: row.payout_address ?? null,
    address_changed: row.address_changed,
    ...figuresOut(row, currency),
    carried_in: money(row.carried_in),
    payable: money(row.payable),
    carried_out: money(row.carried_out),
    carry_reason: row.carry_reason ?? null,
    hold_reason: row.hold_reason ?? null,
  };
}

interface Details {
  payout_method: string | null;
  payout_address: string | null;
}
const detailsOut = ({ payout_method, payout_address }: Details) => ({ payout_method, payout_address });
export const addressChangeOut = (from: Details, to: Details & { payout_details_at: number | null }) => ({
  from: detailsOut(from),
  to: detailsOut(to),
  changed_at: instantOrNull(to.payout_details_at),
});

export const statementOut = (row: FullStatement, run: RunRow): AnswerOf<Endpoints['voidPayoutStatement']> => ({
  statement_id: row.statement_id,
  ...statementFields(row, run),
  reference: paymentReference(row.run_id, row.statement_id),
  last_payable: moneyIn(run)(row.lastPayable),
  payable_difference: moneyIn(run)(row.payable - row.lastPayable),
  is_new: row.isNew,
  address_change: row.address_changed && row.previous ? addressChangeOut(row.previous, row) : null,
  voided_at: instantOrNull(row.voided_at),
  void_reason: row.void_reason,
  payment_status: paymentStatusOf(row, run),
  paid_at: instantOrNull(row.paid_at),
  taken_out: row.taken_out,
  lines: row.lines.map((line) => ({ line_id: line.line_id, ...lineOut(line, run) })),
});

export const statementOfCreatorOut = ({
  statement,
  run,
}: StatementOfCreator): AnswerOf<Endpoints['listStatementsOfCreator']>['data'][number] => ({
  statement_id: statement.statement_id,
  ...statementFields(statement, run),
  voided_at: instantOrNull(statement.voided_at),
  payment_status: paymentStatusOf(statement, run),
  run: {
    ...{ run_id: run.run_id, kind: run.kind, status: run.status, time_zone: run.time_zone },
    period_start: isoInstant(run.period_start),
    period_end: isoInstant(run.period_end),
    paid_at: instantOrNull(run.paid_at),
  },
});

/** Returns a statement as its creator sees it, without the reason for a freeze or finance's comparisons. */
export function ownStatementOut({
  statement,
  run,
}: StatementOfCreator): AnswerOf<Endpoints['listOwnStatements']>['data'][number] {
  const { kind, status, time_zone } = run;
  const { address_changed: _, hold_reason: __, ...fields } = statementFields(statement, run);
  return {
    statement_id: statement.statement_id,
    ...fields,
    reference: paymentReference(run.run_id, statement.statement_id),
    payment_status: paymentStatusOf(statement, run),
    voided_at: instantOrNull(statement.voided_at),
    paid_at: instantOrNull(statement.paid_at ?? run.paid_at),
    run: {
      kind,
      status,
      time_zone,
      period_start: isoInstant(run.period_start),
      period_end: isoInstant(run.period_end),
    },
  };
}

export function dryRunOut(dry: DryRun): z.output<typeof previewOut> {
  const currency = { currency: dry.currency, currency_digits: dry.digits };
  const money = moneyIn(currency);
  return {
    totals: totalsOut(dry.totals, currency),
    last_run: dry.lastRun && { run_id: dry.lastRun.runId, totals: totalsOut(dry.lastRun.totals, currency) },
    payable_difference: money(dry.totals.payable - (dry.lastRun?.totals.payable ?? 0n)),
    statements: dry.statements.map(({ statement, lines, lastPayable }) => ({
      ...statementFields(statement, currency),
      last_payable: money(lastPayable),
      lines: lines.map((line) => lineOut(line, currency)),
    })),
    left_off: dry.leftOff,
    failures: dry.failures,
  };
}

export const payoutCampaignOut = ({ campaign_id, name, starts_at, ends_at }: PayoutCampaign) => ({
  ...{ campaign_id, name },
  starts_at: isoInstant(starts_at),
  ends_at: isoInstant(ends_at),
});

export const linePaymentOut = (row: LinePayment, currency: Currency) => ({
  payment_id: row.payment_id,
  game_id: row.game_id,
  transaction_id: row.transaction_id,
  refund_of: row.refund_of,
  user_id: row.user_id,
  code: row.code,
  amount: moneyIn(currency)(row.amount),
  paid: paidOut(row.paid),
  is_correction: row.is_correction,
  terms_version: row.terms_id,
  created_at: isoInstant(row.created_at),
  received_at: isoInstant(row.received_at),
});
