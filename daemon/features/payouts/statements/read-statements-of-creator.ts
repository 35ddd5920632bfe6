import { AppError } from '../../../contract/refusals.ts';
import type { Database } from '../../../db/database.ts';
import { type PageQuery, pageOf } from '../../../db/query/listing.ts';
import { findCreator } from '../../creators/creators-store.ts';
import { listOwnIds } from '../../creators/merges-store.ts';
import { listStatementsOf } from './creator-statements-store.ts';

/** Lists the statements of a creator, and of creators who were merged into them. */
export const readStatementsOfCreator = (db: Database, creatorId: string, query: PageQuery) =>
  db.read(async (handle) => {
    if (!(await findCreator(handle, creatorId))) throw new AppError('not_found');
    const { rows, total } = await listStatementsOf(handle, await listOwnIds(handle, creatorId), query);
    return pageOf(query, rows, total);
  });

export type StatementOfCreator = Awaited<ReturnType<typeof readStatementsOfCreator>>['data'][number];
