import { aliasedTable, eq } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import type { CodeKind } from '../../domain/codes/code-kinds.ts';

/**
 * Stores the newest delivery receipt of a claim.
 * @returns whether the claim exists
 */
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

export async function getSealedKey({ db, t }: Handle, keyId: number): Promise<string> {
  const { pool_keys: k } = t;
  const [row] = await db.select({ sealed: k.sealed }).from(k).where(eq(k.key_id, keyId));
  if (!row) throw new Error(`The key ${keyId} of a stored response does not exist`);
  return row.sealed;
}

/** A claim with the content of its response, and the games of its campaign in their stored form. */
export interface RedemptionRow {
  claim_id: number;
  user_id: string;
  linked: boolean;
  created_at: number;
  released_at: number | null;
  code: string;
  kind: CodeKind;
  creator_id: string | null;
  rewards_json: string;
  games: string | null;
  pool: string | null;
  sealed: string | null;
}

export async function findRedemption({ db, t }: Handle, claimId: number): Promise<RedemptionRow | null> {
  const { claims: m, codes: c, campaigns: p, pool_keys: k, key_pools: pools } = t;
  const bases = aliasedTable(c, 'bases');
  const [row] = await db
    .select({
      ...{ claim_id: m.claim_id, user_id: m.user_id, linked: m.linked },
      ...{ created_at: m.created_at, released_at: m.released_at },
      ...{ code: c.code, kind: c.kind, creator_id: c.creator_id, rewards_json: bases.rewards_json },
      ...{ games: p.games, pool: pools.name, sealed: k.sealed },
    })
    .from(m)
    .innerJoin(c, eq(c.code_id, m.code_id))
    .innerJoin(bases, eq(bases.code_id, m.base_code_id))
    .innerJoin(p, eq(p.campaign_id, c.campaign_id))
    .leftJoin(k, eq(k.claim_id, m.claim_id))
    .leftJoin(pools, eq(pools.pool_id, k.pool_id))
    .where(eq(m.claim_id, claimId));
  return row ?? null;
}
