import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle, Tables } from '../../db/database.ts';
import { contains, countRows, offsetOf, orderOf, type PageQuery, totalOf } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';
import { campaignWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import type { CreatorCodeStatus } from './creator-code-rules.ts';

/** A creator code with the fields that it takes from its base code. */
export interface CreatorCodeRow {
  code_id: number;
  campaign_id: number;
  creator_id: string;
  code: string;
  status: CreatorCodeStatus;
  rejection_reason: string | null;
  created_at: number;
  /** When the pending code was approved or rejected; null before that, and if the code was never pending. */
  decided_at: number | null;
  base_code_id: number;
  base_code: string;
  root_url: string;
  usage_limit: number | null;
  version: number;
}

export interface CreatorCodeListQuery extends PageQuery {
  q?: string | undefined;
  status?: CreatorCodeStatus | undefined;
  campaign_id?: number | undefined;
  creator_id?: string | undefined;
  creator_ids?: readonly string[] | undefined;
  sort?: 'created_at' | '-created_at' | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  games?: Games | undefined;
}

// SQLite and Postgres have their own table objects, so the alias is created from the handle's tables.
const baseOf = ({ t }: Handle): Tables['codes'] => alias(t.codes, 'base') as unknown as Tables['codes'];

function withBase(handle: Handle) {
  const { codes } = handle.t;
  const base = baseOf(handle);
  return handle.db
    .select({
      code_id: codes.code_id,
      campaign_id: codes.campaign_id,
      creator_id: codes.creator_id,
      code: codes.code,
      status: codes.status,
      rejection_reason: codes.rejection_reason,
      created_at: codes.created_at,
      decided_at: codes.decided_at,
      base_code_id: base.code_id,
      base_code: base.code,
      root_url: base.root_url,
      usage_limit: base.creator_usage_limit,
      version: codes.version,
    })
    .from(codes)
    .innerJoin(base, eq(base.code_id, codes.base_code_id));
}

/** Returns creator codes in ID order. IDs of other codes, and unknown IDs, are skipped. */
export async function findCreatorCodes(handle: Handle, codeIds: readonly number[]): Promise<CreatorCodeRow[]> {
  const { codes } = handle.t;
  const rows = await withBase(handle)
    .where(and(inArray(codes.code_id, [...codeIds]), eq(codes.kind, 'creator')))
    .orderBy(asc(codes.code_id));
  return rows as CreatorCodeRow[];
}

/** Returns the creator codes with these IDs in campaigns of these games, locked until the transaction ends. */
export async function findCreatorCodesForUpdate(
  handle: Handle,
  codeIds: readonly number[],
  games: Games = null,
): Promise<CreatorCodeRow[]> {
  const { codes } = handle.t;
  const within = campaignWithin(handle, games, codes.campaign_id);
  const query = handle.db
    .select({ code_id: codes.code_id })
    .from(codes)
    .where(and(inArray(codes.code_id, [...codeIds]), eq(codes.kind, 'creator'), within))
    .orderBy(asc(codes.code_id));
  const locked = await forUpdate(handle, query);
  return findCreatorCodes(
    handle,
    locked.map(({ code_id }) => code_id),
  );
}

type CodeChange = Partial<Omit<Tables['codes']['$inferInsert'], 'version'>>;

export async function moveCreatorCodes({ db, t }: Handle, codeIds: readonly number[], set: CodeChange): Promise<void> {
  if (codeIds.length === 0) return;
  await db
    .update(t.codes)
    .set({ ...set, version: nextVersion(t.codes.version) })
    .where(inArray(t.codes.code_id, [...codeIds]));
}

export async function listCreatorCodeRows(handle: Handle, query: CreatorCodeListQuery) {
  const { codes } = handle.t;
  const where = and(
    // Repeats the WHERE clause of the index. With a parameter, the database would not use the index.
    sql`${codes.kind} = 'creator'`,
    query.status ? eq(codes.status, query.status) : undefined,
    query.campaign_id ? eq(codes.campaign_id, query.campaign_id) : undefined,
    query.creator_id ? eq(codes.creator_id, query.creator_id) : undefined,
    query.creator_ids ? inArray(codes.creator_id, [...query.creator_ids]) : undefined,
    campaignWithin(handle, query.games ?? null, codes.campaign_id),
    query.q ? matches(handle, query.q) : undefined,
  );
  const rows = await withBase(handle)
    .where(where)
    .orderBy(...orderOf(query.sort, { created_at: codes.created_at }, codes.code_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  const total = await totalOf(query, rows, () => countRows(handle, codes, where));
  return { rows: rows as CreatorCodeRow[], total };
}

/** Matches text in the code, the creator's ID or the base code. */
function matches(handle: Handle, text: string) {
  const { codes } = handle.t;
  const named = alias(codes, 'named') as unknown as Tables['codes'];
  const bases = handle.db
    .select({ code_id: named.code_id })
    .from(named)
    .where(and(sql`${named.kind} = 'referral'`, contains(text, named.code)));
  return or(contains(text, codes.code, codes.creator_id), inArray(codes.base_code_id, bases));
}

/** Checks for a pending, approved or disabled code: only a rejection allows another code from the same base code. */
export async function hasCurrentCode({ db, t }: Handle, baseCodeId: number, creatorId: string): Promise<boolean> {
  const { codes } = t;
  const [row] = await db
    .select({ code_id: codes.code_id })
    .from(codes)
    .where(and(eq(codes.base_code_id, baseCodeId), eq(codes.creator_id, creatorId), ne(codes.status, 'rejected')))
    .limit(1);
  return row !== undefined;
}
