import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { listAuditRows } from '../audit/audit-list-store.ts';
import { findCreator } from './creators-store.ts';
import { type DetailChange, detailChanges } from './payout-access-rules.ts';

const MOST = 100;

export interface DatedDetailChange {
  audit_id: number;
  at: number;
  staff_name: string | null;
  changes: DetailChange[];
}

/** Returns staff's changes to a creator's payout details from the audit log, newest first. */
export const readDetailChanges = (db: Database, creatorId: string): Promise<DatedDetailChange[]> =>
  db.read(async (handle) => {
    if (!(await findCreator(handle, creatorId))) throw new AppError('not_found');
    // This prefix also matches `creator.change_requested`, the approval of details that the creator entered.
    const ofCreator = { action: 'creator.change', entity: 'creator', entity_id: creatorId };
    const { data } = await listAuditRows(handle, { ...ofCreator, q: 'payout_', limit: MOST });
    return data
      .map(({ audit_id, at, staff, before, after }) => ({
        ...{ audit_id, at, staff_name: staff?.name ?? null },
        changes: detailChanges(before, after),
      }))
      .filter(({ changes }) => changes.length > 0);
  });
