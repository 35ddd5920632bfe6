import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { normalizeCode } from '../../contract/code-values.ts';
import type { Handle } from '../../db/database.ts';
import { listHas } from '../../db/query/json-lists.ts';
import { contains, holds, type PageQuery } from '../../db/query/listing.ts';
import type { MainCodeKind } from '../../domain/codes/code-kinds.ts';

export interface CodeListQuery extends PageQuery {
  cursor?: string | undefined;
  q?: string | undefined;
  code_type?: MainCodeKind | undefined;
  active?: 'Y' | 'N' | undefined;
  batch_id?: number | undefined;
  origin?: 'hand' | 'batch' | 'generate' | 'import' | undefined;
  state?: 'redeemed' | 'unredeemed' | 'limit_reached' | undefined;
  tag?: string | undefined;
  sort?: string | undefined;
}

/** The claims of a code or of its creator codes. Columns are qualified, because the subqueries read several tables. */
export const CLAIMS = sql<number | string>`(case when codes.kind = 'referral'
  then (select coalesce(sum(n.claims), 0) from codes k join code_counters n on n.code_id = k.code_id
         where k.base_code_id = codes.code_id and k.status <> 'rejected')
  else (select coalesce(sum(n.claims), 0) from code_counters n where n.code_id = codes.code_id) end)`;

const STATES = {
  redeemed: sql`${CLAIMS} > 0`,
  unredeemed: sql`${CLAIMS} = 0`,
  // `used` has no index, because each redeem of a limited code would have to update it.
  limit_reached: sql`usage_limit is not null and used >= usage_limit`,
};

/** These conditions repeat the WHERE clauses of indexes. With parameters, the database would not use the indexes. */
export const IS_MAIN = sql`kind <> 'creator'`;
export const BY_HAND = sql`job_id is null`;
const IN_BATCH = sql`job_id is not null`;

function hasOrigin({ db, t }: Handle, campaignId: number, origin: NonNullable<CodeListQuery['origin']>) {
  if (origin === 'hand') return BY_HAND;
  if (origin === 'batch') return IN_BATCH;
  const { bulk_jobs: j } = t;
  const batches = db
    .select({ job_id: j.job_id })
    .from(j)
    .where(and(eq(j.campaign_id, campaignId), eq(j.kind, origin)));
  return and(IN_BATCH, inArray(t.codes.job_id, batches));
}

/** Selects the codes with a tag. The subquery reads only the index of tagged codes instead of the row of every code. */
function isTagged(handle: Handle, campaignId: number, tag: string): SQL {
  const has = listHas(handle, sql`tagged.tags`, tag);
  return sql`codes.code_id in (select tagged.code_id from codes tagged
    where tagged.campaign_id = ${campaignId} and tagged.tags is not null and ${has})`;
}

/** Selects main codes that match the filters. The caller limits them to the campaign. */
export function fits(handle: Handle, campaignId: number, query: CodeListQuery): SQL | undefined {
  const { codes } = handle.t;
  return and(
    IS_MAIN,
    query.origin && hasOrigin(handle, campaignId, query.origin),
    query.code_type ? eq(codes.kind, query.code_type) : undefined,
    query.active ? eq(codes.active, query.active === 'Y') : undefined,
    query.tag === undefined ? undefined : isTagged(handle, campaignId, query.tag),
    query.state && STATES[query.state],
    query.q ? or(holds(normalizeCode(query.q), codes.code_norm), contains(query.q, codes.name)) : undefined,
  );
}
