import { and, asc, between, count, eq, inArray, max, min } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import type { CreatedCode } from '../../domain/codes/code-messages.ts';
import { type Games, isWithin, parseGames } from '../../domain/games.ts';
import type { TakenCode } from './import-rules.ts';

/** The range of IDs of a job's codes. The IDs are close together, so the range contains few other codes. */
export interface IdRange {
  from: number;
  to: number;
}

/** Splits off the first `size` IDs of a range; `rest` is null if no IDs are left. */
export function cut({ from, to }: IdRange, size: number): { some: IdRange; rest: IdRange | null } {
  const end = Math.min(to, from + size - 1);
  return { some: { from, to: end }, rest: end < to ? { from: end + 1, to } : null };
}

/** Returns the range of IDs of a job's codes, or of those with `status`; null if there are none. */
export async function findIdRange({ db, t }: Handle, jobId: number, status?: 'pending'): Promise<IdRange | null> {
  const { codes } = t;
  // The count makes Postgres read only the job's codes; for min and max alone, it would scan the IDs of all codes.
  const [row] = await db
    .select({ from: min(codes.code_id), to: max(codes.code_id), count: count() })
    .from(codes)
    .where(and(eq(codes.job_id, jobId), status ? eq(codes.status, status) : undefined));
  return row && row.from !== null && row.to !== null ? { from: Number(row.from), to: Number(row.to) } : null;
}

const pendingIn = ({ t: { codes } }: Handle, jobId: number, { from, to }: IdRange) =>
  and(between(codes.code_id, from, to), eq(codes.job_id, jobId), eq(codes.status, 'pending'));

export async function approvePending(handle: Handle, jobId: number, range: IdRange, now: number): Promise<void> {
  const { db, t } = handle;
  await db
    .update(t.codes)
    .set({ status: 'approved', updated_at: now })
    .where(pendingIn(handle, jobId, range));
}

const contentOf = (codes: Tables['codes']) => ({
  code: codes.code,
  name: codes.name,
  root_url: codes.root_url,
  usage_limit: codes.usage_limit,
  creator_usage_limit: codes.creator_usage_limit,
  active: codes.active,
  rewards_json: codes.rewards_json,
  starts_at: codes.starts_at,
  ends_at: codes.ends_at,
  recipient: codes.recipient,
  conditions: codes.conditions,
  key_pool_id: codes.key_pool_id,
  tags: codes.tags,
});

/** Lists the job's codes that players can use, in ID order. */
export async function listApproved({ db, t }: Handle, jobId: number, { from, to }: IdRange): Promise<CreatedCode[]> {
  const { codes } = t;
  const rows = await db
    .select({
      code_id: codes.code_id,
      campaign_id: codes.campaign_id,
      kind: codes.kind,
      ...contentOf(codes),
    })
    .from(codes)
    .where(and(between(codes.code_id, from, to), eq(codes.job_id, jobId), eq(codes.status, 'approved')))
    .orderBy(asc(codes.code_id));
  return rows as CreatedCode[];
}

/** @returns the number of deleted codes */
export async function deletePending(handle: Handle, jobId: number, range: IdRange): Promise<number> {
  const { db, t } = handle;
  const gone = await db
    .delete(t.codes)
    .where(pendingIn(handle, jobId, range))
    .returning({ code_id: t.codes.code_id });
  return gone.length;
}

/** Lists a job's code values in the order of creation. */
export async function listValues({ db, t }: Handle, jobId: number, { from, to }: IdRange): Promise<string[]> {
  const { codes } = t;
  const rows = await db
    .select({ code: codes.code })
    .from(codes)
    .where(and(between(codes.code_id, from, to), eq(codes.job_id, jobId)))
    .orderBy(asc(codes.code_id));
  return rows.map(({ code }) => code);
}

/**
 * Returns the codes that have one of these values, by normal form. The names of campaigns outside these games are
 * omitted.
 */
export async function findTaken(
  { db, t }: Handle,
  norms: readonly string[],
  games: Games,
): Promise<Map<string, TakenCode>> {
  const { codes, campaigns } = t;
  const rows = await db
    .select({
      norm: codes.code_norm,
      campaign_id: codes.campaign_id,
      campaign: campaigns.name,
      covered: campaigns.games,
      kind: codes.kind,
      status: codes.status,
      ...contentOf(codes),
    })
    .from(codes)
    .innerJoin(campaigns, eq(campaigns.campaign_id, codes.campaign_id))
    .where(inArray(codes.code_norm, [...norms]));
  return new Map(
    rows.map(({ norm, campaign, covered, ...code }) => [
      norm ?? '',
      { ...code, campaign: isWithin(parseGames(covered), games) ? campaign : null },
    ]),
  );
}
