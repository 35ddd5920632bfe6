import type { Handle } from '../../db/database.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { sameHash } from '../../lib/secrets.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-code-rules.ts';
import {
  claimRecoveryCode,
  countUnusedCodes,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  listUnusedCodes,
} from './recovery-codes-store.ts';

/**
 * Replaces all recovery codes of this person. The codes are returned only once; the database stores only their hashes.
 */
export async function makeRecoveryCodes(handle: Handle, secretKey: SecretKey, staffId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deleteRecoveryCodes(handle, staffId);
  const hashes = codes.map((code) => recoveryCodeHash(secretKey, staffId, code));
  await insertRecoveryCodes(handle, staffId, hashes);
  return codes;
}

/** Uses up a code. The code is compared with all unused codes, so that the response time reveals nothing. */
export async function spendRecoveryCode(
  handle: Handle,
  secretKey: SecretKey,
  { staffId, code }: { staffId: number; code: string },
  now: number,
): Promise<boolean> {
  const asked = recoveryCodeHash(secretKey, staffId, code);
  const [found] = (await listUnusedCodes(handle, staffId)).filter((hash) => sameHash(hash, asked));
  return found !== undefined && claimRecoveryCode(handle, staffId, found, now);
}

export async function recordRecoveryCodeUse(handle: Handle, staffId: number, now: number): Promise<void> {
  const left = await countUnusedCodes(handle, staffId);
  const changes = { before: { recovery_codes_left: left + 1 }, after: { recovery_codes_left: left } };
  const entry = { staffId, action: 'staff.use_recovery_code', entity: 'staff', entityId: staffId };
  await recordAudit(handle, { ...entry, ...changes }, now);
}
