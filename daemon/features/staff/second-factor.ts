import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type SecretKey, seal, unseal } from '../../lib/keyed.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { getOwnForUpdate, type OwnAccount, type ProofFields, withProof } from './own-proof.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { countUnusedCodes, deleteRecoveryCodes } from './recovery-codes-store.ts';
import { updateStaff } from './staff-store.ts';
import { hasSecondFactor, hasTotp, NO_TOTP, newTotpSecret, stepOfCode, totpUrl } from './totp-rules.ts';

/**
 * Creates a secret that is not valid until one of its codes is confirmed. Any earlier unconfirmed secret becomes
 * invalid.
 */
export async function startTotp(db: Database, secretKey: SecretKey, staffId: number) {
  const secret = newTotpSecret();
  const { staff, issuer } = await db.write(async (handle) => {
    if (hasTotp(await getOwnForUpdate(handle, staffId)))
      throw new AppError({ code: 'duplicate', detail: 'Two-factor authentication with an app is already on.' });
    const staff = await updateStaff(handle, staffId, { ...NO_TOTP, totp_secret: seal(secretKey, secret) });
    return { staff, issuer: (await getOrganisation(handle)).name || 'redeemd' };
  });
  return { secret, otpauth_url: totpUrl(secret, issuer, staff.email) };
}

/**
 * Turns on two-factor authentication with an app. It marks the code as used, so that a person who saw the code being
 * typed cannot sign in with it.
 * @returns the recovery codes
 */
export const confirmTotp = (db: Database, secretKey: SecretKey, staffId: number, code: string, now: number) =>
  db.write(async (handle): Promise<string[]> => {
    const staff = await getOwnForUpdate(handle, staffId);
    if (staff.totp_secret === null || hasTotp(staff)) throw new AppError('invalid_status_move');
    const step = stepOfCode(unseal(secretKey, staff.totp_secret), code, null, now);
    if (step === null) throw new AppError({ code: 'invalid_credentials', detail: 'The code is wrong.' });
    await updateStaff(handle, staffId, { totp_confirmed_at: now, totp_last_step: step });
    const codes = await makeRecoveryCodes(handle, secretKey, staffId);
    await recordSwitch(handle, staffId, true, now);
    return codes;
  });

/**
 * Turns off the authenticator app. It requires the password and the second factor, so that an open session is not
 * enough. Wrong entries count towards the lockout.
 */
export const disableTotp = (
  db: Database,
  secretKey: SecretKey,
  who: OwnAccount,
  proof: ProofFields,
  now: number,
): Promise<void> =>
  withProof(db, secretKey, { ...who, ...proof }, now, async (handle, current) => {
    if (!hasTotp(current)) return null;
    const { has_passkey } = await updateStaff(handle, who.staffId, { ...NO_TOTP });
    if (!has_passkey) await deleteRecoveryCodes(handle, who.staffId);
    await recordSwitch(handle, who.staffId, false, now);
    return { done: undefined };
  });

/** Replaces the recovery codes with ten new ones. It requires the same proof as turning off the authenticator app. */
export const renewRecoveryCodes = (
  db: Database,
  secretKey: SecretKey,
  who: OwnAccount,
  proof: ProofFields,
  now: number,
): Promise<string[]> =>
  withProof(db, secretKey, { ...who, ...proof }, now, async (handle, current) => {
    if (!hasSecondFactor(current)) return null;
    const left = await countUnusedCodes(handle, who.staffId);
    const codes = await makeRecoveryCodes(handle, secretKey, who.staffId);
    const changes = { before: { recovery_codes_left: left }, after: { recovery_codes_left: codes.length } };
    const entry = {
      staffId: who.staffId,
      action: 'staff.renew_recovery_codes',
      entity: 'staff',
      entityId: who.staffId,
    };
    await recordAudit(handle, { ...entry, ...changes }, now);
    return { done: codes };
  });

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
