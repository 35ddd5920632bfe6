import { inArray } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { oneOf } from '../../db/query/one-of.ts';
import type { AuditObject } from './audit-objects-rules.ts';

/** Returns what an object is called now; null if it has no name or is gone. */
export type NameOf = (object: AuditObject) => string | null;

/** One statement for each kind of object among them. */
export async function findNames(handle: Handle, objects: readonly AuditObject[]): Promise<NameOf> {
  const names = new Map<string, string | null>();
  for (const [entity, lookUp] of Object.entries(LOOK_UPS)) {
    const ids = new Set(objects.filter((object) => object.entity === entity).map(({ id }) => id));
    if (ids.size === 0) continue;
    for (const { id, name } of await lookUp(handle, [...ids])) names.set(`${entity} ${id}`, name);
  }
  return ({ entity, id }) => names.get(`${entity} ${id}`) || null;
}

type LookUp = (handle: Handle, ids: readonly string[]) => Promise<{ id: number | string; name: string | null }[]>;

const numbers = (ids: readonly string[]) => ids.map(Number).filter(Number.isSafeInteger);

const codes: LookUp = (handle, ids) => {
  const { codes: c } = handle.t;
  return handle.db
    .select({ id: c.code_id, name: c.code })
    .from(c)
    .where(oneOf(handle, c.code_id, numbers(ids)));
};
const batches: LookUp = (handle, ids) => {
  const { bulk_jobs: j } = handle.t;
  return handle.db
    .select({ id: j.job_id, name: j.name })
    .from(j)
    .where(oneOf(handle, j.job_id, numbers(ids)));
};

const LOOK_UPS: Record<string, LookUp> = {
  code: codes,
  creator_code: codes,
  batch: batches,
  bulk_job: batches,
  campaign: (handle, ids) => {
    const { campaigns: c } = handle.t;
    return handle.db
      .select({ id: c.campaign_id, name: c.name })
      .from(c)
      .where(oneOf(handle, c.campaign_id, numbers(ids)));
  },
  creator: ({ db, t: { creators: c } }, ids) =>
    db
      .select({ id: c.creator_id, name: c.display_name })
      .from(c)
      .where(inArray(c.creator_id, [...ids])),
  staff: (handle, ids) => {
    const { staff: s } = handle.t;
    return handle.db
      .select({ id: s.staff_id, name: s.name })
      .from(s)
      .where(oneOf(handle, s.staff_id, numbers(ids)));
  },
  api_key: (handle, ids) => {
    const { api_keys: k } = handle.t;
    return handle.db
      .select({ id: k.key_id, name: k.name })
      .from(k)
      .where(oneOf(handle, k.key_id, numbers(ids)));
  },
  webhook: (handle, ids) => {
    const { webhooks: w } = handle.t;
    return handle.db
      .select({ id: w.webhook_id, name: w.url })
      .from(w)
      .where(oneOf(handle, w.webhook_id, numbers(ids)));
  },
};
