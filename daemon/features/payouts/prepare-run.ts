import type { Database } from '../../db/database.ts';
import { announceRun } from './announce-run.ts';
import { hashCsvs } from './csv-store.ts';
import { youngFrom } from './payout-rules.ts';
import { getReach } from './reach-store.ts';
import type { Scope } from './read-books.ts';
import { advanceRun, findPreparing, findRun, type RunRow } from './runs-store.ts';
import { settleCreators } from './settle-creators.ts';
import { type Month, type RunWish, startRun } from './start-run.ts';
import { insertStatements, sumStatements } from './statements-store.ts';

/**
 * The run of a month. Asked for again, by whomever, it is gone on with or given as it is.
 * @returns the run's id, once it is a draft
 */
export const prepareMonthlyRun = (db: Database, month: Month, now: number): Promise<number> =>
  prepareRun(db, { kind: 'monthly', month }, now);

/** The run of a campaign that ended; one that ends anew at another time has another. */
export const prepareCampaignEndRun = (db: Database, campaignId: number, now: number): Promise<number> =>
  prepareRun(db, { kind: 'campaign_end', campaignId }, now);

/** Begins a run, or goes on where another left off; a run that is in the way is finished first. */
export async function prepareRun(db: Database, wish: RunWish, now: number): Promise<number> {
  for (;;) {
    const started = await startRun(db, wish, now);
    if ('runId' in started) {
      await finishRun(db, started.runId, now);
      return started.runId;
    }
    await finishRun(db, started.wait, now);
  }
}

/** Goes on with a run that whoever began it left behind. @returns whether there was one */
export async function resumeRun(db: Database, now: number): Promise<boolean> {
  const run = await db.read(findPreparing);
  if (!run) return false;
  await finishRun(db, run.run_id, now);
  return true;
}

async function finishRun(db: Database, runId: number, now: number): Promise<void> {
  while (await stepRun(db, runId, now));
}

/**
 * One step of preparing a run: some creators’ statements, and how far it is, in one transaction; in the end its totals
 * and the hashes of its CSVs. Several may be at it, a step counts once.
 * @returns whether there is more to do
 */
export async function stepRun(db: Database, runId: number, now: number): Promise<boolean> {
  const run = await db.read((handle) => findRun(handle, runId));
  if (run?.status !== 'preparing') return false;
  const page = await db.read(async (handle) => {
    const scope = scopeOf(run, await getReach(handle, runId));
    return settleCreators(handle, scope, run.prepared_to);
  });
  if (page.last === null) {
    await closeRun(db, run, now);
    return true;
  }
  await db.write(async (handle) => {
    if (!(await advanceRun(handle, run, { prepared_to: page.last }))) return;
    const made = page.creators.map(({ statement, lines }) => ({ statement: { ...statement, run_id: runId }, lines }));
    await insertStatements(handle, made);
  });
  return true;
}

const scopeOf = (run: RunRow, reach: Scope['reach']): Scope => ({
  reach,
  everyCampaign: run.campaign_id === null,
  digits: run.currency_digits,
  minimum: BigInt(run.minimum_payout),
  youngFrom: youngFrom(run.prepared_at, run.hold_days),
});

async function closeRun(db: Database, run: RunRow, now: number): Promise<void> {
  const totals = JSON.stringify(await db.read((handle) => sumStatements(handle, run.run_id)));
  const csv_hashes = JSON.stringify(await hashCsvs(db, run));
  const closed = { status: 'draft', totals, csv_hashes } as const;
  await db.write(async (handle) => {
    if (await advanceRun(handle, run, closed)) await announceRun(handle, 'payout.prepared', { ...run, ...closed }, now);
  });
}
