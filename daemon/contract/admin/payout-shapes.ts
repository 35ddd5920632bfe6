import { z } from 'zod';
import { instantOut, moneyOut } from '../fields.ts';
import { CARRY_REASONS, PAYOUT_RUN_KINDS, PAYOUT_RUN_STATUSES } from '../words.ts';

// What answers about payout runs hold.

export const CSV_LAYOUTS = ['finance', 'excel', 'lines', 'paypal', 'wise'] as const;

export const STATEMENT_SORTS = ['payable', 'commission', 'revenue', 'carried_out', 'creator'] as const;
export type StatementSort = (typeof STATEMENT_SORTS)[number];

export const carryReason = z.enum(CARRY_REASONS);
const staffRef = z.object({ staff_id: z.number(), name: z.string().nullable() });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The sums over the statements of a run. */
export const totals = z.object({
  creators: z.number(),
  creators_paid: z.number(),
  /** The creators among them whose payout details changed since their previous statement. */
  addresses_changed: z.number(),
  /** After refunds. */
  revenue: moneyOut,
  refunds: moneyOut,
  commission: moneyOut,
  carried_in: moneyOut,
  payable: moneyOut,
  carried_out: moneyOut,
});

export const runOut = z.object({
  run_id: z.number(),
  kind: z.enum(PAYOUT_RUN_KINDS),
  status: z.enum(PAYOUT_RUN_STATUSES),
  /** Null: every campaign. */
  campaign_id: z.number().nullable(),
  campaign_name: z.string().nullable(),
  period_start: instantOut,
  /** Exclusive. */
  period_end: instantOut,
  time_zone: z.string(),
  minimum_payout: moneyOut,
  hold_days: z.number(),
  /** Null if the schedule made the run. */
  prepared_by: staffRef.nullable(),
  prepared_at: instantOut,
  approved_by: staffRef.nullable(),
  approved_at: instantOut.nullable(),
  exported_at: instantOut.nullable(),
  paid_at: instantOut.nullable(),
  voided_by: staffRef.nullable(),
  voided_at: instantOut.nullable(),
  void_reason: z.string().nullable(),
  /** As of the preparation; null until the run is prepared. */
  totals: totals.nullable(),
  /** SHA-256 of the CSV in each layout; null until the run is prepared. */
  csv_sha256: z.record(z.enum(CSV_LAYOUTS), sha256).nullable(),
  /** The layouts that come as a ZIP. */
  csv_zipped: z.array(z.enum(CSV_LAYOUTS)),
});

/** For each possible next step: null, or why the daemon would refuse it to this caller. */
const refusedMove = z.enum(['invalid_status_move', 'second_person_needed', 'newer_run']).nullable();
export const moves = z.object({ approve: refusedMove, export: refusedMove, pay: refusedMove, void: refusedMove });

const figures = {
  revenue: moneyOut,
  refunds: moneyOut,
  commission: moneyOut,
  claims: z.number(),
  payments: z.number(),
};
export const lineOut = z.object({
  campaign_id: z.number(),
  campaign_name: z.string(),
  commission_tier: z.number(),
  terms_version: z.number(),
  ...figures,
});
export const statementFields = {
  creator_id: z.string(),
  creator_name: z.string().nullable(),
  payout_method: z.string().nullable(),
  payout_address: z.string().nullable(),
  address_changed: z.boolean(),
  ...figures,
  carried_in: moneyOut,
  payable: moneyOut,
  carried_out: moneyOut,
  carry_reason: carryReason.nullable(),
  /** Why the creator's payouts were frozen when the statement was made: then its whole amount is held. */
  hold_reason: z.string().nullable(),
};
/** A creator whose statement could not be made: the next run settles what is owed. */
export const failureOut = z.object({ creator_id: z.string(), reason: z.string() });
export const statementOut = z.object({
  statement_id: z.number(),
  ...statementFields,
  reference: z.string(),
  voided_at: instantOut.nullable(),
  /** Voided while the run was a draft: the run's files and totals do not contain it. */
  taken_out: z.boolean(),
  lines: z.array(lineOut.extend({ line_id: z.number() })),
});
