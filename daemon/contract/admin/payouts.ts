import { z } from 'zod';
import { define } from '../endpoint.ts';
import {
  queryFlag as flag,
  idText,
  instantOut,
  keysetOf,
  keysetQuery,
  listOf,
  listQuery,
  moneyOut,
  nothing,
  pageOnly,
  pageQuery,
  paidOut,
  pathId,
  paymentNamed,
} from '../fields.ts';
import { PAYMENT_STATUSES, PAYOUT_RUN_KINDS, PAYOUT_RUN_STATUSES } from '../words.ts';
import { staffOnly } from './access.ts';
import {
  CSV_LAYOUTS,
  carryReason,
  DIFFERENCE_SORTS,
  DIFFERENCES,
  differenceOut,
  failureOut,
  moves,
  previewOut,
  reconciliationOut,
  runOut,
  STATEMENT_SORTS,
  statementOut,
} from './payout-shapes.ts';
import { trialOut, trialRequest } from './tiers-trial.ts';

const runId = pathId('run_id');
/** Returns each name for ascending order, and again with a minus sign for descending order. */
const signed = <N extends string>(names: readonly N[]) => names.flatMap((name): (N | `-${N}`)[] => [name, `-${name}`]);
const reason = z.string().trim().min(1).max(500);
const runRequest = z.strictObject({
  kind: z.literal('manual'),
  campaign_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().optional(),
});
const move = <P extends string>(path: P, summary: string) =>
  ({ method: 'POST', path, summary, access: staffOnly('finance'), params: runId }) as const;
const moved = { status: 200, schema: runOut } as const;

