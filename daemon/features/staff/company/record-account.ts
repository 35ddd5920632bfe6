import type { Handle } from '../../../db/database.ts';
import { changesBetween } from '../../../domain/audit/field-changes.ts';
import { recordAudit } from '../../audit/audit-store.ts';
import { auditView } from '../staff-rules.ts';
import type { StaffRow } from '../staff-store.ts';

/**
 * Records a change caused by a person's company account, as an action by that person. Records nothing if no field
 * changed.
 */
export async function recordAccount(
  handle: Handle,
  action: string,
  { before, after }: { before: StaffRow | null; after: StaffRow },
  now: number,
): Promise<void> {
  const changes = before
    ? changesBetween(auditView(before), auditView(after))
    : { before: null, after: auditView(after) };
  if (!changes) return;
  const { staff_id: staffId } = after;
  await recordAudit(handle, { staffId, action, entity: 'staff', entityId: staffId, ...changes }, now);
}
