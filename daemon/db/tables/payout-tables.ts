import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { CodeTables } from './code-tables.ts';
import type { CarryReason, PayoutRunKind, PayoutRunStatus } from './words.ts';

/** Payout runs. */
export function payoutTables(
  { bigCount, flag, id, index, instant, integer, money, primaryKey, reference, table, text, uniqueIndex }: Kit,
  { campaigns }: Pick<CodeTables, 'campaigns'>,
) {
  /** What is paid to creators at one time. Once prepared its statements, lines and CSVs never change. */
  const payout_runs = table(
    'payout_runs',
    {
      run_id: id('run_id'),
      kind: text('kind').$type<PayoutRunKind>().notNull(),
      /** What the run is for, such as a month: at most one run that is not void has it. */
      period_key: text('period_key').notNull(),
      campaign_id: reference('campaign_id').references(() => campaigns.campaign_id),
      period_start: instant('period_start').notNull(),
      period_end: instant('period_end').notNull(),
      time_zone: text('time_zone').notNull(),
      currency: text('currency').notNull(),
      currency_digits: integer('currency_digits').notNull(),
      /** The settings it was prepared under. */
      minimum_payout: money('minimum_payout').notNull(),
      hold_days: integer('hold_days').notNull(),
      status: text('status').$type<PayoutRunStatus>().notNull(),
      /** While it is being prepared: the last creator whose statement is written. */
      prepared_to: text('prepared_to'),
      prepared_by: reference('prepared_by'),
      prepared_at: instant('prepared_at').notNull(),
      approved_by: reference('approved_by'),
      approved_at: instant('approved_at'),
      exported_at: instant('exported_at'),
      paid_at: instant('paid_at'),
      voided_by: reference('voided_by'),
      voided_at: instant('voided_at'),
      void_reason: text('void_reason'),
      /** SHA-256 of the CSVs by layout, as JSON. */
      csv_hashes: text('csv_hashes').notNull(),
      /** What its statements came to when it was prepared, as JSON. */
      totals: text('totals').notNull(),
    },
    (t) => [uniqueIndex('payout_runs_period').on(t.period_key).where(sql`status <> 'void'`)],
  );

  /** How far a run reaches into each campaign's ledger. */
  const payout_run_campaigns = table(
    'payout_run_campaigns',
    {
      run_id: reference('run_id').notNull(),
      campaign_id: reference('campaign_id').notNull(),
      settlement_no: reference('settlement_no').notNull(),
    },
    (t) => [primaryKey({ columns: [t.run_id, t.campaign_id] })],
  );

  /** One creator in one run; money in minor units. */
  const payout_statements = table(
    'payout_statements',
    {
      statement_id: id('statement_id'),
      run_id: reference('run_id')
        .notNull()
        .references(() => payout_runs.run_id),
      creator_id: text('creator_id').notNull(),
      creator_name: text('creator_name'),
      payout_method: text('payout_method'),
      payout_address: text('payout_address'),
      address_changed: flag('address_changed').notNull(),
      revenue: money('revenue').notNull(),
      refunds: money('refunds').notNull(),
      commission: money('commission').notNull(),
      carried_in: money('carried_in').notNull(),
      payable: money('payable').notNull(),
      carried_out: money('carried_out').notNull(),
      carry_reason: text('carry_reason').$type<CarryReason>(),
      /** Why the creator's payouts were frozen when it was made; null where they were not. */
      hold_reason: text('hold_reason'),
      claims: bigCount('claims').notNull(),
      payments: bigCount('payments').notNull(),
      voided_at: instant('voided_at'),
      /** Voided while the run was a draft: it stands in none of the run's files. */
      taken_out: flag('taken_out').notNull().default(false),
    },
    (t) => [
      uniqueIndex('payout_statements_run').on(t.run_id, t.creator_id),
      index('payout_statements_creator').on(t.creator_id, t.statement_id),
    ],
  );

  /** Creators whose statement could not be made: the next run settles what they are owed. */
  const payout_failures = table(
    'payout_failures',
    {
      run_id: reference('run_id')
        .notNull()
        .references(() => payout_runs.run_id),
      creator_id: text('creator_id').notNull(),
      reason: text('reason').notNull(),
    },
    (t) => [primaryKey({ columns: [t.run_id, t.creator_id] })],
  );

  /** One campaign of a statement: what its accruals of these settlement numbers come to, less what was paid before. */
  const payout_lines = table(
    'payout_lines',
    {
      line_id: id('line_id'),
      statement_id: reference('statement_id')
        .notNull()
        .references(() => payout_statements.statement_id),
      run_id: reference('run_id').notNull(),
      creator_id: text('creator_id').notNull(),
      campaign_id: reference('campaign_id').notNull(),
      campaign_name: text('campaign_name').notNull(),
      /** The settlement numbers of the campaign that it holds, as JSON of ranges: `[[1,3]]`. */
      settlements: text('settlements').notNull(),
      revenue: money('revenue').notNull(),
      refunds: money('refunds').notNull(),
      /** The percentage in force, as text with its decimals. */
      commission_tier: text('commission_tier').notNull(),
      terms_id: reference('terms_id').notNull(),
      commission: money('commission').notNull(),
      claims: bigCount('claims').notNull(),
      payments: bigCount('payments').notNull(),
    },
    (t) => [
      index('payout_lines_statement').on(t.statement_id),
      index('payout_lines_run').on(t.run_id, t.creator_id, t.campaign_id),
      index('payout_lines_creator').on(t.creator_id, t.campaign_id),
    ],
  );

  return { payout_runs, payout_run_campaigns, payout_statements, payout_failures, payout_lines };
}

export type PayoutTables = ReturnType<typeof payoutTables>;
