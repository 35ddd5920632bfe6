import { asc, eq, gt, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { type AuditHead, CHAIN_START, type ChainedRow, headMac, rowMac } from '../../domain/audit/audit-chain.ts';

export interface AuditEntry {
  /** Null for changes by the daemon or by a command of the operator. */
  staffId: number | null;
  /** A noun and a verb, such as `campaign.publish`. */
  action: string;
  entity: string;
  entityId: string | number;
  before: object | null;
  after: object | null;
}

/**
 * Records a change. Call it last in the transaction, and once per bulk action: until the commit, all other changes by
 * staff wait for the lock on the end of the chain. Callers must not pass secrets or players' IDs.
 */
export async function recordAudit(handle: Handle, entry: AuditEntry, now: number): Promise<void> {
  const { db, t, keys } = handle;
  const key = keys.secretKey;
  if (!key) throw new Error('The audit log cannot be written: this database was opened without its secret key');
  const head = await takeHead(handle);
  const content = {
    audit_id: head.next_id,
    at: now,
    staff_id: entry.staffId,
    action: entry.action,
    entity: entry.entity,
    entity_id: String(entry.entityId),
    before: entry.before && JSON.stringify(entry.before),
    after: entry.after && JSON.stringify(entry.after),
  };
  const mac = rowMac(key, head.mac, content);
  await db.insert(t.audit_log).values({ ...content, mac, mac_key_id: key.id });
  await db
    .update(t.audit_head)
    .set({ audit_id: content.audit_id, mac: headMac(key, content.audit_id, mac) })
    .where(eq(t.audit_head.head_id, HEAD_ID));
}

const HEAD_ID = 1;

/** Locks the end of the chain until the transaction ends, and creates its row if there is none. */
async function takeHead(handle: Handle): Promise<{ mac: string; next_id: number }> {
  const found = await findHeadForUpdate(handle);
  if (found) return found;
  const { db, t } = handle;
  await db.insert(t.audit_head).values({ head_id: HEAD_ID, audit_id: 0, mac: CHAIN_START }).onConflictDoNothing();
  const made = await findHeadForUpdate(handle);
  if (!made) throw new Error('The audit log has no head');
  return made;
}

async function findHeadForUpdate(handle: Handle) {
  const { db, t } = handle;
  const query = db
    .select({
      audit_id: t.audit_head.audit_id,
      mac: t.audit_head.mac,
      // New IDs must not collide with rows that are older than the chain or were inserted by other means.
      last_id: sql<number>`(select coalesce(max(audit_id), 0) from audit_log)`,
    })
    .from(t.audit_head)
    .where(eq(t.audit_head.head_id, HEAD_ID));
  const [row] = await forUpdate(handle, query);
  return row ? { mac: row.mac, next_id: Math.max(row.audit_id, Number(row.last_id)) + 1 } : null;
}

/** Returns the end of the chain; null before its first row. */
export async function findAuditHead({ db, t }: Handle): Promise<AuditHead | null> {
  const [row] = await db
    .select({ audit_id: t.audit_head.audit_id, mac: t.audit_head.mac })
    .from(t.audit_head)
    .where(eq(t.audit_head.head_id, HEAD_ID));
  return row ?? null;
}

/** Returns the ID of the key that signed the last row; null before the first row. */
export async function lastKeyId({ db, t: { audit_head, audit_log } }: Handle): Promise<string | null> {
  const [row] = await db
    .select({ key_id: audit_log.mac_key_id })
    .from(audit_head)
    .innerJoin(audit_log, eq(audit_log.audit_id, audit_head.audit_id));
  return row?.key_id ?? null;
}

const PAGE = 5000;

/** Reads the whole log page by page, in ID order. */
export async function* auditPages({ db, t: { audit_log } }: Handle): AsyncGenerator<ChainedRow[]> {
  for (let after = -Number.MAX_SAFE_INTEGER; ; ) {
    const page = await db
      .select()
      .from(audit_log)
      .where(gt(audit_log.audit_id, after))
      .orderBy(asc(audit_log.audit_id))
      .limit(PAGE);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.audit_id;
  }
}
