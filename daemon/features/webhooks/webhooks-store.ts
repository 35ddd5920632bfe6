import { and, asc, desc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { WebhookEventType } from '../../contract/words.ts';
import type { Handle, Tables } from '../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';

type WebhookColumns = Tables['webhooks']['$inferSelect'];
export interface WebhookRow extends Omit<WebhookColumns, 'events'> {
  events: WebhookEventType[];
}
export type WebhookChange = Partial<Omit<WebhookRow, 'webhook_id' | 'version'>>;

const rowOf = (columns: WebhookColumns): WebhookRow => ({
  ...columns,
  events: JSON.parse(columns.events) as WebhookEventType[],
});

export async function findWebhook({ db, t: { webhooks } }: Handle, webhookId: number): Promise<WebhookRow | null> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.webhook_id, webhookId), isNull(webhooks.removed_at)));
  return row ? rowOf(row) : null;
}

/** Finds an endpoint and locks it until the transaction ends. */
export async function findWebhookForUpdate(handle: Handle, webhookId: number): Promise<WebhookRow | null> {
  const { webhooks } = handle.t;
  const query = handle.db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.webhook_id, webhookId), isNull(webhooks.removed_at)));
  const [row] = await forUpdate(handle, query);
  return row ? rowOf(row) : null;
}

export async function listWebhookRows(handle: Handle, query: PageQuery) {
  const { webhooks } = handle.t;
  const where = isNull(webhooks.removed_at);
  const rows = await handle.db
    .select()
    .from(webhooks)
    .where(where)
    .orderBy(desc(webhooks.webhook_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows.map(rowOf), total: await countRows(handle, webhooks, where) };
}

/** Lists active endpoints, even paused ones, that have a due delivery without a valid lease. */
export async function findDueWebhooks(handle: Handle, now: number, longestLease: number): Promise<WebhookRow[]> {
  const { db, t } = handle;
  const { webhooks, deliveries: d } = t;
  const free = or(isNull(d.lease_until), lte(d.lease_until, now), sql`lease_until > ${now + longestLease}`);
  // The status repeats the text of the index; with a parameter, the database would not use the index.
  const waits = and(
    sql`deliveries.webhook_id = webhooks.webhook_id`,
    sql`status = 'pending'`,
    lte(d.next_attempt_at, now),
  );
  const due = db.select({ one: sql`1` }).from(d).where(and(waits, free));
  const rows = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.active, true), sql`exists ${due}`))
    .orderBy(asc(webhooks.webhook_id));
  return rows.map(rowOf);
}

export async function listActiveWebhooks({ db, t: { webhooks } }: Handle): Promise<WebhookRow[]> {
  const rows = await db.select().from(webhooks).where(eq(webhooks.active, true)).orderBy(asc(webhooks.webhook_id));
  return rows.map(rowOf);
}

export type NewWebhook = Pick<WebhookRow, 'url' | 'events' | 'active' | 'secret' | 'created_at'>;

export async function insertWebhook({ db, t }: Handle, webhook: NewWebhook): Promise<WebhookRow> {
  const events = JSON.stringify(webhook.events);
  const [row] = await db
    .insert(t.webhooks)
    .values({ ...webhook, events, failures: 0, updated_at: webhook.created_at })
    .returning();
  if (!row) throw new Error('The insert of an endpoint returned no row');
  return rowOf(row);
}

export async function updateWebhook({ db, t }: Handle, webhookId: number, change: WebhookChange): Promise<WebhookRow> {
  const { events, ...rest } = change;
  const set = {
    ...rest,
    ...(events ? { events: JSON.stringify(events) } : {}),
    version: nextVersion(t.webhooks.version),
  };
  const [row] = await db.update(t.webhooks).set(set).where(eq(t.webhooks.webhook_id, webhookId)).returning();
  if (!row) throw new Error(`Webhook endpoint ${webhookId} does not exist`);
  return rowOf(row);
}

/** Updates the breaker without increasing the version, because staff do not edit it. */
export async function updateBreaker(
  { db, t }: Handle,
  webhookId: number,
  breaker: Pick<WebhookRow, 'failures' | 'paused_until'>,
): Promise<WebhookRow> {
  const [row] = await db.update(t.webhooks).set(breaker).where(eq(t.webhooks.webhook_id, webhookId)).returning();
  if (!row) throw new Error(`Webhook endpoint ${webhookId} does not exist`);
  return rowOf(row);
}

/** Lists the endpoints that have not been removed, with the state of their breakers. */
export function listBreakers({ db, t: { webhooks } }: Handle) {
  const { active, failures, paused_until } = webhooks;
  return db.select({ active, failures, paused_until }).from(webhooks).where(isNull(webhooks.removed_at));
}
