import { and, eq, or, type SQL } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { holdPayments } from '../../db/query/locking.ts';
import { holdsText } from '../../db/query/text.ts';
import type { NoteChanges } from './erase-rows-store.ts';
import { type Erasure, isDistinct, standsIn, withoutId } from './erasure-rules.ts';

// Games choose these names (of transactions, requests, idempotency keys), so the names may contain a user's ID. No
// index finds partial matches, so each table is read once and the rows found are changed in small steps.

interface Transaction {
  game_id: string;
  name: string;
}
export interface FoundNames {
  transactions: Transaction[];
  requests: { family_id: number; request_id: string; body: string }[];
  keys: { family_id: number; idempotency_key: string }[];
}

/**
 * Finds the names to change or delete.
 * @param claims the user's claims; idempotency keys whose responses name these claims are deleted, because they contain
 * a hash of the user ID
 */
export async function findNames(handle: Handle, userId: string, claims: readonly number[]): Promise<FoundNames> {
  const { idempotency_keys: k, payment_requests: r } = handle.t;
  const keys = [];
  for (const ids of chunksOf(claims))
    keys.push(
      ...(await keysWhere(handle, or(...ids.map((id) => holdsText(handle, k.body, `"redemption_id":"${id}"`))))),
    );
  if (!isDistinct(userId)) return { transactions: [], requests: [], keys };
  const named = await keysWhere(handle, holdsText(handle, k.idempotency_key, userId));
  const requests = await handle.db
    .select({ family_id: r.family_id, request_id: r.request_id, body: r.body })
    .from(r)
    .where(holdsText(handle, r.request_id, userId));
  keys.push(...named.filter(({ idempotency_key }) => standsIn(idempotency_key, userId)));
  return { transactions: await transactionsWith(handle, userId), requests, keys };
}

const keysWhere = ({ db, t: { idempotency_keys: k } }: Handle, condition: SQL | undefined) =>
  db.select({ family_id: k.family_id, idempotency_key: k.idempotency_key }).from(k).where(condition);

async function transactionsWith(handle: Handle, userId: string): Promise<Transaction[]> {
  const { payments: p } = handle.t;
  const rows = await handle.db
    .select({ game_id: p.game_id, transaction_id: p.transaction_id, refund_of: p.refund_of })
    .from(p)
    .where(or(holdsText(handle, p.transaction_id, userId), holdsText(handle, p.refund_of, userId)));
  const found = rows.flatMap(({ game_id, transaction_id, refund_of }) =>
    [transaction_id, refund_of].flatMap((name) => (name && standsIn(name, userId) ? [{ game_id, name }] : [])),
  );
  return [...new Map(found.map((transaction) => [JSON.stringify(transaction), transaction])).values()];
}

/** Renames a payment and its refunds, including refunds for other users, in one step, so that the names still match. */
export async function renameTransaction(
  handle: Handle,
  { game_id, name }: Transaction,
  erasure: Erasure,
  note: NoteChanges,
) {
  const { db, t } = handle;
  const { payments: p } = t;
  await holdPayments(handle);
  const renamed = withoutId(name, erasure);
  if (renamed === name) return false;
  const at = p.received_at;
  const payment = await db
    .update(p)
    .set({ transaction_id: renamed })
    .where(and(eq(p.game_id, game_id), eq(p.transaction_id, name)))
    .returning({ at });
  const refunds = await db
    .update(p)
    .set({ refund_of: renamed })
    .where(and(eq(p.game_id, game_id), eq(p.refund_of, name)))
    .returning({ at });
  await note(
    handle,
    'payments',
    [...payment, ...refunds].map((row) => row.at),
  );
  return true;
}

export async function renameRequest({ db, t }: Handle, row: FoundNames['requests'][number], erasure: Erasure) {
  const { payment_requests: r } = t;
  const renamed = withoutId(row.request_id, erasure);
  if (renamed === row.request_id) return false;
  // A stored response contains the request's ID.
  const body = row.body.replace(JSON.stringify(row.request_id), () => JSON.stringify(renamed));
  const here = and(eq(r.family_id, row.family_id), eq(r.request_id, row.request_id));
  await db.update(r).set({ request_id: renamed, body }).where(here);
  return true;
}

/**
 * Deletes an idempotency key. Keys detect repeated requests for a day; without the key, the daemon processes a repeated
 * request again.
 */
export async function dropKey({ db, t }: Handle, { family_id, idempotency_key }: FoundNames['keys'][number]) {
  const { idempotency_keys: k } = t;
  await db.delete(k).where(and(eq(k.family_id, family_id), eq(k.idempotency_key, idempotency_key)));
}

const CHUNK = 100;
function chunksOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, at) => items.slice(at * CHUNK, (at + 1) * CHUNK));
}
