import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import type { DetailRequestStatus } from '../../db/tables/words.ts';

export type DetailRequest = Tables['payout_detail_requests']['$inferSelect'];

export interface NewDetails {
  payout_method: string;
  payout_address: string;
  payout_name: string;
}

/** Marks the creator's waiting request, if there is one, as replaced. */
export async function replacePending({ db, t }: Handle, creatorId: string, now: number): Promise<void> {
  const { payout_detail_requests: r } = t;
  await db
    .update(r)
    .set({ status: 'replaced', decided_at: now })
    // The condition repeats the text of the partial index, so that the database uses the index.
    .where(and(eq(r.creator_id, creatorId), sql`status = 'pending'`));
}

export async function insertRequest({ db, t }: Handle, creatorId: string, details: NewDetails, now: number) {
  await db
    .insert(t.payout_detail_requests)
    .values({ ...details, creator_id: creatorId, status: 'pending', created_at: now });
}

/** Returns the creator's newest request, or null. */
export async function findNewestRequest({ db, t }: Handle, creatorId: string): Promise<DetailRequest | null> {
  const { payout_detail_requests: r } = t;
  const [row] = await db.select().from(r).where(eq(r.creator_id, creatorId)).orderBy(desc(r.request_id)).limit(1);
  return (row as DetailRequest | undefined) ?? null;
}

export async function findRequest({ db, t }: Handle, requestId: number): Promise<DetailRequest | null> {
  const { payout_detail_requests: r } = t;
  const [row] = await db.select().from(r).where(eq(r.request_id, requestId));
  return (row as DetailRequest | undefined) ?? null;
}

/** Returns the request, locked until the transaction ends. */
export async function findRequestForUpdate(handle: Handle, requestId: number): Promise<DetailRequest | null> {
  const { payout_detail_requests: r } = handle.t;
  const [row] = await forUpdate(handle, handle.db.select().from(r).where(eq(r.request_id, requestId)));
  return (row as DetailRequest | undefined) ?? null;
}

export async function decideRequest(
  { db, t }: Handle,
  requestId: number,
  set: Partial<Omit<DetailRequest, 'request_id' | 'creator_id'>>,
): Promise<void> {
  await db.update(t.payout_detail_requests).set(set).where(eq(t.payout_detail_requests.request_id, requestId));
}

export interface DetailRequestQuery extends PageQuery {
  status?: DetailRequestStatus | undefined;
  creator_id?: string | undefined;
}

export async function listRequestRows(handle: Handle, query: DetailRequestQuery) {
  const { payout_detail_requests: r } = handle.t;
  const where = and(
    query.status && eq(r.status, query.status),
    query.creator_id === undefined ? undefined : eq(r.creator_id, query.creator_id),
  );
  const rows = await handle.db
    .select()
    .from(r)
    .where(where)
    .orderBy(desc(r.request_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows as DetailRequest[], total: await countRows(handle, r, where) };
}

/** Lists waiting requests, oldest first. */
export const listWaitingDetails = ({ db, t: { payout_detail_requests: r, creators: c } }: Handle, most: number) =>
  db
    .select({ creator_id: r.creator_id, creator_name: c.display_name, created_at: r.created_at })
    .from(r)
    .innerJoin(c, eq(c.creator_id, r.creator_id))
    .where(eq(r.status, 'pending'))
    .orderBy(asc(r.request_id))
    .limit(most);
