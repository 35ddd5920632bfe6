import type { Handle } from '../../db/database.ts';
import { deletePasskeysOf } from './passkeys/passkeys-store.ts';
import { deleteRecoveryCodes } from './recovery-codes-store.ts';

/** Deletes passkeys and recovery codes. The caller clears the columns of the person's row. */
export async function deleteSecondFactor(handle: Handle, staffId: number): Promise<void> {
  await deleteRecoveryCodes(handle, staffId);
  await deletePasskeysOf(handle, staffId);
}
