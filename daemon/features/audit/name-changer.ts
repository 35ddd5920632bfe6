import type { Endpoint } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { ChangedBy } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { ORGANISATION_ID } from '../../db/seed.ts';
import { isoInstant } from '../../lib/clock.ts';
import { type Changed, findLastChange } from './last-change-store.ts';

/** Kinds of objects by the name of the path parameter. */
const ENTITIES: Record<string, Changed['entity']> = {
  campaign_id: 'campaign',
  code_id: 'code',
  creator_id: 'creator',
  webhook_id: 'webhook',
  key_id: 'api_key',
  pool_id: 'key_pool',
  staff_id: 'staff',
};

/** Adds the person who last changed the object in the request's path to an `edit_conflict`. */
export const nameChanger = <T>(db: Database, entry: Endpoint, params: unknown, request: Promise<T>): Promise<T> =>
  entry.current ? named(db, entry.path, params, request) : request;

async function named<T>(db: Database, path: string, params: unknown, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof AppError) || error.problem.code !== 'edit_conflict') throw error;
    const { problem } = error;
    throw new AppError({ ...problem, extra: { ...problem.extra, changed_by: await findChanger(db, path, params) } });
  }
}

async function findChanger(db: Database, path: string, params: unknown): Promise<ChangedBy | null> {
  const changed = objectOf(path, params as Record<string, number | string> | undefined);
  const last = changed && (await db.read((handle) => findLastChange(handle, changed)));
  return last && { ...last, at: isoInstant(last.at) };
}

function objectOf(path: string, params: Record<string, number | string> = {}): Changed | null {
  if (path === '/v1/admin/settings') return { entity: 'settings', id: ORGANISATION_ID };
  const [[name = '', id] = []] = Object.entries(params);
  const entity = ENTITIES[name];
  return entity && id !== undefined ? { entity, id } : null;
}
