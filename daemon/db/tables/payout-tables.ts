import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { CodeTables } from './code-tables.ts';
import type { CarryReason, CsvFormat, PayoutRunKind, PayoutRunStatus } from './words.ts';

/** Payments to creators that are made together. The statements, lines and CSVs of a prepared run never change. */
const payoutRunsTable = (k: Kit, campaigns: CodeTables['campaigns']) =>
  k.table(
    'payout_runs',
    {
      run_id: k.id('run_id'),
      kind: k.text('kind').$type<PayoutRunKind>().notNull(),
      /** The period of the payout run, such as a month. At most one run that is not void can have a given key. */
      period_key: k.text('period_key').notNull(),
      campaign_id: k.reference('campaign_id').references(() => campaigns.campaign_id),
      period_start: k.instant('period_start').notNull(),
      period_end: k.instant('period_end').notNull(),
      time_zone: k.text('time_zone').notNull(),
      currency: k.text('currency').notNull(),
      currency_digits: k.integer('currency_digits').notNull(),
      /** The settings when the run was prepared. */
      minimum_payout: k.money('minimum_payout').notNull(),
      hold_days: k.integer('hold_days').notNull(),
      status: k.text('status').$type<PayoutRunStatus>().notNull(),
      /** The last creator whose statement has been written, while the payout run is being prepared. */
      prepared_to: k.text('prepared_to'),
      prepared_by: k.reference('prepared_by'),
      prepared_at: k.instant('prepared_at').notNull(),
      approved_by: k.reference('approved_by'),
      approved_at: k.instant('approved_at'),
      exported_at: k.instant('exported_at'),
      paid_at: k.instant('paid_at'),
      voided_by: k.reference('voided_by'),
      voided_at: k.instant('voided_at'),
      void_reason: k.text('void_reason'),
      /** SHA-256 of the CSVs by layout, as JSON. */
      csv_hashes: k.text('csv_hashes').notNull(),
      /** How the cells of the CSVs are written. Null until the run is prepared, or if an older daemon prepared it. */
      csv_format: k.text('csv_format').$type<CsvFormat>(),
      /** The sums of the run's statements when it was prepared, as JSON. */
      totals: k.text('totals').notNull(),
    },
    (t) => [k.uniqueIndex('payout_runs_period').on(t.period_key).where(sql`status <> 'void'`)],
  );

/** The last settlement number of each campaign in a payout run. */
const payoutRunCampaignsTable = (k: Kit) =>
  k.table(
    'payout_run_campaigns',
    {
      run_id: k.reference('run_id').notNull(),
      campaign_id: k.reference('campaign_id').notNull(),
      settlement_no: k.reference('settlement_no').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.run_id, t.campaign_id] })],
  );

/** One creator in one payout run, with money in minor units. */
const payoutStatementsTable = (k: Kit, payout_runs: ReturnType<typeof payoutRunsTable>) =>
  k.table(
    'payout_statements',
    {
      statement_id: k.id('statement_id'),
      run_id: k
        .reference('run_id')
        .notNull()
        .references(() => payout_runs.run_id),
      creator_id: k.text('creator_id').notNull(),
      /** The creators merged into this one, as JSON; null if none. The statement includes their lines and balances. */
      merged_creators: k.text('merged_creators'),
      creator_name: k.text('creator_name'),
      payout_method: k.text('payout_method'),
      payout_address: k.text('payout_address'),
      /** When the creator's method or address last changed before the statement was created; null if unknown. */
      payout_details_at: k.instant('payout_details_at'),
      address_changed: k.flag('address_changed').notNull(),
      revenue: k.money('revenue').notNull(),
      refunds: k.money('refunds').notNull(),
      commission: k.money('commission').notNull(),
      carried_in: k.money('carried_in').notNull(),
      payable: k.money('payable').notNull(),
      carried_out: k.money('carried_out').notNull(),
      carry_reason: k.text('carry_reason').$type<CarryReason>(),
      /** Why the creator's payouts were frozen when the statement was created; null if they were not. */
      hold_reason: k.text('hold_reason'),
      claims: k.bigCount('claims').notNull(),
      payments: k.bigCount('payments').notNull(),
      voided_at: k.instant('voided_at'),
      /** Null for statements that were voided before this column existed. */
      void_reason: k.text('void_reason'),
      /** When a result file reported that the payment had arrived; it is kept if the payment is returned later. */
      paid_at: k.instant('paid_at'),
      /** Whether the statement was voided while the payout run was a draft, so that the run's files exclude it. */
      taken_out: k.flag('taken_out').notNull().default(false),
    },
    (t) => [
      k.uniqueIndex('payout_statements_run').on(t.run_id, t.creator_id),
      k.index('payout_statements_creator').on(t.creator_id, t.statement_id),
      // For the export of the ledger. Statements are voided rarely.
      k.index('payout_statements_voided').on(t.statement_id).where(sql`voided_at is not null`),
    ],
  );

