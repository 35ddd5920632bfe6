import type { NewPasskey } from '../../../contract/passkey-fields.ts';
import { AppError } from '../../../contract/refusals.ts';
import type { Database, Handle } from '../../../db/database.ts';
import { macOf, type SecretKey } from '../../../lib/keyed.ts';
import { recordAudit } from '../../audit/audit-store.ts';
import { getOrganisation } from '../../settings/settings-store.ts';
import { getOwnForUpdate, type OwnAccount, type ProofFields, withProof } from '../own-proof.ts';
import { makeRecoveryCodes } from '../recovery-codes.ts';
import { deleteRecoveryCodes } from '../recovery-codes-store.ts';
import { updateStaff } from '../staff-store.ts';
import { hasSecondFactor } from '../totp-rules.ts';
import { CHALLENGE_MS, challengeToAdd } from './passkey-challenge.ts';
import { countPasskeysOf, deletePasskey, insertPasskey, listPasskeysOf, type PasskeyRow } from './passkeys-store.ts';
import { ALGORITHMS, type PasskeyParts, readNewPasskey } from './read-answers.ts';
import { getRelyingParty } from './relying-party.ts';

const MOST_PASSKEYS = 20;

export const readOwnPasskeys = (db: Database, staffId: number): Promise<PasskeyRow[]> =>
  db.read((handle) => listPasskeysOf(handle, staffId));

/**
 * Creates the challenge for a new passkey. It requires the password and the second factor, so that an open session is
 * not enough to gain permanent access.
 */
export async function startPasskey(
  { db, secretKey, publicUrl }: PasskeyParts,
  who: OwnAccount,
  { name, ...proof }: ProofFields & { name: string },
  now: number,
) {
  const { id } = getRelyingParty(publicUrl());
  const { staffId } = who;
  const { staff, siteName, known } = await withProof(
    db,
    secretKey,
    { ...who, ...proof },
    now,
    async (handle, staff) => {
      const known = await listPasskeysOf(handle, staffId);
      if (known.length >= MOST_PASSKEYS) throw new AppError('too_many_passkeys');
      return { done: { staff, known, siteName: (await getOrganisation(handle)).name || 'redeemd' } };
    },
  );
  return {
    challenge: challengeToAdd(secretKey, { staffId, name }, now),
    rp: { id, name: siteName },
    // A device keeps one passkey per user ID and site, so the ID must be unique to this daemon.
    user: {
      id: Buffer.from(macOf(secretKey, `passkey user\n${staffId}`)).toString('base64url'),
      name: staff.email,
      displayName: staff.name || staff.email,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none' as const,
    excludeCredentials: known.map(({ credential_id }) => ({ type: 'public-key' as const, id: credential_id })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  };
}

/**
 * Adds a passkey created by a device.
 * @returns the recovery codes, if this is the person's first second factor
 */
export async function addPasskey(
  { db, secretKey, publicUrl }: PasskeyParts,
  staffId: number,
  passkey: NewPasskey,
  now: number,
): Promise<{ row: PasskeyRow; codes: string[] | null }> {
  const made = await readNewPasskey({ secretKey, publicUrl }, { staffId, passkey }, now);
  return db.write(async (handle) => {
    const before = await getOwnForUpdate(handle, staffId);
    if ((await countPasskeysOf(handle, staffId)) >= MOST_PASSKEYS) throw new AppError('too_many_passkeys');
    const row = await insertPasskey(handle, { ...made, staff_id: staffId, created_at: now });
    if (!row) throw new AppError({ code: 'duplicate', detail: 'This passkey is already registered.' });
    await updateStaff(handle, staffId, { has_passkey: true });
    const codes = hasSecondFactor(before) ? null : await makeRecoveryCodes(handle, secretKey, staffId);
    await audit(handle, 'add', { staffId, before: null, after: { passkey_name: row.name } }, now);
    return { row, codes };
  });
}

/** Removes a passkey. If it was the last second factor, the recovery codes are removed too. */
export const removePasskey = (
  db: Database,
  secretKey: SecretKey,
  { passkeyId, ...who }: OwnAccount & { passkeyId: number },
  proof: ProofFields,
  now: number,
): Promise<{ hasPasskey: boolean }> =>
  withProof(db, secretKey, { ...who, ...proof }, now, async (handle) => {
    const { staffId } = who;
    const gone = await deletePasskey(handle, { staffId, passkeyId });
    if (!gone) throw new AppError('not_found');
    const hasPasskey = (await countPasskeysOf(handle, staffId)) > 0;
    const after = await updateStaff(handle, staffId, { has_passkey: hasPasskey });
    if (!hasSecondFactor(after)) await deleteRecoveryCodes(handle, staffId);
    await audit(handle, 'remove', { staffId, before: { passkey_name: gone.name }, after: null }, now);
    return { done: { hasPasskey } };
  });

interface Change {
  staffId: number;
  before: object | null;
  after: object | null;
}
const audit = (handle: Handle, verb: 'add' | 'remove', change: Change, now: number) =>
  recordAudit(handle, { action: `staff.${verb}_passkey`, entity: 'staff', entityId: change.staffId, ...change }, now);
