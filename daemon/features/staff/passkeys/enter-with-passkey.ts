import { AppError } from '../../../contract/refusals.ts';
import type { Database } from '../../../db/database.ts';
import { openSession, refuseIfProviderOnly, type SignedIn } from '../sign-in.ts';
import { findStaffForUpdate } from '../staff-store.ts';
import { type PasskeyProof, spendProof } from './passkeys-store.ts';

/**
 * Signs a person in by passkey alone: the device is one factor, and its PIN or the finger on it the other. A lockout
 * does not concern it, because no one can guess a signature.
 */
export const enterWithPasskey = (db: Database, proof: PasskeyProof, now: number): Promise<SignedIn> =>
  db.write(async (handle) => {
    const staff = await findStaffForUpdate(handle, proof.staffId);
    if (!staff || !(await spendProof(handle, proof, now))) throw new AppError('invalid_credentials');
    await refuseIfProviderOnly(handle, staff);
    return openSession(handle, staff, now);
  });