/** Creators whose statement could not be created. The next payout run settles their commission. */
const payoutFailuresTable = (k: Kit, payout_runs: ReturnType<typeof payoutRunsTable>) =>
  k.table(
    'payout_failures',
    {
      run_id: k
        .reference('run_id')
        .notNull()
        .references(() => payout_runs.run_id),
      creator_id: k.text('creator_id').notNull(),
      reason: k.text('reason').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.run_id, t.creator_id] })],
  );

/**
 * One campaign of a statement: the commission on its accruals with the settlement numbers in `settlements`, minus
 * the commission on earlier lines.
 */
const payoutLinesTable = (k: Kit, payout_statements: ReturnType<typeof payoutStatementsTable>) =>
  k.table(
    'payout_lines',
    {
      line_id: k.id('line_id'),
      statement_id: k
        .reference('statement_id')
        .notNull()
        .references(() => payout_statements.statement_id),
      run_id: k.reference('run_id').notNull(),
      creator_id: k.text('creator_id').notNull(),
      campaign_id: k.reference('campaign_id').notNull(),
      campaign_name: k.text('campaign_name').notNull(),
      /** The campaign's settlement numbers in the line, as a JSON array of ranges: `[[1,3]]`. */
      settlements: k.text('settlements').notNull(),
      revenue: k.money('revenue').notNull(),
      refunds: k.money('refunds').notNull(),
      /** The percentage in force, as text with its decimals. */
      commission_tier: k.text('commission_tier').notNull(),
      terms_id: k.reference('terms_id').notNull(),
      commission: k.money('commission').notNull(),
      claims: k.bigCount('claims').notNull(),
      payments: k.bigCount('payments').notNull(),
    },
    (t) => [
      k.index('payout_lines_statement').on(t.statement_id),
      k.index('payout_lines_run').on(t.run_id, t.creator_id, t.campaign_id),
      k.index('payout_lines_creator').on(t.creator_id, t.campaign_id),
    ],
  );

/** How the result files of a bank or payment service were last read. */
const payoutResultSourcesTable = (k: Kit) =>
  k.table(
    'payout_result_sources',
    {
      source_id: k.id('source_id'),
      name: k.text('name').notNull(),
      /** Columns and status words, as JSON. */
      mapping: k.text('mapping').notNull(),
      saved_by: k.reference('saved_by').notNull(),
      saved_at: k.instant('saved_at').notNull(),
    },
    (t) => [k.uniqueIndex('payout_result_sources_name').on(t.name)],
  );

export function payoutTables(k: Kit, { campaigns }: Pick<CodeTables, 'campaigns'>) {
  const payout_runs = payoutRunsTable(k, campaigns);
  const payout_statements = payoutStatementsTable(k, payout_runs);
  return {
    payout_runs,
    payout_run_campaigns: payoutRunCampaignsTable(k),
    payout_statements,
    payout_failures: payoutFailuresTable(k, payout_runs),
    payout_lines: payoutLinesTable(k, payout_statements),
    payout_result_sources: payoutResultSourcesTable(k),
  };
}
