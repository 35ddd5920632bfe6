import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { youngFrom } from '../../../domain/payouts/statement-amounts.ts';
import { Unavailable } from '../../../lib/unavailable.ts';
import { hashCsvs } from '../files/csv-file.ts';
import { CSV_FORMAT } from '../files/payout-csv-rules.ts';
import { openLedger } from '../ledger/ledger.ts';
import { getReach } from '../ledger/reach-store.ts';
import type { Scope } from '../ledger/read-books.ts';
import { failureOf, type SettledPage, settleCreators } from '../statements/settle-creators.ts';
import { insertFailures, insertStatements, sumStatements } from '../statements/statements-store.ts';
import { announceRun } from './announce-run.ts';
import { advanceRun, findPreparing, findRun, type RunRow } from './runs-store.ts';
import { type Month, type RunRequest, startRun } from './start-run.ts';

/**
 * Prepares the payout run of a month. If the run exists, it is continued, or returned unchanged if it is complete.
 * @param signal stops the preparation after the current step; a later call continues it
 * @returns the payout run's ID, once it is a draft
 */
export const prepareMonthlyRun = (db: Database, month: Month, now: number, signal?: AbortSignal): Promise<number> =>
  prepareRun(db, { kind: 'monthly', month }, now, signal);

/**
 * Prepares the payout run of a campaign that has ended. If the campaign ends again at another time, it gets another
 * run.
 */
export const prepareCampaignEndRun = (
  db: Database,
  campaignId: number,
  now: number,
  signal?: AbortSignal,
): Promise<number> => prepareRun(db, { kind: 'campaign_end', campaignId }, now, signal);

/** Starts or continues a payout run. If another run is being prepared, that run is finished first. */
export async function prepareRun(
  db: Database,
  request: RunRequest,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  for (;;) {
    signal?.throwIfAborted();
    const started = await startRun(db, request, now);
    if ('runId' in started) {
      await finishRun(db, started.runId, now, signal);
      return started.runId;
    }
    await finishRun(db, started.wait, now, signal);
  }
}

/**
 * Continues a payout run that is only partly prepared.
 * @returns whether there was one
 */
export async function resumeRun(db: Database, now: number, signal?: AbortSignal): Promise<boolean> {
  const run = await db.read(findPreparing);
  if (!run) return false;
  await finishRun(db, run.run_id, now, signal);
  return true;
}

/** The payout runs that this process is preparing. Further callers wait for the first caller's work. */
const inProgress = new WeakMap<Database, Map<number, Promise<void>>>();

async function finishRun(db: Database, runId: number, now: number, signal?: AbortSignal): Promise<void> {
  const own = inProgress.get(db) ?? new Map<number, Promise<void>>();
  inProgress.set(db, own);
  while (await isPreparing(db, runId)) {
    signal?.throwIfAborted();
    const other = own.get(runId);
    // If the other caller's work fails, only the other caller receives the error.
    if (other) await endOf(other, signal);
    else {
      const work = continueRun(db, runId, { now, signal }).finally(() => own.delete(runId));
      own.set(runId, work);
      // After an abort, the loop checks once more, because another daemon may have finished the payout run.
      await work.catch((error) => {
        if (!signal?.aborted) throw error;
      });
    }
  }
}

/** Waits for another caller's work. An abort ends only the wait, not the work, which has its own signal. */
async function endOf(work: Promise<void>, signal?: AbortSignal): Promise<void> {
  const waits = new AbortController();
  const raised = new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { signal: waits.signal });
  });
  await Promise.race([work.catch(() => {}), raised]);
  waits.abort();
}

const isPreparing = async (db: Database, runId: number) =>
  (await db.read((handle) => findRun(handle, runId)))?.status === 'preparing';

/**
 * Performs one step of preparing a payout run, see `continueRun`.
 * @returns whether there was anything to do
 */
export async function stepRun(db: Database, runId: number, now: number): Promise<boolean> {
  if (!(await isPreparing(db, runId))) return false;
  await continueRun(db, runId, { now, steps: 1 });
  return true;
}

