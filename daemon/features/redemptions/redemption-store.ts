import { eq } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

/** Stores the newest report on a claim's rewards. @returns whether the claim exists */
export async function saveReport(
  { db, t }: Handle,
  claimId: number,
  status: 'granted' | 'failed',
  detail: string | null,
  now: number,
): Promise<boolean> {
  const rows = await db
    .update(t.claims)
    .set({ report_status: status, report_detail: detail, reported_at: now })
    .where(eq(t.claims.claim_id, claimId))
    .returning({ claim_id: t.claims.claim_id });
  return rows.length > 0;
}
