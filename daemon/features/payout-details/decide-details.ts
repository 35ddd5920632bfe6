import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { pageOf } from '../../db/query/listing.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { writeCreator } from '../creators/change-creator.ts';
import { type CreatorRow, findCreator, findCreatorForUpdate } from '../creators/creators-store.ts';
import { announce } from '../outbox/outbox-store.ts';
import { findStaffNames } from '../payouts/run/runs-store.ts';
import {
  type DetailRequest,
  type DetailRequestQuery,
  decideRequest,
  findRequest,
  findRequestForUpdate,
  listRequestRows,
} from './payout-details-store.ts';

export interface ShownRequest {
  request: DetailRequest;
  creator: CreatorRow;
  decidedBy: string | null;
}

export const listRequests = (db: Database, query: DetailRequestQuery) =>
  db.read(async (handle) => {
    const { rows, total } = await listRequestRows(handle, query);
    return pageOf(query, await shown(handle, rows), total);
  });

export const getRequest = (db: Database, requestId: number): Promise<ShownRequest> =>
  db.read(async (handle) => {
    const request = await findRequest(handle, requestId);
    const [found] = request ? await shown(handle, [request]) : [];
    if (!found) throw new AppError('not_found');
    return found;
  });

async function shown(handle: Handle, requests: readonly DetailRequest[]): Promise<ShownRequest[]> {
  const names = await findStaffNames(
    handle,
    requests.map(({ decided_by }) => decided_by),
  );
  const all: ShownRequest[] = [];
  for (const request of requests) {
    const creator = await findCreator(handle, request.creator_id);
    if (creator) all.push({ request, creator, decidedBy: names.get(request.decided_by ?? 0) ?? null });
  }
  return all;
}

export interface DetailsDecision {
  requestId: number;
  /** Null to approve the details. */
  rejection: string | null;
}

/** Approves or rejects waiting payout details. */
export const decideDetails = (
  db: Database,
  staffId: number,
  { requestId, rejection }: DetailsDecision,
  now: number,
): Promise<void> =>
  db.write(async (handle) => {
    const found = await findRequest(handle, requestId);
    if (!found) throw new AppError('not_found');
    // The creator is locked first, as in the creator's own requests.
    const creator = await findCreatorForUpdate(handle, found.creator_id);
    const request = await findRequestForUpdate(handle, requestId);
    if (!creator || request?.status !== 'pending') throw new AppError('invalid_status_move');
    const { payout_method, payout_address, payout_name } = request;
    await decideRequest(handle, requestId, {
      status: rejection === null ? 'approved' : 'rejected',
      ...{ decided_at: now, decided_by: staffId, reason: rejection },
      ...{ old_method: creator.payout_method, old_address: creator.payout_address, old_name: creator.payout_name },
    });
    await notifyCreator(handle, creator, rejection, now);
    if (rejection === null)
      return void (await writeCreator(
        handle,
        { staffId, action: 'creator.change_requested' },
        creator,
        { payout_method, payout_address, payout_name },
        now,
      ));
    const entry = { staffId, action: 'creator.reject_details', entity: 'creator', entityId: creator.creator_id };
    await recordAudit(handle, { ...entry, before: null, after: { payout_method, reason: rejection } }, now);
  });

/** Notifies the creator by email if they have an email address. */
async function notifyCreator(handle: Handle, creator: CreatorRow, reason: string | null, now: number): Promise<void> {
  const { creator_id, display_name, email } = creator;
  if (email === null) return;
  const data = { creator_id, display_name, is_approved: reason === null, reason };
  await announce(handle, [{ type: 'creator.details_decided', data, always: true }], now);
}
