import type { Handle } from '../../db/database.ts';
import { deletePasskeysOf } from './passkeys/passkeys-store.ts';
import { deleteRecoveryCodes } from './recovery-codes-store.ts';

/** Deletes what replaces or completes a password. The caller clears the columns of the person's row. */
export async function deleteSecondFactor(handle: Handle, staffId: number): Promise<void> {
  await deleteRecoveryCodes(handle, staffId);
  await deletePasskeysOf(handle, staffId);
}
