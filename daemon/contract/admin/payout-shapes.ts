import { z } from 'zod';
import { instantOut, listOf, moneyOut } from '../fields.ts';
import { PAYMENT_FILES } from '../payment-files.ts';
import { CARRY_REASONS, PAYOUT_RUN_KINDS, PAYOUT_RUN_STATUSES } from '../words.ts';

// What answers about payout runs hold.

export const CSV_LAYOUTS = ['finance', 'excel', 'lines', 'paypal', 'wise', 'bank'] as const;

/** Why a payable statement stands in no payment file: finance pays it by hand, or the creator's details are missing. */
export const BY_HAND_REASONS = ['no_file_for_method', 'address_not_usable'] as const;
export const UNPAYABLE_REASONS = ['no_payout_method', 'no_address'] as const;

export const STATEMENT_SORTS = ['payable', 'commission', 'revenue', 'carried_out', 'creator'] as const;

export const carryReason = z.enum(CARRY_REASONS);
const staffRef = z.object({ staff_id: z.number(), name: z.string().nullable() });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

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
  /** SHA-256 of the CSV in each layout that there was when the run was prepared; null until then. */
  csv_sha256: z.partialRecord(z.enum(CSV_LAYOUTS), sha256).nullable(),
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
const detailsOut = z.object({ payout_method: z.string().nullable(), payout_address: z.string().nullable() });
/** What the payout details were, what they are now, and since when; `changed_at` is null where the date was not kept. */
const addressChange = z.object({ from: detailsOut, to: detailsOut, changed_at: instantOut.nullable() }).nullable();

/** A creator whose statement could not be made: the next run settles what is owed. */
export const failureOut = z.object({ creator_id: z.string(), reason: z.string() });
export const statementOut = z.object({
  statement_id: z.number(),
  ...statementFields,
  reference: z.string(),
  /** What the last run paid the creator, and the difference to it; see `last_run_id` of the run. */
  last_payable: moneyOut,
  payable_difference: moneyOut,
  /** There is a last run, and it has no statement of the creator. */
  is_new: z.boolean(),
  /** Against the creator's previous statement. */
  address_change: addressChange,
  voided_at: instantOut.nullable(),
  /** Voided while the run was a draft: the run's files and totals do not contain it. */
  taken_out: z.boolean(),
  lines: z.array(lineOut.extend({ line_id: z.number() })),
});

const partOf = <W extends z.ZodType>(why: W) => ({
  creators: z.number(),
  payable: moneyOut,
  /** Of these, the statements whose payment failed: the next run settles them. */
  voided: z.object({ creators: z.number(), payable: moneyOut }),
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
      /** The payment failed after the run was approved: the next run settles the amount. */
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
  /** How many lines the statements have: the rows of the layout `lines`. */
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
const someCreators = z.object({ creators: z.number(), payable: moneyOut });
export const differenceOut = z.object({
  run: comparedRun,
  /** The earlier run; null where there is none, and every creator is new. */
  to: comparedRun.nullable(),
  payable_now: moneyOut,
  payable_then: moneyOut,
  difference: moneyOut,
  /** Creators with a statement in this run alone, and what it pays them. */
  new: someCreators,
  /** Creators with a statement in the earlier run alone, and what it paid them. */
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
      address_change: addressChange,
    }),
  ).shape,
});
