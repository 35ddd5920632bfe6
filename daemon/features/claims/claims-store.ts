import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { forNoKeyUpdate, forUpdate } from '../../db/query/locking.ts';
import type { ClaimRow, LimitsRow, RemediedClaim, RemedyKind, RemedyRow } from './claim-rules.ts';

/** Returns claims with their codes and campaigns, newest first. */
export async function findClaims(handle: Handle, claimIds: readonly number[]): Promise<RemediedClaim[]> {
  if (claimIds.length === 0) return [];
  const { claims: k, codes: c, campaigns: p, creators: r, pool_keys: y, key_pools: o } = handle.t;
  const rows: ClaimRow[] = await handle.db
    .select({
      claim_id: k.claim_id,
      user_id: k.user_id,
      code_id: k.code_id,
      base_code_id: k.base_code_id,
      linked: k.linked,
      created_at: k.created_at,
      report_status: k.report_status,
      report_detail: k.report_detail,
      reported_at: k.reported_at,
      released_at: k.released_at,
      code: c.code,
      kind: c.kind,
      creator_id: c.creator_id,
      creator_name: r.display_name,
      campaign_id: c.campaign_id,
      campaign_name: p.name,
      ...{ pool_id: o.pool_id, pool: o.name, pool_key_id: y.key_id, sealed_key: y.sealed },
    })
    .from(k)
    .innerJoin(c, eq(c.code_id, k.code_id))
    .innerJoin(p, eq(p.campaign_id, c.campaign_id))
    .leftJoin(r, eq(r.creator_id, c.creator_id))
    .leftJoin(y, eq(y.claim_id, k.claim_id))
    .leftJoin(o, eq(o.pool_id, y.pool_id))
    .where(inArray(k.claim_id, [...claimIds]))
    .orderBy(desc(k.claim_id));
  const remedies = await listRemedies(handle, claimIds);
  return rows.map((row) => ({ ...row, remedies: remedies.filter(({ claim_id }) => claim_id === row.claim_id) }));
}

export async function findClaim(handle: Handle, claimId: number): Promise<RemediedClaim | null> {
  const [claim] = await findClaims(handle, [claimId]);
  return claim ?? null;
}

/** Returns the claim, locked until the transaction ends. */
export async function findClaimForUpdate(handle: Handle, claimId: number): Promise<RemediedClaim | null> {
  const { claims } = handle.t;
  const query = handle.db.select({ claim_id: claims.claim_id }).from(claims).where(eq(claims.claim_id, claimId));
  await forUpdate(handle, query);
  return findClaim(handle, claimId);
}

async function listRemedies({ db, t }: Handle, claimIds: readonly number[]): Promise<RemedyRow[]> {
  const { claim_remedies: r, staff } = t;
  return db
    .select({
      remedy_id: r.remedy_id,
      claim_id: r.claim_id,
      kind: r.kind,
      reason: r.reason,
      staff_id: r.staff_id,
      staff_name: staff.name,
      created_at: r.created_at,
    })
    .from(r)
    .leftJoin(staff, eq(staff.staff_id, r.staff_id))
    .where(inArray(r.claim_id, [...claimIds]))
    .orderBy(asc(r.remedy_id));
}

/** Conditions for a user's current (not released) claims and for the released ones. Each has its own index. */
export const livingOf = ({ t }: Handle, userId: string) =>
  and(eq(t.claims.user_id, userId), isNull(t.claims.released_at));
export const releasedOf = ({ t }: Handle, userId: string) =>
  and(eq(t.claims.user_id, userId), isNotNull(t.claims.released_at));

/** Locks a claim's codes in ID order, as redeem does. */
export async function lockCodesOf(handle: Handle, { code_id, base_code_id }: ClaimRow): Promise<LimitsRow[]> {
  const { codes } = handle.t;
  const query = handle.db
    .select({
      code_id: codes.code_id,
      kind: codes.kind,
      usage_limit: codes.usage_limit,
      creator_usage_limit: codes.creator_usage_limit,
    })
    .from(codes)
    .where(inArray(codes.code_id, [code_id, base_code_id]))
    .orderBy(asc(codes.code_id));
  return forNoKeyUpdate(handle, query);
}

/** @returns whether this call released the claim */
export async function markReleased({ db, t }: Handle, claimId: number, now: number): Promise<boolean> {
  const rows = await db
    .update(t.claims)
    .set({ released_at: now })
    .where(and(eq(t.claims.claim_id, claimId), isNull(t.claims.released_at)))
    .returning({ claim_id: t.claims.claim_id });
  return rows.length > 0;
}

export interface NewRemedy {
  claim_id: number;
  kind: RemedyKind;
  reason: string;
  staff_id: number;
  created_at: number;
}

export async function insertRemedy({ db, t }: Handle, remedy: NewRemedy): Promise<void> {
  await db.insert(t.claim_remedies).values(remedy);
}
