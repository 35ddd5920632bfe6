import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instantOut, listOf, moneyOut, pageQuery, personId } from '../fields.ts';
import { CREATOR_CODE_STATUSES } from '../words.ts';
import { perGame, staffOnly } from './access.ts';
import { campaignStatus } from './campaigns.ts';
import { paymentStatus, runOut, statementFields } from './payout-shapes.ts';

// Endpoints for one creator: codes with their figures, statements, and changes to payout details.

/** A creator's code, with its earnings so far. */
export const codeOfCreator = z.object({
  code_id: z.number(),
  code: z.string(),
  code_url: z.string(),
  /** The referral code from which it was created. */
  base_code: z.string(),
  base_code_id: z.number(),
  campaign_id: z.number(),
  campaign_name: z.string(),
  campaign_status: campaignStatus,
  status: z.enum(CREATOR_CODE_STATUSES),
  rejection_reason: z.string().nullable(),
  number_of_claims: z.number(),
  total_revenue: moneyOut,
  /** The percentage now in force. */
  commission_tier: z.number(),
  commission: moneyOut,
  /** The campaign's next tier, and the revenue still needed to reach it; null on the last tier. */
  next_tier: z.object({ percent: z.number(), missing_revenue: moneyOut }).nullable(),
  created_at: instantOut,
});
const creatorId = z.object({ creator_id: personId });

export const creatorAccountEndpoints = {
  inviteCreator: define({
    method: 'POST',
    path: '/v1/admin/creators/{creator_id}/invitation',
    summary: 'Email a creator a link that opens their page once, within three days; at most three links per hour',
    access: staffOnly('live_ops'),
    params: creatorId,
    answer: { status: 202, schema: z.object({ email: z.string(), expires_at: instantOut, mail_ready: z.boolean() }) },
    refusals: ['not_found', 'no_email_address'],
  }),
  viewCreatorPage: define({
    method: 'POST',
    path: '/v1/admin/creators/{creator_id}/view',
    summary:
      'Create a single-use link, valid for 15 minutes, that shows the page as the creator sees it, but read-only and without payout details; the view ends after an hour',
    access: staffOnly('live_ops', 'moderator', 'finance'),
    params: creatorId,
    answer: { status: 201, schema: z.object({ url: z.string(), expires_at: instantOut }) },
    refusals: ['not_found'],
  }),
  listCodesOfCreator: define({
    method: 'GET',
    path: '/v1/admin/creators/{creator_id}/codes',
    summary: 'List a creator’s codes in all campaigns with claims, revenue and commission so far, newest first',
    access: perGame('live_ops', 'moderator', 'finance'),
    params: creatorId,
    query: z.strictObject(pageQuery),
    answer: {
      status: 200,
      schema: listOf(codeOfCreator).extend({
        /** Commission so far in all campaigns, whether or not it is already in statements. */
        total_commission: moneyOut,
      }),
    },
    refusals: ['not_found'],
  }),
  listStatementsOfCreator: define({
    method: 'GET',
    path: '/v1/admin/creators/{creator_id}/statements',
    summary: 'List a creator’s statements in all payout runs, newest first',
    access: staffOnly('finance'),
    params: creatorId,
    query: z.strictObject(pageQuery),
    answer: {
      status: 200,
      schema: listOf(
        z.object({
          statement_id: z.number(),
          ...statementFields,
          voided_at: instantOut.nullable(),
          payment_status: paymentStatus,
          run: runOut.pick({
            run_id: true,
            kind: true,
            status: true,
            period_start: true,
            period_end: true,
            time_zone: true,
            paid_at: true,
          }),
        }),
      ),
    },
    refusals: ['not_found'],
  }),
  listPayoutDetailChanges: define({
    method: 'GET',
    path: '/v1/admin/creators/{creator_id}/payout-details',
    summary: 'List the newest 100 changes to a creator’s payout details and freeze, except those made by imports',
    access: staffOnly('finance'),
    params: creatorId,
    answer: {
      status: 200,
      schema: z.object({
        data: z.array(
          z.object({
            audit_id: z.number(),
            at: instantOut,
            /** Null if an operator's command made the change. */
            staff_name: z.string().nullable(),
            changes: z.array(
              z.object({
                field: z.enum(['payout_method', 'payout_address', 'payout_name', 'payout_hold']),
                before: z.string().nullable(),
                after: z.string().nullable(),
              }),
            ),
          }),
        ),
      }),
    },
    refusals: ['not_found'],
  }),
};
