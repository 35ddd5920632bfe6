import { and, asc, eq, gt, inArray, isNotNull, lt, lte, ne, notExists } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { groupBy } from '../../lib/group-by.ts';

/** The result of a step, which may also read rows that must be kept. A step that read no rows was the last one. */
interface Looked {
  looked: number;
  removed: number;
}
/** A function that removes at most `most` rows. */
export type Step = (handle: Handle, most: number) => Promise<Looked>;

const all = (removed: number): Looked => ({ looked: removed, removed });

/** Removes rows at the start of the table: IDs grow with time, and there is no index by time alone. */
export const dropRefusedTries =
  (before: number): Step =>
  async ({ db, t: { refused_tries: r } }, most) => {
    const oldest = await db
      .select({ id: r.try_id, created_at: r.created_at })
      .from(r)
      .orderBy(asc(r.try_id))
      .limit(most);
    const ids = oldest.filter(({ created_at }) => created_at < before).map(({ id }) => id);
    if (ids.length > 0) await db.delete(r).where(inArray(r.try_id, ids));
    return all(ids.length);
  };

export const dropIdempotencyKeys =
  (before: number): Step =>
  async ({ db, t: { idempotency_keys: k } }, most) => {
    const old = await db
      .select({ family: k.family_id, key: k.idempotency_key })
      .from(k)
      .where(lt(k.created_at, before))
      .orderBy(asc(k.created_at))
      .limit(most);
    const byFamily = groupBy(
      old,
      ({ family }) => family,
      ({ key }) => key,
    );
    for (const [family, keys] of byFamily) {
      const these = and(eq(k.family_id, family), inArray(k.idempotency_key, keys));
      // A key that was removed and used again since the read is recent and must be kept.
      await db.delete(k).where(and(these, lt(k.created_at, before)));
    }
    return all(old.length);
  };

/** Removes deliveries, oldest first. Waiting deliveries are kept, whatever their age. */
export function dropDeliveries(before: number): Step {
  let after = 0;
  return async ({ db, t: { deliveries: d } }, most) => {
    const { delivery_id, status, created_at } = d;
    const found = await db
      .select({ delivery_id, status, created_at })
      .from(d)
      .where(gt(delivery_id, after))
      .orderBy(asc(delivery_id))
      .limit(most);
    const old = found.filter((row) => row.created_at < before);
    const ids = old.filter((row) => row.status !== 'pending').map((row) => row.delivery_id);
    if (ids.length > 0) await db.delete(d).where(and(inArray(delivery_id, ids), ne(status, 'pending')));
    after = old.at(-1)?.delivery_id ?? after;
    return { looked: old.length, removed: ids.length };
  };
}

/** Removes messages that have been spread and have no deliveries left. */
export function dropMessages(before: number): Step {
  let after = 0;
  return async ({ db, t: { outbox: o, deliveries: d } }, most) => {
    const { outbox_id, created_at } = o;
    const found = await db
      .select({ outbox_id, created_at })
      .from(o)
      .where(gt(outbox_id, after))
      .orderBy(asc(outbox_id))
      .limit(most);
    const old = found.filter((row) => row.created_at < before).map((row) => row.outbox_id);
    if (old.length === 0) return all(0);
    const delivery = db.select({ id: d.delivery_id }).from(d).where(eq(d.outbox_id, outbox_id));
    const gone = await db
      .delete(o)
      .where(and(inArray(outbox_id, old), isNotNull(o.spread_at), notExists(delivery)))
      .returning({ outbox_id });
    after = old.at(-1) ?? after;
    return { looked: old.length, removed: gone.length };
  };
}

export const dropSessions =
  (table: 'staff_sessions' | 'creator_sessions', now: number): Step =>
  async ({ db, t }, most) => {
    const s = t[table];
    const over = await db.select({ hash: s.token_hash }).from(s).where(lte(s.expires_at, now)).limit(most);
    const hashes = over.map(({ hash }) => hash);
    if (hashes.length > 0) await db.delete(s).where(inArray(s.token_hash, hashes));
    return all(hashes.length);
  };

/** Deletes sign-in links for creators that expired before an instant. */
export const dropLinks =
  (before: number): Step =>
  async ({ db, t: { creator_links: l } }, most) => {
    const over = await db.select({ id: l.link_id }).from(l).where(lte(l.expires_at, before)).limit(most);
    const ids = over.map(({ id }) => id);
    if (ids.length > 0) await db.delete(l).where(inArray(l.link_id, ids));
    return all(ids.length);
  };

/** Deletes the reports on SDK events whose figures have not been computed for a long time. */
export const dropReports =
  (before: number): Step =>
  async ({ db, t: { event_reports: r } }, most) => {
    const old = await db.select({ id: r.report_id }).from(r).where(lt(r.updated_at, before)).limit(most);
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await db.delete(r).where(inArray(r.report_id, ids));
    return all(ids.length);
  };

export const dropTries =
  (now: number): Step =>
  async ({ db, t: { sign_in_tries: s } }, most) => {
    const { account_hash, network_hash, expires_at } = s;
    const over = await db
      .select({ account_hash, network_hash })
      .from(s)
      .where(lte(expires_at, now))
      .orderBy(asc(expires_at))
      .limit(most);
    const byAccount = groupBy(
      over,
      (row) => row.account_hash,
      (row) => row.network_hash,
    );
    for (const [account, networks] of byAccount) {
      const these = and(eq(account_hash, account), inArray(network_hash, networks));
      // A row that was used again since the read is recent and must be kept.
      await db.delete(s).where(and(these, lte(expires_at, now)));
    }
    return all(over.length);
  };
