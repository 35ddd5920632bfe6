import type { Handle } from '../../db/database.ts';

export interface AuditEntry {
  /** Null for what the daemon or its command line did by itself. */
  staffId: number | null;
  /** Verb and noun, such as `campaign.publish`. */
  action: string;
  entity: string;
  entityId: string | number;
  before: object | null;
  after: object | null;
}

/** Written in the transaction of the change it tells of. Callers pass neither secrets nor players' ids. */
export async function recordAudit({ db, t }: Handle, entry: AuditEntry, now: number): Promise<void> {
  await db.insert(t.audit_log).values({
    at: now,
    staff_id: entry.staffId,
    action: entry.action,
    entity: entry.entity,
    entity_id: String(entry.entityId),
    before: entry.before && JSON.stringify(entry.before),
    after: entry.after && JSON.stringify(entry.after),
  });
}