interface Going {
  now: number;
  signal?: AbortSignal | undefined;
  steps?: number;
}

/**
 * Prepares a payout run in steps. Each step writes some creators' statements and its progress in one transaction, while
 * the figures of the next creators are read. The last step writes the totals and the hashes of the CSVs. Several
 * daemons can prepare a run at the same time; each step is written only once.
 */
async function continueRun(db: Database, runId: number, { now, signal, steps = Number.POSITIVE_INFINITY }: Going) {
  const [run, reach] = await db.read(async (handle) => [await findRun(handle, runId), await getReach(handle, runId)]);
  if (run?.status !== 'preparing') return;
  const scope = scopeOf(run, reach);
  const ledger = openLedger(db, run.prepared_to, scope.youngFrom);
  const pageAfter = (last: string | null) => settleCreators(db, scope, ledger, last);
  try {
    let at = run;
    let page = await pageAfter(at.prepared_to);
    for (let step = 0; step < steps; step += 1) {
      signal?.throwIfAborted();
      if (page.last === null) return await closeRun(db, at, now);
      const [isOurs, next] = await Promise.all([savePage(db, at, page), pageAfter(page.last)]);
      if (!isOurs) return await waitForOtherDaemon(db, runId, signal);
      at = { ...at, prepared_to: page.last };
      page = next;
    }
  } finally {
    await ledger.close();
  }
}

const ASIDE_MS = 200;

/** Waits while another daemon makes progress with the payout run, because doing the work twice would not be faster. */
async function waitForOtherDaemon(db: Database, runId: number, signal: AbortSignal | undefined): Promise<void> {
  for (let before: string | null | undefined; !signal?.aborted; ) {
    const run = await db.read((handle) => findRun(handle, runId));
    if (run?.status !== 'preparing' || run.prepared_to === before) return;
    before = run.prepared_to;
    await sleep(ASIDE_MS);
  }
}

/**
 * Writes the statements of the page's creators together or, if that fails, one by one.
 * @returns false if another daemon was faster
 */
async function savePage(db: Database, run: RunRow, page: SettledPage): Promise<boolean> {
  try {
    return await writePage(db, run, page);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
  }
  let at = run;
  for (const one of page.creators) {
    const { creator_id } = one.statement;
    const alone = { creators: [one], failures: [], last: creator_id };
    const instead = (error: unknown) => ({
      creators: [],
      failures: [failureOf(one.statement, error)],
      last: creator_id,
    });
    const from = at;
    if (!(await writePage(db, from, alone).catch((error) => writePage(db, from, instead(error))))) return false;
    at = { ...at, prepared_to: creator_id };
  }
  return await writePage(db, at, { creators: [], failures: page.failures, last: page.last });
}

const writePage = (db: Database, run: RunRow, { creators, failures, last }: SettledPage): Promise<boolean> =>
  db.write(async (handle) => {
    if (!(await advanceRun(handle, run, { prepared_to: last }))) return false;
    const { run_id } = run;
    const made = creators.map(({ statement, lines }) => ({ statement: { ...statement, run_id }, lines }));
    await insertStatements(handle, made);
    await insertFailures(handle, run_id, failures);
    return true;
  });

const scopeOf = (run: RunRow, reach: Scope['reach']): Scope => ({
  reach,
  everyCampaign: run.campaign_id === null,
  digits: run.currency_digits,
  minimum: run.minimum_payout,
  youngFrom: youngFrom(run.prepared_at, run.hold_days),
});

/** Sums the statements of a payout run, hashes its files and changes its status to draft. */
export async function closeRun(db: Database, run: RunRow, now: number): Promise<void> {
  const totals = JSON.stringify(await db.read((handle) => sumStatements(handle, run.run_id)));
  const csv_hashes = JSON.stringify(await hashCsvs(db, run));
  const closed = { status: 'draft', totals, csv_hashes, csv_format: CSV_FORMAT } as const;
  await db.write(async (handle) => {
    if (await advanceRun(handle, run, closed)) await announceRun(handle, 'payout.prepared', { ...run, ...closed }, now);
  });
}
