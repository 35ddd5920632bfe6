import { z } from 'zod';
import { staffOnly } from './admin/access.ts';
import { ownAccount, ownRead } from './creator-sessions.ts';
import { define } from './endpoint.ts';
import { instantOut, listOf, pageQuery, pathId } from './fields.ts';
import { DETAIL_REQUEST_STATUSES } from './words.ts';

// Payout details that creators enter themselves. Payouts use them only after finance or an owner has approved them.

const status = z.enum(DETAIL_REQUEST_STATUSES);

/** The maximum number of characters in each field. */
const MOST = { method: 50, address: 500, name: 200 };
const text = (most: number) => z.string().trim().min(1).max(most);
const detailsIn = z.strictObject({
  /** Such as `paypal`, `wise` or `bank`. */
  method: text(MOST.method),
  /** Such as an email address or an IBAN. */
  address: text(MOST.address),
  /** The account holder's name. */
  name: text(MOST.name),
});
const detailsOut = z.object({
  method: z.string().nullable(),
  address: z.string().nullable(),
  name: z.string().nullable(),
});

const requestOut = z.object({
  request_id: z.number(),
  creator_id: z.string(),
  creator_name: z.string().nullable(),
  status,
  requested: detailsOut,
  /**
   * The details that applied before: those now in use if the request is waiting, otherwise those at the time of the
   * decision.
   */
  before: detailsOut,
  requested_at: instantOut,
  decided_at: instantOut.nullable(),
  /** Null until the decision. */
  decided_by: z.object({ staff_id: z.number(), name: z.string().nullable() }).nullable(),
  /** The reason for a rejection. */
  reason: z.string().nullable(),
});

const ownDetailsOut = z.object({
  /** The details that payouts use. */
  approved: detailsOut,
  /** The request that is waiting, or the last one if it was rejected; null if there is none. */
  request: requestOut
    .pick({ status: true, requested: true, requested_at: true, decided_at: true, reason: true })
    .nullable(),
});

const ofRequest = pathId('request_id');

export const payoutDetailEndpoints = {
  getOwnPayoutDetails: define({
    method: 'GET',
    path: '/v1/creator/payout-details',
    summary: 'Get your payout details, and those waiting for approval',
    access: ownRead,
    maxBehindMs: 0,
    answer: { status: 200, schema: ownDetailsOut },
    refusals: [],
  }),
  requestOwnPayoutDetails: define({
    method: 'POST',
    path: '/v1/creator/payout-details',
    summary:
      'Request new payout details; they replace earlier ones that are still waiting, and apply once finance approves them',
    access: ownAccount,
    body: detailsIn,
    answer: { status: 201, schema: ownDetailsOut },
    refusals: [],
  }),
  listPayoutDetailRequests: define({
    method: 'GET',
    path: '/v1/admin/payout-detail-requests',
    summary: 'List payout details that creators entered, newest first, with the details that applied before',
    access: staffOnly('finance'),
    query: z.strictObject({ ...pageQuery, status: status.optional(), creator_id: z.string().max(255).optional() }),
    answer: { status: 200, schema: listOf(requestOut) },
    refusals: [],
  }),
  approvePayoutDetails: define({
    method: 'POST',
    path: '/v1/admin/payout-detail-requests/{request_id}/approve',
    summary: 'Approve waiting payout details; payouts will use them from then on',
    access: staffOnly('finance'),
    params: ofRequest,
    answer: { status: 200, schema: requestOut },
    refusals: ['not_found', 'invalid_status_move'],
  }),
  rejectPayoutDetails: define({
    method: 'POST',
    path: '/v1/admin/payout-detail-requests/{request_id}/reject',
    summary: 'Reject waiting payout details; the creator will see the reason',
    access: staffOnly('finance'),
    params: ofRequest,
    body: z.strictObject({ reason: text(500) }),
    answer: { status: 200, schema: requestOut },
    refusals: ['not_found', 'invalid_status_move'],
  }),
};
