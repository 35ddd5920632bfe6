import type { Database, Handle } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { deleteSecondFactor } from './delete-second-factor.ts';
import { type Invitation, makeInvitation } from './invite-staff.ts';
import { deleteSessionsOf } from './sessions-store.ts';
import { NOT_LOCKED, normalizeEmail } from './sign-in-rules.ts';
import { clearTries } from './sign-in-tries-store.ts';
import { auditView } from './staff-rules.ts';
import { findStaffByEmailForUpdate, type StaffChange, type StaffRow, updateStaff } from './staff-store.ts';
import { deleteTokensOf } from './tokens/tokens-store.ts';
import { hasSecondFactor, NO_SECOND_FACTOR } from './totp-rules.ts';

// These commands do not require a sign-in: an operator can edit the database directly anyway.

/** Removes the second factor: passkeys, the app's secret (even an unconfirmed one) and recovery codes. */
export async function resetTotp(db: Database, email: string, now: number): Promise<{ hadTotp: boolean }> {
  const before = await reset(db, email, { action: 'staff.reset_totp', set: NO_SECOND_FACTOR }, now);
  return { hadTotp: hasSecondFactor(before) };
}

/**
 * Creates a link for a person who has forgotten their password. The old password stays valid until the link is used.
 */
export async function resetPassword(
  db: Database,
  email: string,
  now: number,
): Promise<{ invitation: Invitation; hasTotp: boolean }> {
  const { invitation, columns } = makeInvitation(now);
  const before = await reset(db, email, { action: 'staff.reset_password', set: columns }, now);
  return { invitation, hasTotp: hasSecondFactor(before) };
}

/** Applies a change, ends the person's sessions, deletes their access tokens and lifts their lockout. */
const reset = (
  db: Database,
  email: string,
  { action, set }: { action: string; set: StaffChange },
  now: number,
): Promise<StaffRow> =>
  db.write(async (handle) => {
    const before = await getByEmail(handle, email);
    const { staff_id } = before;
    const after = await updateStaff(handle, staff_id, { ...NOT_LOCKED, ...set });
    if (!hasSecondFactor(after)) await deleteSecondFactor(handle, staff_id);
    await deleteSessionsOf(handle, staff_id);
    await deleteTokensOf(handle, staff_id);
    await clearTries(handle, before.email);
    const entry = { staffId: null, action, entity: 'staff', entityId: staff_id };
    await recordAudit(handle, { ...entry, before: auditView(before), after: auditView(after) }, now);
    return before;
  });

async function getByEmail(handle: Handle, email: string): Promise<StaffRow> {
  const staff = await findStaffByEmailForUpdate(handle, normalizeEmail(email));
  if (!staff) throw new Error(`No member of staff has the email address ${email}`);
  return staff;
}
