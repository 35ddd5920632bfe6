import { z } from 'zod';
import { instantOut, listOf, moneyOut } from '../fields.ts';
import { PAYMENT_FILES } from '../payment-files.ts';
import { CARRY_REASONS, PAYMENT_STATUSES, PAYOUT_RUN_KINDS, PAYOUT_RUN_STATUSES } from '../words.ts';

// The shapes of responses about payout runs.

export const CSV_LAYOUTS = ['finance', 'excel', 'lines', 'paypal', 'wise', 'bank', 'lines_with_currencies'] as const;

/**
 * Why a payable statement is not in any payment file: finance pays it by hand, or the creator's payout details are
 * missing.
 */
export const BY_HAND_REASONS = ['no_file_for_method', 'address_not_usable'] as const;
export const UNPAYABLE_REASONS = ['no_payout_method', 'no_address'] as const;

export const STATEMENT_SORTS = ['payable', 'commission', 'revenue', 'carried_out', 'creator'] as const;

export const carryReason = z.enum(CARRY_REASONS);
const staffRef = z.object({ staff_id: z.number(), name: z.string().nullable() });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** The sums across a run's statements. */
const totals = z.object({
  creators: z.number(),
  creators_paid: z.number(),
  /** The number of creators whose payout details changed since their previous statement. */
  addresses_changed: z.number(),
  /** Revenue after refunds. */
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
  /** Null for all campaigns. */
  campaign_id: z.number().nullable(),
  campaign_name: z.string().nullable(),
  period_start: instantOut,
  /** Exclusive. */
  period_end: instantOut,
  time_zone: z.string(),
  minimum_payout: moneyOut,
  hold_days: z.number(),
  /** Null if the run was created on schedule. */
  prepared_by: staffRef.nullable(),
  prepared_at: instantOut,
  approved_by: staffRef.nullable(),
  approved_at: instantOut.nullable(),
  exported_at: instantOut.nullable(),
  paid_at: instantOut.nullable(),
  voided_by: staffRef.nullable(),
  voided_at: instantOut.nullable(),
  void_reason: z.string().nullable(),
  /** The totals when the run was prepared; null before that. */
  totals: totals.nullable(),
  /** The SHA-256 of the CSV in each layout that existed when the run was prepared; null before that. */
  csv_sha256: z.partialRecord(z.enum(CSV_LAYOUTS), sha256).nullable(),
  /** The layouts whose file is a ZIP. */
  csv_zipped: z.array(z.enum(CSV_LAYOUTS)),
});

/** Why this caller cannot take this step now; null if they can. */
const refusedMove = z.enum(['invalid_status_move', 'second_person_needed', 'newer_run', 'statements_paid']).nullable();
export const moves = z.object({ approve: refusedMove, export: refusedMove, pay: refusedMove, void: refusedMove });

export const statementFigures = {
  revenue: moneyOut,
  refunds: moneyOut,
  commission: moneyOut,
  claims: z.number(),
  payments: z.number(),
};
export const lineOut = z.object({
  /** The creator whose codes earned this commission: the creator of the statement, or one merged into them. */
  creator_id: z.string(),
  campaign_id: z.number(),
  campaign_name: z.string(),
  commission_tier: z.number(),
  terms_version: z.number(),
  ...statementFigures,
});
export const statementFields = {
  creator_id: z.string(),
  creator_name: z.string().nullable(),
  payout_method: z.string().nullable(),
  payout_address: z.string().nullable(),
  address_changed: z.boolean(),
  ...statementFigures,
  carried_in: moneyOut,
  payable: moneyOut,
  carried_out: moneyOut,
  carry_reason: carryReason.nullable(),
  /**
   * Why the creator's payouts were frozen when the statement was created. If they were, `carried_out` is the whole
   * amount.
   */
  hold_reason: z.string().nullable(),
};
const detailsOut = z.object({ payout_method: z.string().nullable(), payout_address: z.string().nullable() });
/** The previous and current payout details. `changed_at` is null if the date was not stored. */
const addressChange = z.object({ from: detailsOut, to: detailsOut, changed_at: instantOut.nullable() }).nullable();

/** Null if the statement pays nothing or was removed from the draft, or if its run is void. */
export const paymentStatus = z.enum(PAYMENT_STATUSES).nullable();

