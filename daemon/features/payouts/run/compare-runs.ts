import { fieldFault } from '../../../contract/field-faults.ts';
import { AppError } from '../../../contract/refusals.ts';
import type { Database, Handle } from '../../../db/database.ts';
import { type Page, type PageQuery, pageOf } from '../../../db/query/listing.ts';
import { type DifferenceFilter, listDifferenceRows, sumDifferences } from '../statements/difference-store.ts';
import { getReadyRun } from './ready-run.ts';
import { findComparedRun, type RunRow } from './runs-store.ts';

export type DifferenceRow = Awaited<ReturnType<typeof listDifferenceRows>>['rows'][number];
export interface RunDifference {
  run: RunRow;
  to: RunRow | null;
  sums: Awaited<ReturnType<typeof sumDifferences>>;
  page: Page<DifferenceRow>;
}

/** Compares the payable amounts of each creator in a payout run and in an earlier run. */
export const compareRuns = (
  db: Database,
  runId: number,
  { to: toId, ...query }: PageQuery & DifferenceFilter & { to?: number | undefined },
): Promise<RunDifference> =>
  db.read(async (handle) => {
    const run = await getReadyRun(handle, runId);
    const to = toId === undefined ? await findComparedRun(handle, run) : await getEarlier(handle, run, toId);
    const compared = { now: run.run_id, before: to?.run_id ?? null };
    const { rows, total } = await listDifferenceRows(handle, compared, query);
    return { run, to, sums: await sumDifferences(handle, compared), page: pageOf(query, rows, total) };
  });

async function getEarlier(handle: Handle, run: RunRow, toId: number): Promise<RunRow> {
  const to = await getReadyRun(handle, toId);
  if (to.run_id < run.run_id) return to;
  throw new AppError({ code: 'invalid_request', errors: [fieldFault('#/query', ['to'], 'not_an_earlier_run')] });
}
