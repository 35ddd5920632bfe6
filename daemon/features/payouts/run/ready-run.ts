import { AppError } from '../../../contract/refusals.ts';
import type { Handle } from '../../../db/database.ts';
import { findRun, type RunRow } from './runs-store.ts';
import { totalsOf } from './totals-rules.ts';

/** Returns a payout run that has been prepared, whatever its current status. Its statements and files exist. */
export async function getReadyRun(handle: Handle, runId: number): Promise<RunRow> {
  const run = await findRun(handle, runId);
  if (!run) throw new AppError('not_found');
  if (run.status === 'preparing') throw new AppError('run_preparing');
  if (!totalsOf(run.totals))
    throw new AppError({ code: 'not_found', detail: 'This run was voided before it was ready, so it has no files.' });
  return run;
}