/** A creator whose statement could not be created. The next run settles the amount. */
export const failureOut = z.object({ creator_id: z.string(), reason: z.string() });
export const statementOut = z.object({
  statement_id: z.number(),
  ...statementFields,
  reference: z.string(),
  /** The amount paid to the creator by the run `last_run_id`; `payable_difference` is the change from that amount. */
  last_payable: moneyOut,
  payable_difference: moneyOut,
  /** Whether the previous run contains no statement for the creator; false if there is no previous run. */
  is_new: z.boolean(),
  /** The change since the creator's previous statement. */
  address_change: addressChange,
  voided_at: instantOut.nullable(),
  /** Null if the statement is not void, or was voided by an older version of the daemon. */
  void_reason: z.string().nullable(),
  payment_status: paymentStatus,
  /** When the payment arrived, according to a result file. The time is kept even if the payment is returned later. */
  paid_at: instantOut.nullable(),
  /** Whether the statement was voided while the run was a draft, so that the run's files and totals exclude it. */
  taken_out: z.boolean(),
  lines: z.array(lineOut.extend({ line_id: z.number() })),
});

/** What a run would pay if it were prepared now. */
export const previewOut = z.object({
  totals,
  /** The newest run with the same scope that is not void. */
  last_run: z.object({ run_id: z.number(), totals }).nullable(),
  /** The payable sum minus that of `last_run`. */
  payable_difference: moneyOut,
  /** The largest payments. `left_off` is the number of payments not in the response. */
  statements: z.array(z.object({ ...statementFields, last_payable: moneyOut, lines: z.array(lineOut) })),
  left_off: z.number(),
  failures: z.array(failureOut),
});

const someCreators = z.object({ creators: z.number(), payable: moneyOut });
const partOf = <W extends z.ZodType>(why: W) => ({
  ...someCreators.shape,
  /** The statements in this part whose payments arrived, according to a result file. */
  arrived: someCreators,
  /** The statements in this part whose payments failed. The next run settles them. */
  voided: someCreators,
  statements: listOf(
    z.object({
      statement_id: z.number(),
      creator_id: z.string(),
      creator_name: z.string().nullable(),
      payable: moneyOut,
      payout_method: z.string().nullable(),
      payout_address: z.string().nullable(),
      why,
      reference: z.string(),
      /** When the payment arrived, according to a result file. A payment can still be returned later. */
      paid_at: instantOut.nullable(),
      /** When the payment was recorded as failed, after the run was approved. The next run settles the amount. */
      voided_at: instantOut.nullable(),
    }),
  ),
});
export const reconciliationOut = z.object({
  run_id: z.number(),
  /** The sum of all parts. */
  payable: moneyOut,
  files: z.array(z.object({ layout: z.enum(PAYMENT_FILES), ...partOf(z.null()) })),
  by_hand: z.object(partOf(z.enum(BY_HAND_REASONS))),
  unpayable: z.object(partOf(z.enum(UNPAYABLE_REASONS))),
  /** The number of lines in the statements, which equals the number of rows in the layout `lines`. */
  lines: z.number(),
});

export const DIFFERENCE_SORTS = ['change', 'difference', 'payable_now', 'creator'] as const;
export const DIFFERENCES = ['new', 'gone', 'address_changed', 'payable_changed'] as const;
const comparedRun = z.object({
  run_id: z.number(),
  status: z.enum(PAYOUT_RUN_STATUSES),
  period_start: instantOut,
  period_end: instantOut,
  prepared_at: instantOut,
});
export const differenceOut = z.object({
  run: comparedRun,
  /** The earlier run; null if there is none, in which case all creators count as new. */
  to: comparedRun.nullable(),
  payable_now: moneyOut,
  payable_then: moneyOut,
  difference: moneyOut,
  /** Creators who have a statement only in this run, and the sum paid to them. */
  new: someCreators,
  /** Creators who had a statement only in the earlier run, and the sum paid to them. */
  gone: someCreators,
  addresses_changed: z.number(),
  ...listOf(
    z.object({
      creator_id: z.string(),
      creator_name: z.string().nullable(),
      payable_now: moneyOut,
      payable_then: moneyOut,
      difference: moneyOut,
      is_new: z.boolean(),
      is_gone: z.boolean(),
      /** The creator whose statement now pays this one; null if this one was not merged, or is in the run. */
      merged_into: z.string().nullable(),
      address_change: addressChange,
    }),
  ).shape,
});
