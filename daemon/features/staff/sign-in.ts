import { AppError } from '../../contract/refusals.ts';
import type { StaffPrincipal } from '../../contract/route.ts';
import type { Database, Handle } from '../../db/database.ts';
import { SESSION_MS } from '../../domain/session-cookies.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { randomToken, sha256Hex } from '../../lib/secrets.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { getUnchanged, passAttempt, tryPassword } from './credentials.ts';
import type { PasskeyProof } from './passkeys/passkeys-store.ts';
import { recordRecoveryCodeUse } from './recovery-codes.ts';
import { countUnusedCodes } from './recovery-codes-store.ts';
import { deleteSession, findSession, insertSession } from './sessions-store.ts';
import { normalizeEmail } from './sign-in-rules.ts';
import { findStaff, findStaffByEmail, type StaffRow } from './staff-store.ts';
import { hasSecondFactor, mustSetUpTotp } from './totp-rules.ts';

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
  passkey?: PasskeyProof | undefined;
}

/** Signs a person in. The response says that a code is missing only if the password is right. */
export async function signIn(
  db: Database,
  secretKey: SecretKey,
  { email: given, password, totp_code: code, passkey, ip }: SignInFields & { ip: string },
  now: number,
): Promise<SignedIn> {
  const email = normalizeEmail(given);
  const find = (handle: Handle) => findStaffByEmail(handle, email);
  const trying = await tryPassword(db, { find, email, ip }, password, now);
  const signedIn = await db.write(async (handle) => {
    const current = await getUnchanged(handle, trying);
    await refuseIfProviderOnly(handle, current);
    const passed = await passAttempt(handle, secretKey, current, { trying, code, passkey }, now);
    if (!passed) return null;
    const session = await openSession(handle, passed.staff, now);
    if (passed.usedRecoveryCode) await recordRecoveryCodeUse(handle, passed.staff.staff_id, now);
    return session;
  });
  if (!signedIn) throw new AppError('totp_required');
  return signedIn;
}

/** Returns whether only owners may sign in with a password. */
export const isProviderOnly = async (db: Database): Promise<boolean> => (await db.read(getOrganisation)).provider_only;

/** Refuses the password of anyone but an owner if only owners may sign in with one. */
export async function refuseIfProviderOnly(handle: Handle, { role }: Pick<StaffRow, 'role'>): Promise<void> {
  if (role !== 'owner' && (await getOrganisation(handle)).provider_only) throw new AppError('provider_only');
}

/**
 * Opens a session. Its token is returned only once; the database stores only the hash.
 * @param grant the provider's tokens, encrypted, if the session is opened with a company account
 */
export async function openSession(handle: Handle, staff: StaffRow, now: number, grant?: string): Promise<SignedIn> {
  const token = randomToken();
  const expiresAt = now + SESSION_MS;
  await insertSession(handle, {
    token_hash: sha256Hex(token),
    staff_id: staff.staff_id,
    created_at: now,
    expires_at: expiresAt,
    ...(grant !== undefined && { provider_grant: grant, provider_checked_at: now }),
  });
  return { token, staff: await inSession(handle, staff, grant !== undefined), expiresAt };
}

/**
 * @param byCompany whether the session is opened with a company account; the provider then asks for the second factor
 */
async function inSession(handle: Handle, staff: StaffRow, byCompany: boolean): Promise<StaffInSession> {
  const { totp_required } = await getOrganisation(handle);
  const recoveryCodesLeft = hasSecondFactor(staff) ? await countUnusedCodes(handle, staff.staff_id) : 0;
  const totpSetupRequired = !byCompany && mustSetUpTotp(staff, totp_required);
  return { ...staff, totpSetupRequired, recoveryCodesLeft };
}

export async function whoIs(
  db: Database,
  { staffId, byCompany }: Pick<StaffPrincipal, 'staffId' | 'byCompany'>,
): Promise<StaffInSession> {
  const staff = await db.read(async (handle) => {
    const found = await findStaff(handle, staffId);
    return found && inSession(handle, found, byCompany);
  });
  if (!staff) throw new AppError('unauthorized');
  return staff;
}

/** Returns the session of a token, or null. The token is new, so its expiry is not checked. */
export async function sessionOfToken(db: Database, token: string): Promise<SignedIn | null> {
  const session = await db.read((handle) => findSession(handle, sha256Hex(token)));
  if (!session || session.removed_at !== null) return null;
  const staff = await whoIs(db, { staffId: session.staffId, byCompany: session.providerCheckedAt !== null });
  return { token, staff, expiresAt: session.expiresAt };
}

export const signOut = (db: Database, tokenHash: string): Promise<void> =>
  db.write((handle) => deleteSession(handle, tokenHash));
