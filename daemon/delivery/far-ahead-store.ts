import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../db/database.ts';
import { LONGEST_WAIT_MS } from './send/retry-rules.ts';

/** Longer than any valid wait of a new message or first attempt, such as the time in which a decision can be undone. */
const NEW_MS = 60_000;

// The conditions are literals that match the partial indexes.

const isMessageAhead = ({ t: { outbox: o } }: Handle, now: number) =>
  and(sql`spread_at is null`, gt(o.due_at, now + NEW_MS));

const isTryAhead = ({ t: { deliveries: d } }: Handle, now: number) =>
  and(
    sql`status = 'pending'`,
    gt(d.next_attempt_at, now + NEW_MS),
    or(gt(d.next_attempt_at, now + LONGEST_WAIT_MS), eq(d.attempts, 0)),
  );

/** Lists messages that are due later than any valid message: the clock of the daemon that wrote them was ahead. */
export async function listMessagesAhead(handle: Handle, now: number, limit: number): Promise<number[]> {
  const { outbox: o } = handle.t;
  const query = handle.db.select({ id: o.outbox_id }).from(o).where(isMessageAhead(handle, now)).limit(limit);
  return (await query).map(({ id }) => id);
}

/**
 * Lists attempts to endpoints or mailboxes that are due too far ahead, including retries beyond the longest back-off.
 */
export async function listTriesAhead(handle: Handle, now: number, limit: number): Promise<number[]> {
  const { deliveries: d, webhooks: w } = handle.t;
  const endpoints = await handle.db.select({ webhook_id: w.webhook_id }).from(w);
  const ids: number[] = [];
  // The query runs once per endpoint, so that the index finds the endpoint's latest attempts. An email has no endpoint.
  const listOf = async (of: SQL) => {
    const where = and(of, isTryAhead(handle, now));
    const query = handle.db.select({ id: d.delivery_id }).from(d).where(where).orderBy(asc(d.next_attempt_at));
    ids.push(...(await query.limit(limit)).map(({ id }) => id));
  };
  await listOf(isNull(d.webhook_id));
  for (const { webhook_id } of endpoints) if (ids.length < limit) await listOf(eq(d.webhook_id, webhook_id));
  return ids;
}

/** Makes these messages due now if they are still too far ahead. */
export async function bringMessages(handle: Handle, ids: readonly number[], now: number): Promise<void> {
  const { outbox: o } = handle.t;
  const these = and(inArray(o.outbox_id, [...ids]), isMessageAhead(handle, now));
  await handle.db.update(o).set({ due_at: now }).where(these);
}

export async function bringTries(handle: Handle, ids: readonly number[], now: number): Promise<void> {
  const { deliveries: d } = handle.t;
  const these = and(inArray(d.delivery_id, [...ids]), isTryAhead(handle, now));
  await handle.db.update(d).set({ next_attempt_at: now }).where(these);
}
