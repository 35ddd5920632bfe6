import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

export async function insertRecoveryCodes({ db, t }: Handle, staffId: number, hashes: readonly string[]) {
  await db.insert(t.staff_recovery_codes).values(hashes.map((code_hash) => ({ staff_id: staffId, code_hash })));
}

export async function deleteRecoveryCodes({ db, t }: Handle, staffId: number): Promise<void> {
  await db.delete(t.staff_recovery_codes).where(eq(t.staff_recovery_codes.staff_id, staffId));
}

const unusedOf = ({ t }: Handle, staffId: number) =>
  and(eq(t.staff_recovery_codes.staff_id, staffId), isNull(t.staff_recovery_codes.used_at));

/** Lists the hashes of unused codes. */
export async function listUnusedCodes(handle: Handle, staffId: number): Promise<string[]> {
  const { staff_recovery_codes: codes } = handle.t;
  const rows = await handle.db.select({ hash: codes.code_hash }).from(codes).where(unusedOf(handle, staffId));
  return rows.map((row) => row.hash);
}

export async function countUnusedCodes(handle: Handle, staffId: number): Promise<number> {
  const { staff_recovery_codes: codes } = handle.t;
  const [row] = await handle.db
    .select({ left: sql<number | string>`count(*)` })
    .from(codes)
    .where(unusedOf(handle, staffId));
  return Number(row?.left ?? 0);
}

/** @returns whether the code was unused; of two simultaneous transactions, only one can use it */
export async function claimRecoveryCode(handle: Handle, staffId: number, hash: string, now: number): Promise<boolean> {
  const { staff_recovery_codes: codes } = handle.t;
  const claimed = await handle.db
    .update(codes)
    .set({ used_at: now })
    .where(and(unusedOf(handle, staffId), eq(codes.code_hash, hash)))
    .returning({ staff_id: codes.staff_id });
  return claimed.length > 0;
}
