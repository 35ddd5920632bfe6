import { AppError } from '../../../contract/refusals.ts';
import type { Database } from '../../../db/database.ts';
import { type PageQuery, pageOf } from '../../../db/query/listing.ts';
import { listOwnIds } from '../../creators/merges-store.ts';
import { findOwnStatement, listOwnStatementRows } from './own-statements-store.ts';
import { listLinesOf } from './statements-store.ts';

/** Lists the statements of a creator, and of creators who were merged into them, in runs that have been approved. */
export const readOwnStatements = (db: Database, creatorId: string, query: PageQuery) =>
  db.read(async (handle) => {
    const { rows, total } = await listOwnStatementRows(handle, await listOwnIds(handle, creatorId), query);
    return pageOf(query, rows, total);
  });

/**
 * Lists the lines of a statement that the creator may see.
 * @throws `not_found` for another creator's statement
 */
export const readOwnLines = (
  db: Database,
  { creatorId, statementId }: { creatorId: string; statementId: number },
  query: PageQuery,
) =>
  db.read(async (handle) => {
    const run = await findOwnStatement(handle, await listOwnIds(handle, creatorId), statementId);
    if (!run) throw new AppError('not_found');
    const lines = await listLinesOf(handle, [statementId]);
    const start = (query.page - 1) * query.page_size;
    return { run, page: pageOf(query, lines.slice(start, start + query.page_size), lines.length) };
  });
