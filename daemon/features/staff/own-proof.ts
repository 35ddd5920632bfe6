import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { type GivenFactor, getUnchanged, passAttempt, tryPassword } from './credentials.ts';
import { recordRecoveryCodeUse } from './recovery-codes.ts';
import { findStaff, findStaffForUpdate, type StaffRow } from './staff-store.ts';

/** The account that a person changes, and the IP address from which they send the request. */
export interface OwnAccount {
  staffId: number;
  ip: string;
}

/** Proof that the person is present, because an open session is not enough. */
export interface ProofFields extends GivenFactor {
  password: string;
}

/**
 * Locks and returns the row of the person who sent the request.
 * @throws `unauthorized` if they were removed
 */
export async function getOwnForUpdate(handle: Handle, staffId: number): Promise<StaffRow> {
  const staff = await findStaffForUpdate(handle, staffId);
  if (!staff) throw new AppError('unauthorized');
  return staff;
}

/**
 * Changes a person's own account if the password and the second factor, if there is one, are right.
 * @param change returns null if the status does not allow the change; the attempt still counts as successful
 */
export async function withProof<T>(
  db: Database,
  secretKey: SecretKey,
  { staffId, ip, password, code, passkey }: ProofFields & OwnAccount,
  now: number,
  change: (handle: Handle, current: StaffRow) => Promise<{ done: T } | null>,
): Promise<T> {
  const trying = await tryPassword(db, { find: (handle) => findStaff(handle, staffId), ip }, password, now);
  const result = await db.write(async (handle) => {
    const current = await getUnchanged(handle, trying);
    const passed = await passAttempt(handle, secretKey, current, { trying, code, passkey }, now);
    if (!passed) return 'totp_required';
    if (passed.usedRecoveryCode) await recordRecoveryCodeUse(handle, staffId, now);
    return (await change(handle, current)) ?? 'invalid_status_move';
  });
  if (typeof result === 'string') throw new AppError(result);
  return result.done;
}
