import { and, desc, eq } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

/** An object that people change, named as in the audit log. */
export interface Changed {
  entity: 'campaign' | 'code' | 'creator' | 'settings' | 'webhook' | 'api_key' | 'key_pool' | 'staff';
  id: number | string;
}

export interface LastChange {
  staff_id: number;
  name: string;
  at: number;
}

/**
 * Finds who last changed an object. Returns null if the audit log contains no entry by staff for this change. For
 * example, the daemon can disable a webhook endpoint, and a change to a code's batch is recorded only for the batch.
 */
export async function findLastChange(handle: Handle, changed: Changed): Promise<LastChange | null> {
  const { audit_log: a, staff: s } = handle.t;
  const [last] = await handle.db
    .select({ staff_id: s.staff_id, name: s.name, at: a.at })
    .from(a)
    .innerJoin(s, eq(s.staff_id, a.staff_id))
    .where(and(eq(a.entity_id, String(changed.id)), eq(a.entity, changed.entity)))
    .orderBy(desc(a.audit_id))
    .limit(1);
  const writtenAt = last && (await findWrittenAt(handle, changed));
  return last && (writtenAt === null || writtenAt === last.at) ? last : null;
}

/** Returns when an object was last written; null if only staff change objects of this kind. */
async function findWrittenAt({ db, t }: Handle, { entity, id }: Changed): Promise<number | null> {
  const places = {
    campaign: [t.campaigns, t.campaigns.campaign_id],
    code: [t.codes, t.codes.code_id],
    creator: [t.creators, t.creators.creator_id],
    settings: [t.organisation, t.organisation.organisation_id],
    webhook: [t.webhooks, t.webhooks.webhook_id],
  } as const;
  if (!(entity in places)) return null;
  const [table, column] = places[entity as keyof typeof places];
  const [row] = await db.select({ updated_at: table.updated_at }).from(table).where(eq(column, id));
  return row?.updated_at ?? null;
}
