import { eq, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { startOfQuarter } from '../../lib/clock.ts';
import type { ClaimRow } from './claim-rules.ts';

/** Daemons write their counters in slots from 0 on; in this one only support writes, and never waits for a batch. */
const SUPPORT_SLOT = -1;
const ONE_LESS = { slot: SUPPORT_SLOT, claims: -1, payments: 0, revenue: 0, refunds: 0 };

export async function takeUses({ db, t }: Handle, codeIds: readonly number[]): Promise<void> {
  for (const codeId of codeIds)
    await db
      .update(t.codes)
      .set({ used: sql`${t.codes.used} - 1` })
      .where(eq(t.codes.code_id, codeId));
}

/** One claim less in every figure that counted it, in the quarter of the release: what was shown of times past stays. */
export async function discountClaim({ db, t }: Handle, claim: ClaimRow, now: number): Promise<void> {
  const { code_counters, code_hours, campaign_hours } = t;
  const { code_id, campaign_id } = claim;
  const hour = startOfQuarter(now);
  await db
    .insert(code_counters)
    .values({ code_id, terms_id: 0, ...ONE_LESS })
    .onConflictDoUpdate({
      target: [code_counters.code_id, code_counters.terms_id, code_counters.slot],
      set: { claims: sql`${code_counters.claims} - 1` },
    });
  await db
    .insert(code_hours)
    .values({ code_id, hour, ...ONE_LESS })
    .onConflictDoUpdate({
      target: [code_hours.code_id, code_hours.hour, code_hours.slot],
      set: { claims: sql`${code_hours.claims} - 1` },
    });
  // Every release meets the others in the organisation's row, so all take it at this point.
  for (const id of [0, campaign_id])
    await db
      .insert(campaign_hours)
      .values({ campaign_id: id, hour, ...ONE_LESS })
      .onConflictDoUpdate({
        target: [campaign_hours.campaign_id, campaign_hours.hour, campaign_hours.slot],
        set: { claims: sql`${campaign_hours.claims} - 1` },
      });
}
