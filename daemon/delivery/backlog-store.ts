import { and, eq, isNotNull, isNull, min, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../db/database.ts';

/** The stages at which a message can wait: in the outbox, as a webhook delivery, or as an email. */
export const STAGES = ['outbox', 'webhook', 'mail'] as const;

export interface Backlog {
  /** Messages that are waiting for their first or next attempt, counted up to `MOST_COUNTED`. */
  waiting: number;
  /** The earliest due time of the waiting messages; null if there are none. */
  dueSince: number | null;
}

/** Counting stops here because it takes time, and the exact size of a longer backlog does not matter. */
const MOST_COUNTED = 100_000;

export async function readBacklog(handle: Handle): Promise<Record<(typeof STAGES)[number], Backlog>> {
  const { outbox: o, deliveries: d, webhooks: w } = handle.t;
  const { db } = handle;
  // The conditions are literals that match the partial indexes; with bound parameters, the indexes would not be used.
  const unspread = sql`spread_at is null`;
  const pending = sql`status = 'pending'`;
  const mails = and(isNull(d.webhook_id), pending);
  const ofEndpoint = and(eq(d.webhook_id, w.webhook_id), pending);
  const firstOf = (table: BacklogTable, dueAt: DueColumn, where: SQL | undefined) =>
    db
      .select({ at: min(dueAt) })
      .from(table)
      .where(where);
  return {
    outbox: await backlogOf(handle, o, unspread, firstOf(o, o.due_at, unspread)),
    webhook: await backlogOf(
      handle,
      d,
      and(isNotNull(d.webhook_id), pending),
      db.select({ at: sql<number | null>`min(${firstOf(d, d.next_attempt_at, ofEndpoint)})` }).from(w),
    ),
    mail: await backlogOf(handle, d, mails, firstOf(d, d.next_attempt_at, mails)),
  };
}

type BacklogTable = Handle['t']['outbox'] | Handle['t']['deliveries'];
type DueColumn = Handle['t']['outbox']['due_at'] | Handle['t']['deliveries']['next_attempt_at'];

async function backlogOf(
  { db }: Handle,
  table: BacklogTable,
  where: SQL | undefined,
  due: PromiseLike<{ at: number | null }[]>,
): Promise<Backlog> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(MOST_COUNTED)
    .as('some');
  const [counted] = await db.select({ waiting: sql<number>`count(*)` }).from(some);
  const [first] = await due;
  const at = first?.at ?? null;
  return { waiting: Number(counted?.waiting ?? 0), dueSince: at === null ? null : Number(at) };
}
