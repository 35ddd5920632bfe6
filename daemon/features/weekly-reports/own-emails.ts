import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { updateStaff } from '../staff/staff-store.ts';
import { findOwnEmails, type OwnEmails } from './weekly-reports-store.ts';

/** Returns which regular emails a member of staff receives; null if the person no longer exists. */
export const getOwnEmails = (db: Database, staffId: number): Promise<OwnEmails | null> =>
  db.read((handle) => findOwnEmails(handle, staffId));

/**
 * Changes which regular emails a member of staff receives.
 * @returns null if the person no longer exists
 */
export const changeOwnEmails = (
  db: Database,
  staffId: number,
  asked: OwnEmails,
  now: number,
): Promise<OwnEmails | null> =>
  db.write(async (handle) => {
    const before = await findOwnEmails(handle, staffId);
    if (!before || before.weekly_report === asked.weekly_report) return before;
    await updateStaff(handle, staffId, asked);
    const entry = { staffId, action: 'staff.choose_emails', entity: 'staff', entityId: staffId };
    await recordAudit(handle, { ...entry, before, after: asked }, now);
    return asked;
  });
