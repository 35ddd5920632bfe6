import { z } from 'zod';
import { define } from '../endpoint.ts';
import { FIELD_FAULTS } from '../field-faults.ts';
import { email, queryFlag as flag, instant, instantOut, listOf, listQuery, moneyOut, personId } from '../fields.ts';
import { changeBody, versionOut } from '../versions.ts';
import { CREATOR_STATUSES } from '../words.ts';
import { perGame, staffOnly } from './access.ts';
import { csvFaults, importPreview, importQuery, refusedRows } from './imports.ts';
import { periodFigures } from './period-figures.ts';

const creatorOut = z.object({
  creator_id: z.string(),
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  commission_percent: z.number().nullable(),
  status: z.enum(CREATOR_STATUSES),
  payout_method: z.string().nullable(),
  /** Null for all roles except finance and the owner. */
  payout_address: z.string().nullable(),
  /** The account holder. Null for all roles except finance and the owner. */
  payout_name: z.string().nullable(),
  /** Whether both method and address are set. */
  has_payout_details: z.boolean(),
  /** Why the creator's payouts are frozen; null if they are not. */
  payout_hold: z.string().nullable(),
  /** The state of the creator's tax form. Null if there is none, and for all roles except finance and the owner. */
  tax_form: z.object({ status: z.string(), expires_at: instantOut.nullable() }).nullable(),
  /** The number of the creator's codes in all campaigns, not counting rejected ones. */
  number_of_codes: z.number(),
  number_of_claims: z.number(),
  total_revenue: moneyOut,
  /** The creator into whom this one was merged and who is paid for both; null if this one was not merged. */
  merged_into: z
    .object({
      creator_id: z.string(),
      display_name: z.string().nullable(),
      merged_at: instantOut,
      /** False if a payout run has started since the merge. */
      can_undo: z.boolean(),
    })
    .nullable(),
  /** Creators merged into this one. The figures include their codes. */
  merged_creators: z.array(z.object({ creator_id: z.string(), display_name: z.string().nullable() })),
  created_at: instantOut,
  version: versionOut,
});

/** Digits are not allowed, so that tax numbers are not stored here. */
const taxFormStatus = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[\p{L}\p{M} _-]+$/u, FIELD_FAULTS.not_a_tax_form_status);

export const creatorEndpoints = {
  listCreators: define({
    method: 'GET',
    path: '/v1/admin/creators',
    summary: 'List creators',
    access: perGame('live_ops', 'moderator', 'finance'),
    query: z.strictObject({
      ...listQuery,
      status: creatorOut.shape.status.optional(),
      has_payout_details: flag.optional(),
      /** Whether the creator's payouts are frozen. */
      on_hold: flag.optional(),
      sort: z
        .enum(['created_at', '-created_at', 'creator_id', '-creator_id', 'display_name', '-display_name'])
        .optional(),
    }),
    answer: { status: 200, schema: listOf(creatorOut) },
    refusals: [],
  }),
  getCreator: define({
    method: 'GET',
    path: '/v1/admin/creators/{creator_id}',
    summary: 'Get a creator',
    access: perGame('live_ops', 'moderator', 'finance'),
    params: z.object({ creator_id: personId }),
    answer: { status: 200, schema: creatorOut },
    refusals: ['not_found'],
  }),
  getCreatorFigures: define({
    method: 'GET',
    path: '/v1/admin/creators/{creator_id}/figures',
    summary:
      "Get the figures and series of a creator's codes; the revenue is the part for which the creator earns commission",
    access: perGame('live_ops', 'moderator', 'finance'),
    params: z.object({ creator_id: personId }),
    query: z.strictObject({ from: instant.optional(), to: instant.optional() }),
    answer: { status: 200, schema: z.object(periodFigures) },
    refusals: ['not_found'],
  }),
  changeCreator: define({
    method: 'PATCH',
    path: '/v1/admin/creators/{creator_id}',
    summary:
      'Change a creator; commission_percent replaces the tiers for this creator, and null removes it. Only finance and the owner can change payout_method, payout_address, payout_name, payout_hold and tax_form',
    access: staffOnly('live_ops', 'finance'),
    params: z.object({ creator_id: personId }),
    body: changeBody({
      display_name: z.string().min(1).max(255).nullable(),
      email: email.nullable(),
      commission_percent: z.number().min(0).max(100).multipleOf(0.01).nullable(),
      status: z.enum(CREATOR_STATUSES),
      payout_method: z.string().min(1).max(50).nullable(),
      payout_address: z.string().min(1).max(500).nullable(),
      /** If the address changes, the holder is removed unless the request contains one. */
      payout_name: z.string().trim().min(1).max(200).nullable(),
      /** The reason for freezing the creator's payouts; null lifts the freeze. */
      payout_hold: z.string().trim().min(1).max(500).nullable(),
      /** The form's status in the organisation's own words, and when the form expires; null removes both. */
      tax_form: z.strictObject({ status: taxFormStatus, expires_at: instant.nullable() }).nullable(),
    }),
    answer: { status: 200, schema: creatorOut },
    current: creatorOut,
    refusals: ['not_found'],
  }),
  importCreators: define({
    method: 'POST',
    path: '/v1/admin/creators/import',
    summary:
      'Add and change creators from a CSV; the whole file is checked first, and blank cells change nothing. Only finance and the owner can set payout_method and payout_address',
    access: staffOnly('live_ops', 'finance'),
    query: importQuery,
    csvBody: true,
    body: z.strictObject({ csv: z.string() }),
    answer: {
      status: 200,
      schema: z.object({
        created: z.number(),
        updated: z.number(),
        unchanged: z.number(),
        ...z.object(refusedRows).partial().shape,
      }),
    },
    dryRun: importPreview,
    refusals: ['invalid_csv'],
    refusalFields: { invalid_csv: csvFaults },
  }),
};
