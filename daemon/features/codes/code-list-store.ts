import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { normalizeCode } from '../../contract/code-values.ts';
import type { Handle } from '../../db/database.ts';
import { decodeCursor, encodeCursor, UnknownCursor } from '../../db/query/keyset.ts';
import { contains, countRows, holds, offsetOf, type PageQuery, totalOf } from '../../db/query/listing.ts';
import type { MainCodeKind } from './code-kind-rules.ts';
import type { MainCode } from './codes-store.ts';

export interface CodeListQuery extends PageQuery {
  cursor?: string | undefined;
  q?: string | undefined;
  code_type?: MainCodeKind | undefined;
  active?: 'Y' | 'N' | undefined;
  batch_id?: number | undefined;
  origin?: 'hand' | 'batch' | 'generate' | 'import' | undefined;
  state?: 'redeemed' | 'unredeemed' | 'limit_reached' | undefined;
  sort?: string | undefined;
}

/** For a referral code: the claims of its creator codes together. Columns are named in full, as in each subquery. */
const CLAIMS = sql<number | string>`(case when codes.kind = 'referral'
  then (select coalesce(sum(n.claims), 0) from codes k join code_counters n on n.code_id = k.code_id
         where k.base_code_id = codes.code_id and k.status <> 'rejected')
  else (select coalesce(sum(n.claims), 0) from code_counters n where n.code_id = codes.code_id) end)`;

const STATES = {
  redeemed: sql`${CLAIMS} > 0`,
  unredeemed: sql`${CLAIMS} = 0`,
  // No index has `used`: each redeem of a limited code would have to write into it.
  limit_reached: sql`usage_limit is not null and used >= usage_limit`,
};

const IN_BATCH = sql`job_id is not null`;

function hasOrigin({ db, t }: Handle, campaignId: number, origin: NonNullable<CodeListQuery['origin']>) {
  if (origin === 'hand') return sql`job_id is null`;
  if (origin === 'batch') return IN_BATCH;
  const { bulk_jobs: j } = t;
  const batches = db
    .select({ job_id: j.job_id })
    .from(j)
    .where(and(eq(j.campaign_id, campaignId), eq(j.kind, origin)));
  return and(IN_BATCH, inArray(t.codes.job_id, batches));
}

function matches(handle: Handle, campaignId: number, query: CodeListQuery): SQL | undefined {
  const { codes } = handle.t;
  return and(
    // The codes of a batch belong to one campaign, which the caller has compared.
    query.batch_id ? eq(codes.job_id, query.batch_id) : eq(codes.campaign_id, campaignId),
    // Written exactly as in the index, and not as a parameter: otherwise the index is not used.
    sql`kind <> 'creator'`,
    query.origin && hasOrigin(handle, campaignId, query.origin),
    query.code_type ? eq(codes.kind, query.code_type) : undefined,
    query.active ? eq(codes.active, query.active === 'Y') : undefined,
    query.state && STATES[query.state],
    query.q ? or(holds(normalizeCode(query.q), codes.code_norm), contains(query.q, codes.name)) : undefined,
  );
}

interface Order {
  name: string;
  key: SQL<string | number>;
  type: 'string' | 'number';
  isDescending: boolean;
}

function orderOf({ t: { codes } }: Handle, sort = '-created_at'): Order {
  const name = sort.replace(/^-/, '');
  const keys: Record<string, Pick<Order, 'key' | 'type'>> = {
    created_at: { key: sql`${codes.created_at}`, type: 'number' },
    name: { key: sql`lower(${codes.name})`, type: 'string' },
    code: { key: sql`${codes.code_norm}`, type: 'string' },
    number_of_claims: { key: CLAIMS, type: 'number' },
  };
  const found = keys[name];
  if (!found) throw new Error(`No column to sort by: ${name}`);
  return { name, isDescending: sort.startsWith('-'), ...found };
}

/** The codes behind the last one of the page before; the id decides between equals. */
function behind({ t: { codes } }: Handle, order: Order, cursor: string): SQL {
  const [name, key, codeId, ...more] = decodeCursor(cursor);
  const isOurs = name === order.name && typeof key === order.type && Number.isSafeInteger(codeId) && more.length === 0;
  const isWhole = typeof key !== 'number' || Number.isSafeInteger(key);
  if (!isOurs || !isWhole) throw new UnknownCursor();
  const sign = order.isDescending ? sql`<` : sql`>`;
  return sql`(${order.key}, ${codes.code_id}) ${sign} (${key}, ${codeId})`;
}

export async function listCodeRows(handle: Handle, campaignId: number, query: CodeListQuery) {
  const { codes } = handle.t;
  const where = matches(handle, campaignId, query);
  const order = orderOf(handle, query.sort);
  const direction = order.isDescending ? desc : asc;
  // Sorts the ids alone: sorting a hundred thousand whole rows takes three times as long.
  const found = await handle.db
    .select({ code_id: codes.code_id, key: order.key })
    .from(codes)
    .where(and(where, query.cursor === undefined ? undefined : behind(handle, order, query.cursor)))
    .orderBy(direction(order.key), direction(codes.code_id))
    .limit(query.page_size + 1)
    .offset(query.cursor === undefined ? offsetOf(query) : 0);
  const ids = found.slice(0, query.page_size);
  const last = found.length > query.page_size ? ids.at(-1) : undefined;
  const count = () => countRows(handle, codes, where);
  return {
    rows: await findInOrder(
      handle,
      ids.map(({ code_id }) => code_id),
    ),
    total: query.cursor === undefined ? await totalOf(query, ids, count) : await count(),
    next_cursor: last ? encodeCursor([order.name, keyOf(order, last.key), last.code_id]) : null,
  };
}

/** Postgres gives sums as text. */
const keyOf = ({ type }: Order, key: string | number) => (type === 'number' ? Number(key) : String(key));

async function findInOrder({ db, t: { codes } }: Handle, ids: readonly number[]): Promise<MainCode[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(codes)
    .where(inArray(codes.code_id, [...ids]));
  const byId = new Map(rows.map((row) => [row.code_id, row as MainCode]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
