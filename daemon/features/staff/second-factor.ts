import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type SecretKey, seal, unseal } from '../../lib/keyed.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { getUnchanged, passAttempt, tryPassword } from './credentials.ts';
import { findStaffForUpdate, type StaffRow, updateStaff } from './staff-store.ts';
import { hasTotp, NO_TOTP, newTotpSecret, stepOfCode, totpUrl } from './totp-rules.ts';

/**
 * Makes a secret that is not valid until one of its codes is confirmed; an earlier unconfirmed secret is no longer
 * valid.
 */
export async function startTotp(db: Database, secretKey: SecretKey, staffId: number) {
  const secret = newTotpSecret();
  const { staff, issuer } = await db.write(async (handle) => {
    if (hasTotp(await getStaffForUpdate(handle, staffId))) throw new AppError('duplicate');
    const staff = await updateStaff(handle, staffId, { ...NO_TOTP, totp_secret: seal(secretKey, secret) });
    return { staff, issuer: (await getOrganisation(handle)).name || 'redeemd' };
  });
  return { secret, otpauth_url: totpUrl(secret, issuer, staff.email) };
}

/** Marks the code as used, so that a person who saw it being typed cannot sign in with it. */
export const confirmTotp = (db: Database, secretKey: SecretKey, staffId: number, code: string, now: number) =>
  db.write(async (handle) => {
    const staff = await getStaffForUpdate(handle, staffId);
    if (staff.totp_secret === null || hasTotp(staff)) throw new AppError('invalid_status_move');
    const step = stepOfCode(unseal(secretKey, staff.totp_secret), code, null, now);
    if (step === null) throw new AppError({ code: 'invalid_credentials', detail: 'The code is wrong.' });
    await updateStaff(handle, staffId, { totp_confirmed_at: now, totp_last_step: step });
    await recordSwitch(handle, staffId, true, now);
  });

export interface DisableFields {
  password: string;
  code: string;
}

/** Needs the password and a code, and the lockout counts both, so that an open session is not enough. */
export async function disableTotp(
  db: Database,
  secretKey: SecretKey,
  staffId: number,
  { password, code }: DisableFields,
  now: number,
): Promise<void> {
  const trying = await tryPassword(db, (handle) => findStaffForUpdate(handle, staffId), password, now);
  const wasOn = await db.write(async (handle) => {
    const current = await getUnchanged(handle, trying);
    await passAttempt(handle, secretKey, current, { attempt: trying.attempt, code }, now);
    if (!hasTotp(current)) return false;
    await updateStaff(handle, staffId, { ...NO_TOTP });
    await recordSwitch(handle, staffId, false, now);
    return true;
  });
  if (!wasOn) throw new AppError('invalid_status_move');
}

async function getStaffForUpdate(handle: Handle, staffId: number): Promise<StaffRow> {
  const staff = await findStaffForUpdate(handle, staffId);
  if (!staff) throw new AppError('unauthorized');
  return staff;
}

const recordSwitch = (handle: Handle, staffId: number, totp: boolean, now: number) =>
  recordAudit(
    handle,
    {
      staffId,
      action: totp ? 'staff.enable_totp' : 'staff.disable_totp',
      entity: 'staff',
      entityId: staffId,
      before: { totp: !totp },
      after: { totp },
    },
    now,
  );
