import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { SESSION_MS } from '../../domain/session-cookies.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { randomToken, sha256Hex } from '../../lib/secrets.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { getUnchanged, passAttempt, tryPassword } from './credentials.ts';
import { recordRecoveryCodeUse } from './recovery-codes.ts';
import { countUnusedCodes } from './recovery-codes-store.ts';
import { deleteSession, insertSession } from './sessions-store.ts';
import { normalizeEmail } from './sign-in-rules.ts';
import { findStaff, findStaffByEmail, type StaffRow } from './staff-store.ts';
import { hasTotp, mustSetUpTotp } from './totp-rules.ts';

export interface SignedIn {
  token: string;
  staff: StaffInSession;
  expiresAt: number;
}
export interface StaffInSession extends StaffRow {
  totpSetupRequired: boolean;
  recoveryCodesLeft: number;
}

export interface SignInFields {
  email: string;
  password: string;
  totp_code?: string | undefined;
}

/** Signs a person in. Only a client with the right password learns that a code is missing. */
export async function signIn(
  db: Database,
  secretKey: SecretKey,
  { email: given, password, totp_code: code, ip }: SignInFields & { ip: string },
  now: number,
): Promise<SignedIn> {
  const email = normalizeEmail(given);
  const find = (handle: Handle) => findStaffByEmail(handle, email);
  const trying = await tryPassword(db, { find, email, ip }, password, now);
  const signedIn = await db.write(async (handle) => {
    const current = await getUnchanged(handle, trying);
    const passed = await passAttempt(handle, secretKey, current, { trying, code }, now);
    if (!passed) return null;
    const session = await openSession(handle, passed.staff, now);
    if (passed.usedRecoveryCode) await recordRecoveryCodeUse(handle, passed.staff.staff_id, now);
    return session;
  });
  if (!signedIn) throw new AppError('totp_required');
  return signedIn;
}

/** Opens a session. Its token leaves the daemon once; the database has only its hash. */
export async function openSession(handle: Handle, staff: StaffRow, now: number): Promise<SignedIn> {
  const token = randomToken();
  const expiresAt = now + SESSION_MS;
  await insertSession(handle, {
    token_hash: sha256Hex(token),
    staff_id: staff.staff_id,
    created_at: now,
    expires_at: expiresAt,
  });
  return { token, staff: await inSession(handle, staff), expiresAt };
}

async function inSession(handle: Handle, staff: StaffRow): Promise<StaffInSession> {
  const { totp_required } = await getOrganisation(handle);
  const recoveryCodesLeft = hasTotp(staff) ? await countUnusedCodes(handle, staff.staff_id) : 0;
  return { ...staff, totpSetupRequired: mustSetUpTotp(staff, totp_required), recoveryCodesLeft };
}

export async function whoIs(db: Database, staffId: number): Promise<StaffInSession> {
  const staff = await db.read(async (handle) => {
    const found = await findStaff(handle, staffId);
    return found && inSession(handle, found);
  });
  if (!staff) throw new AppError('unauthorized');
  return staff;
}

export const signOut = (db: Database, tokenHash: string): Promise<void> =>
  db.write((handle) => deleteSession(handle, tokenHash));
