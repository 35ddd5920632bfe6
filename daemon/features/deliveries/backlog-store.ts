import { and, eq, isNotNull, isNull, min, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

/** Where a message can wait: to be given to its receivers, for an endpoint, or for a mailbox. */
export const STAGES = ['outbox', 'webhook', 'mail'] as const;

export interface Backlog {
  /** Messages that wait, also for their next try; counted up to `MOST_COUNTED`. */
  waiting: number;
  /** When the one that is due for longest fell due; null where none waits. */
  dueSince: number | null;
}

/** Whoever has more than this has a problem, whatever the number. */
export const MOST_COUNTED = 100_000;

export async function readBacklog(handle: Handle): Promise<Record<(typeof STAGES)[number], Backlog>> {
  const { outbox: o, deliveries: d, webhooks: w } = handle.t;
  const { db } = handle;
  // As the indexes say it.
  const unspread = sql`spread_at is null`;
  const pending = sql`status = 'pending'`;
  const mails = and(isNull(d.webhook_id), pending);
  const ofEndpoint = db
    .select({ at: min(d.next_attempt_at) })
    .from(d)
    .where(and(eq(d.webhook_id, w.webhook_id), pending));
  return {
    outbox: {
      waiting: await countSome(handle, o, unspread),
      dueSince: await firstOf(
        db
          .select({ at: min(o.due_at) })
          .from(o)
          .where(unspread),
      ),
    },
    webhook: {
      waiting: await countSome(handle, d, and(isNotNull(d.webhook_id), pending)),
      dueSince: await firstOf(db.select({ at: sql<number | null>`min(${ofEndpoint})` }).from(w)),
    },
    mail: {
      waiting: await countSome(handle, d, mails),
      dueSince: await firstOf(
        db
          .select({ at: min(d.next_attempt_at) })
          .from(d)
          .where(mails),
      ),
    },
  };
}

async function countSome(
  { db }: Handle,
  table: Handle['t']['outbox'] | Handle['t']['deliveries'],
  where: SQL | undefined,
) {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(MOST_COUNTED)
    .as('some');
  const [counted] = await db.select({ waiting: sql<number>`count(*)` }).from(some);
  return Number(counted?.waiting ?? 0);
}

async function firstOf(query: PromiseLike<{ at: number | null }[]>): Promise<number | null> {
  const [first] = await query;
  return first?.at == null ? null : Number(first.at);
}
