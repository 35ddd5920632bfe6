import type { Database } from '../../../db/database.ts';
import type { PageQuery } from '../../../db/query/listing.ts';
import { statementPages } from '../files/csv-file.ts';
import { addToParts, noParts, type Parts } from '../files/reconciliation-rules.ts';
import { countLines, type StatementRow } from '../statements/statements-store.ts';
import { getReadyRun } from './ready-run.ts';
import type { RunRow } from './runs-store.ts';

export interface Reconciliation {
  run: RunRow;
  parts: Parts<StatementRow>;
  /** The number of rows in the `lines` CSV. */
  lines: number;
}

/**
 * Returns the amounts that a payout run pays, grouped by how they are paid. It reads a snapshot, so the amounts add up
 * to the run's payable amount even while a statement is being removed from a draft.
 */
export const reconcileRun = (db: Database, runId: number, { page, page_size }: PageQuery): Promise<Reconciliation> =>
  db.readSnapshot(async (handle) => {
    const run = await getReadyRun(handle, runId);
    const parts = noParts<StatementRow>();
    const shown = { from: (page - 1) * page_size, to: page * page_size };
    for await (const statements of statementPages({ read: (fn) => fn(handle) }, run))
      for (const statement of statements) addToParts(parts, statement, shown);
    return { run, parts, lines: await countLines(handle, runId) };
  });