export const payoutEndpoints = {
  listPayoutRuns: define({
    method: 'GET',
    path: '/v1/admin/payout-runs',
    summary: 'List payout runs, newest first',
    access: staffOnly('finance'),
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(PAYOUT_RUN_STATUSES).optional(),
      kind: z.enum(PAYOUT_RUN_KINDS).optional(),
    }),
    answer: { status: 200, schema: listOf(runOut) },
    refusals: [],
  }),
  createPayoutRun: define({
    method: 'POST',
    path: '/v1/admin/payout-runs',
    summary: 'Create a payout run now, for one campaign or for all; when the response arrives, the run is a draft',
    access: staffOnly('finance'),
    body: runRequest,
    answer: { status: 201, schema: runOut },
    refusals: ['not_found'],
  }),
  dryRunPayouts: define({
    method: 'POST',
    path: '/v1/admin/payout-runs/dry-run',
    summary:
      'Preview a payout run (kind: manual), or try other tiers on past payments (kind: trial); nothing is stored',
    access: staffOnly('finance'),
    body: z.discriminatedUnion('kind', [runRequest, trialRequest]),
    answer: { status: 200, schema: z.union([previewOut, trialOut]) },
    refusals: ['not_found'],
  }),
  getPayoutRun: define({
    method: 'GET',
    path: '/v1/admin/payout-runs/{run_id}',
    summary: 'Get a payout run with its statements and allowed next steps',
    access: staffOnly('finance'),
    params: runId,
    query: z.strictObject({
      ...pageQuery,
      q: z.string().max(200).optional(),
      carry_reason: carryReason.optional(),
      address_changed: flag.optional(),
      /** Only statements with a payable amount but no payout method or address. */
      missing_details: flag.optional(),
      voided: flag.optional(),
      payment_status: z.enum(PAYMENT_STATUSES).optional(),
      sort: z.enum(signed(STATEMENT_SORTS)).default('-payable'),
    }),
    answer: {
      status: 200,
      schema: runOut.extend({
        moves,
        /**
         * The newest earlier run with the same scope that is not void; if there is none, the newest one with any scope.
         */
        last_run_id: z.number().nullable(),
        /** The first ten creators whose payouts were frozen after the run was created, if this blocks its next step. */
        frozen: z.array(z.object({ creator_id: z.string(), creator_name: z.string().nullable() })),
        /** The first 100, sorted by creator. */
        failures: z.array(failureOut),
        failures_total: z.number(),
        statements: listOf(statementOut),
      }),
    },
    refusals: ['not_found'],
  }),
  getPayoutReconciliation: define({
    method: 'GET',
    path: '/v1/admin/payout-runs/{run_id}/reconciliation',
    summary:
      'Get the amounts that a run pays by payment file and by hand, and the unpayable amount, each with a page of statements',
    access: staffOnly('finance'),
    params: runId,
    query: z.strictObject({ ...pageOnly, page_size: pageOnly.page_size.default(100) }),
    answer: { status: 200, schema: reconciliationOut },
    refusals: ['not_found', 'run_preparing'],
  }),
  getPayoutDifference: define({
    method: 'GET',
    path: '/v1/admin/payout-runs/{run_id}/difference',
    summary: 'Compare a run with an earlier one, creator by creator; `to` is the previous run by default',
    access: staffOnly('finance'),
    params: runId,
    query: z.strictObject({
      ...pageQuery,
      to: idText.optional(),
      q: z.string().max(200).optional(),
      only: z.enum(DIFFERENCES).optional(),
      sort: z.enum(signed(DIFFERENCE_SORTS)).default('-change'),
    }),
    answer: { status: 200, schema: differenceOut },
    refusals: ['not_found', 'run_preparing'],
  }),
  listPayoutCampaigns: define({
    method: 'GET',
    path: '/v1/admin/payout-campaigns',
    summary: 'List campaigns for which a payout run can be created, newest first; draft campaigns are left out',
    access: staffOnly('finance'),
    query: z.strictObject(listQuery),
    answer: {
      status: 200,
      schema: listOf(
        z.object({ campaign_id: z.number(), name: z.string(), starts_at: instantOut, ends_at: instantOut }),
      ),
    },
    refusals: [],
  }),
  listPayoutLinePayments: define({
    method: 'GET',
    path: '/v1/admin/payout-runs/{run_id}/lines/{line_id}/payments',
    summary: 'List the payments and refunds in a line, newest first',
    access: staffOnly('finance'),
    params: runId.extend(pathId('line_id').shape),
    query: z.strictObject(keysetQuery),
    answer: {
      status: 200,
      schema: keysetOf(
        z.object({
          ...paymentNamed,
          /** The transaction_id of the payment that a refund refers to. */
          refund_of: z.string().nullable(),
          code: z.string(),
          /** The part of the payment that counts in this line; negative for refunds. */
          amount: moneyOut,
          /** Whether the amount was reversed or counted again because an exchange rate was corrected. */
          is_correction: z.boolean(),
          paid: paidOut,
          terms_version: z.number(),
          created_at: instantOut,
          received_at: instantOut,
        }),
      ),
    },
    refusals: ['not_found'],
  }),
  approvePayoutRun: define({
    ...move(
      '/v1/admin/payout-runs/{run_id}/approve',
      'Approve a draft; with the setting two_person_payouts, the person who created it cannot approve it',
    ),
    body: nothing,
    answer: moved,
    refusals: ['not_found', 'invalid_status_move', 'second_person_needed', 'payouts_frozen'],
  }),
  markPayoutRunExported: define({
    ...move('/v1/admin/payout-runs/{run_id}/mark-exported', 'Record that an approved run was sent for payment'),
    body: nothing,
    answer: moved,
    refusals: ['not_found', 'invalid_status_move', 'payouts_frozen'],
  }),
  markPayoutRunPaid: define({
    ...move('/v1/admin/payout-runs/{run_id}/mark-paid', 'Record that an exported run was paid'),
    body: nothing,
    answer: moved,
    refusals: ['not_found', 'invalid_status_move'],
  }),
  voidPayoutRun: define({
    ...move(
      '/v1/admin/payout-runs/{run_id}/void',
      'Void a run that is not paid, even one that is still being prepared; newer runs must be voided first. The next run settles its amounts',
    ),
    body: z.strictObject({ reason }),
    answer: moved,
    refusals: ['not_found', 'invalid_status_move', 'newer_run', 'statements_paid'],
  }),
  voidPayoutStatement: define({
    method: 'POST',
    path: '/v1/admin/payout-runs/{run_id}/statements/{statement_id}/void',
    summary:
      'Void one statement; the next run settles it. In a draft, the totals and files are created again without it; after the export, voiding means that the payment failed',
    access: staffOnly('finance'),
    params: runId.extend(pathId('statement_id').shape),
    body: z.strictObject({ reason }),
    answer: { status: 200, schema: statementOut },
    refusals: ['not_found', 'invalid_status_move'],
  }),
  getPayoutRunCsv: define({
    method: 'GET',
    path: '/v1/admin/payout-runs/{run_id}/csv',
    summary:
      'Get the CSV of a run; the file is identical each time. The layouts paypal and wise return a ZIP if they need several files or leave out payments. The header Repr-Digest contains the SHA-256, and Row-Count the number of rows (finance, excel, lines)',
    access: staffOnly('finance'),
    params: runId,
    query: z.strictObject({ layout: z.enum(CSV_LAYOUTS).default('finance') }),
    answer: { status: 200, type: 'text/csv', schema: z.string() },
    refusals: ['not_found', 'run_preparing'],
  }),
};
