import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { clearFailures, getUnchanged, tryPassword } from './credentials.ts';
import { hashPassword } from './passwords.ts';
import { deleteSessionsOf } from './sessions-store.ts';
import { openSession, type SignedIn } from './sign-in.ts';
import { NOT_LOCKED } from './sign-in-rules.ts';
import { findStaff, updateStaff } from './staff-store.ts';

export interface PasswordFields {
  current_password: string;
  new_password: string;
}

/** Changes the password, ends all of this person's sessions on all devices, and opens a new session. */
export async function changePassword(
  db: Database,
  { staffId, ip }: { staffId: number; ip: string },
  { current_password, new_password }: PasswordFields,
  now: number,
): Promise<SignedIn> {
  const trying = await tryPassword(db, { find: (handle) => findStaff(handle, staffId), ip }, current_password, now);
  const password_hash = await hashPassword(new_password);
  return db.write(async (handle) => {
    await getUnchanged(handle, trying);
    await clearFailures(handle, trying, now);
    // An invitation sent before the change also becomes invalid.
    const set = { ...NOT_LOCKED, password_hash, invitation_hash: null, invitation_expires_at: null };
    const staff = await updateStaff(handle, staffId, set);
    await deleteSessionsOf(handle, staffId);
    const signedIn = await openSession(handle, staff, now);
    const entry = { staffId, action: 'staff.change_password', entity: 'staff', entityId: staffId };
    await recordAudit(handle, { ...entry, before: null, after: null }, now);
    return signedIn;
  });
}
