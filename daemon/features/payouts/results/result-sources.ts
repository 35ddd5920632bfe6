import { AppError } from '../../../contract/refusals.ts';
import type { Database } from '../../../db/database.ts';
import { recordAudit } from '../../audit/audit-store.ts';
import { deleteSource, listSources, type SourceRow } from './result-sources-store.ts';

export const listResultSources = (db: Database): Promise<SourceRow[]> => db.read(listSources);

export const deleteResultSource = (db: Database, sourceId: number, staffId: number, now: number): Promise<SourceRow> =>
  db.write(async (handle) => {
    const source = await deleteSource(handle, sourceId);
    if (!source) throw new AppError('not_found');
    const entry = { staffId, action: 'payout_result_source.delete', entity: 'payout_result_source' };
    const before = { name: source.name, ...JSON.parse(source.mapping) };
    await recordAudit(handle, { ...entry, entityId: sourceId, before, after: null }, now);
    return source;
  });
