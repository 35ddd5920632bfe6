import { inArray } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../../db/database.ts';
import { oneOf } from '../../db/query/one-of.ts';
import type { AuditObject } from './audit-objects-rules.ts';

/** Returns the current name of an object; null if it has no name or no longer exists. */
export type NameOf = (object: AuditObject) => string | null;

/** Finds current names with one statement per kind of object. */
export async function findNames(handle: Handle, objects: readonly AuditObject[]): Promise<NameOf> {
  const names = new Map<string, string | null>();
  for (const [entity, look] of Object.entries(LOOK_UPS)) {
    const ids = new Set(objects.filter((object) => object.entity === entity).map(({ id }) => id));
    if (ids.size === 0) continue;
    for (const { id, name } of await look(handle, [...ids])) names.set(`${entity} ${id}`, name as string | null);
  }
  return ({ entity, id }) => names.get(`${entity} ${id}`) || null;
}

type LookUp = (handle: Handle, ids: readonly string[]) => PromiseLike<{ id: unknown; name: unknown }[]>;

const numbers = (ids: readonly string[]) => ids.map(Number).filter(Number.isSafeInteger);

const lookUp =
  (columnsOf: (t: Handle['t']) => { id: SQLiteColumn; name: SQLiteColumn }): LookUp =>
  (handle, ids) => {
    const { id, name } = columnsOf(handle.t);
    return handle.db
      .select({ id, name })
      .from(id.table)
      .where(oneOf(handle, id, numbers(ids)));
  };

const codes = lookUp(({ codes: c }) => ({ id: c.code_id, name: c.code }));
const batches = lookUp(({ bulk_jobs: j }) => ({ id: j.job_id, name: j.name }));

const LOOK_UPS: Record<string, LookUp> = {
  code: codes,
  creator_code: codes,
  batch: batches,
  bulk_job: batches,
  campaign: lookUp(({ campaigns: c }) => ({ id: c.campaign_id, name: c.name })),
  creator: ({ db, t: { creators: c } }, ids) =>
    db
      .select({ id: c.creator_id, name: c.display_name })
      .from(c)
      .where(inArray(c.creator_id, [...ids])),
  staff: lookUp(({ staff: s }) => ({ id: s.staff_id, name: s.name })),
  api_key: lookUp(({ api_keys: k }) => ({ id: k.key_id, name: k.name })),
  webhook: lookUp(({ webhooks: w }) => ({ id: w.webhook_id, name: w.url })),
};
