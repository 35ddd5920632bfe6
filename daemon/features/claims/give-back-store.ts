import { eq, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { startOfQuarter } from '../../lib/clock.ts';
import type { ClaimRow } from './claim-rules.ts';

/** Daemons write their counters in slots from 0. Only support writes this slot, so it never waits for a batch. */
const SUPPORT_SLOT = -1;
const ONE_LESS = { slot: SUPPORT_SLOT, claims: -1, payments: 0, revenue: 0n, refunds: 0n };

export async function takeUses({ db, t }: Handle, codeIds: readonly number[]): Promise<void> {
  for (const codeId of codeIds)
    await db
      .update(t.codes)
      .set({ used: sql`${t.codes.used} - 1` })
      .where(eq(t.codes.code_id, codeId));
}

/** Subtracts a claim from its figures in the quarter-hour of the release; earlier figures do not change. */
export async function discountClaim(handle: Handle, claim: ClaimRow, now: number): Promise<void> {
  const { db, t } = handle;
  const { code_counters, code_hours, campaign_hours } = t;
  const { code_id, campaign_id } = claim;
  const hour = startOfQuarter(now);
  const game_id = await getGame(handle, claim.claim_id);
  await db
    .insert(code_counters)
    .values({ code_id, terms_id: 0, game_id, ...ONE_LESS })
    .onConflictDoUpdate({
      target: [code_counters.code_id, code_counters.terms_id, code_counters.game_id, code_counters.slot],
      set: { claims: sql`${code_counters.claims} - 1` },
    });
  await db
    .insert(code_hours)
    .values({ code_id, hour, game_id, ...ONE_LESS })
    .onConflictDoUpdate({
      target: [code_hours.code_id, code_hours.hour, code_hours.game_id, code_hours.slot],
      set: { claims: sql`${code_hours.claims} - 1` },
    });
  // Every release updates the organisation's row, so all releases lock the rows in this order.
  for (const id of [0, campaign_id])
    await db
      .insert(campaign_hours)
      .values({ campaign_id: id, hour, game_id, creator_revenue: 0n, ...ONE_LESS })
      .onConflictDoUpdate({
        target: [campaign_hours.campaign_id, campaign_hours.hour, campaign_hours.game_id, campaign_hours.slot],
        set: { claims: sql`${campaign_hours.claims} - 1` },
      });
}

/** Returns the game of the claim's key, which its counters have; '' if the key is not bound to a game. */
async function getGame({ db, t: { claims, api_keys: keys } }: Handle, claimId: number): Promise<string> {
  const [row] = await db
    .select({ game_id: keys.game_id })
    .from(claims)
    .innerJoin(keys, eq(keys.key_id, claims.key_id))
    .where(eq(claims.claim_id, claimId));
  return row?.game_id ?? '';
}
