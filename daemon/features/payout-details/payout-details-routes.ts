import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { decideDetails, getRequest, listRequests, type ShownRequest } from './decide-details.ts';
import { type OwnDetails, readOwnDetails, requestDetails } from './request-details.ts';

type PayoutDetailRoutes = Pick<
  Routes,
  | 'getOwnPayoutDetails'
  | 'requestOwnPayoutDetails'
  | 'listPayoutDetailRequests'
  | 'approvePayoutDetails'
  | 'rejectPayoutDetails'
>;

export const payoutDetailRoutes = ({ db }: { db: Database }): PayoutDetailRoutes => ({
  getOwnPayoutDetails: async ({ principal: { creatorId, session } }) => {
    const details = await readOwnDetails(db, creatorId);
    return session === 'view' ? HIDDEN : ownOut(details);
  },
  requestOwnPayoutDetails: async ({ body: { method, address, name }, principal, now }) => {
    const details = { payout_method: method, payout_address: address, payout_name: name };
    return ownOut(await requestDetails(db, principal.creatorId, details, now));
  },
  listPayoutDetailRequests: async ({ query }) => {
    const page = await listRequests(db, query);
    return { ...page, data: page.data.map(requestOut) };
  },
  approvePayoutDetails: async ({ params: { request_id: requestId }, principal, now }) => {
    await decideDetails(db, principal.staffId, { requestId, rejection: null }, now);
    return requestOut(await getRequest(db, requestId));
  },
  rejectPayoutDetails: async ({ params: { request_id: requestId }, body, principal, now }) => {
    await decideDetails(db, principal.staffId, { requestId, rejection: body.reason }, now);
    return requestOut(await getRequest(db, requestId));
  },
});

interface Details {
  payout_method: string | null;
  payout_address: string | null;
  payout_name: string | null;
}
const detailsOut = ({ payout_method, payout_address, payout_name }: Details) => ({
  method: payout_method,
  address: payout_address,
  name: payout_name,
});

/** The response for staff who view a creator's page. */
const HIDDEN = { approved: { method: null, address: null, name: null }, request: null };

const ownOut = ({ creator, request }: OwnDetails): AnswerOf<Endpoints['getOwnPayoutDetails']> => ({
  approved: detailsOut(creator),
  request: request && {
    status: request.status,
    requested: detailsOut(request),
    requested_at: isoInstant(request.created_at),
    decided_at: instantOrNull(request.decided_at),
    reason: request.reason,
  },
});

function requestOut({
  request,
  creator,
  decidedBy,
}: ShownRequest): AnswerOf<Endpoints['listPayoutDetailRequests']>['data'][number] {
  const { status, decided_by, old_method, old_address, old_name } = request;
  const before =
    status === 'pending' ? detailsOut(creator) : { method: old_method, address: old_address, name: old_name };
  return {
    request_id: request.request_id,
    creator_id: request.creator_id,
    creator_name: creator.display_name,
    status,
    requested: detailsOut(request),
    before,
    requested_at: isoInstant(request.created_at),
    decided_at: instantOrNull(request.decided_at),
    decided_by: decided_by === null ? null : { staff_id: decided_by, name: decidedBy },
    reason: request.reason,
  };
}
