import { AppError } from '../../../contract/refusals.ts';
import type { Database } from '../../../db/database.ts';
import { openSession, refuseIfProviderOnly, type SignedIn } from '../sign-in.ts';
import { findStaffForUpdate } from '../staff-store.ts';
import { type PasskeyProof, spendProof } from './passkeys-store.ts';

/**
 * Signs a person in with only a passkey: the device is one factor, and its PIN or fingerprint check is the other.
 * Lockouts do not apply, because signatures cannot be guessed.
 */
export const enterWithPasskey = (db: Database, proof: PasskeyProof, now: number): Promise<SignedIn> =>
  db.write(async (handle) => {
    const staff = await findStaffForUpdate(handle, proof.staffId);
    if (!staff || !(await spendProof(handle, proof, now))) throw new AppError('invalid_credentials');
    await refuseIfProviderOnly(handle, staff);
    return openSession(handle, staff, now);
  });
