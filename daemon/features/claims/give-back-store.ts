import { eq, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { addFigures } from '../../db/query/add-figures.ts';
import { WHOLE_ORGANISATION } from '../../domain/series.ts';
import type { ClaimRow } from './claim-rules.ts';

export async function takeUses({ db, t }: Handle, codeIds: readonly number[]): Promise<void> {
  for (const codeId of codeIds)
    await db
      .update(t.codes)
      .set({ used: sql`${t.codes.used} - 1` })
      .where(eq(t.codes.code_id, codeId));
}

/** Subtracts a claim from the figures in the quarter-hour of its release, so earlier figures do not change. */
export async function discountClaim(handle: Handle, claim: ClaimRow, now: number): Promise<void> {
  const { code_id: codeId, campaign_id } = claim;
  const oneLess = { gameId: await getGame(handle, claim.claim_id), claims: -1 };
  const campaigns = [WHOLE_ORGANISATION, campaign_id].map((campaignId) => ({ campaignId, ...oneLess }));
  await addFigures(handle, { codes: [{ codeId, termsId: 0, ...oneLess }], campaigns }, now);
}

/** Returns the game of the claim's key, under which the claim was counted; '' if the key is not limited to a game. */
async function getGame({ db, t: { claims, api_keys: keys } }: Handle, claimId: number): Promise<string> {
  const [row] = await db
    .select({ game_id: keys.game_id })
    .from(claims)
    .innerJoin(keys, eq(keys.key_id, claims.key_id))
    .where(eq(claims.claim_id, claimId));
  return row?.game_id ?? '';
}
