import { AppError } from '../../../contract/refusals.ts';
import type { Database, Handle } from '../../../db/database.ts';
import { youngFrom } from '../../../domain/payouts/statement-amounts.ts';
import { compareMinor } from '../../../lib/money.ts';
import { getOrganisation, type Organisation } from '../../settings/settings-store.ts';
import { openLedger } from '../ledger/ledger.ts';
import { currentReach, findCampaignPeriod } from '../ledger/reach-store.ts';
import type { Scope } from '../ledger/read-books.ts';
import { type SettledCreator, settleCreators } from '../statements/settle-creators.ts';
import type { PayoutFailure } from '../statements/statements-store.ts';
import { findLastRun } from './runs-store.ts';
import { addToTotals, NO_TOTALS, type RunTotals, totalsOf } from './totals-rules.ts';

export interface DryRun {
  currency: string;
  digits: number;
  totals: RunTotals;
  lastRun: { runId: number; totals: RunTotals } | null;
  statements: SettledCreator[];
  leftOff: number;
  failures: PayoutFailure[];
}

const MOST_SHOWN = 200;

/** Computes a payout run without storing it. Payments that arrive during the computation may or may not be included. */
export async function dryRun(db: Database, campaignId: number | null, now: number): Promise<DryRun> {
  const { scope, currency, lastRun } = await readScope(db, campaignId, now);
  const totals = { ...NO_TOTALS };
  let shown: SettledCreator[] = [];
  let creators = 0;
  const ledger = openLedger(db, null, scope.youngFrom);
  const failures: PayoutFailure[] = [];
  const pageAfter = (last: string | null) => settleCreators(db, scope, ledger, last);
  try {
    for (let page = await pageAfter(null); page.last !== null; page = await pageAfter(page.last)) {
      creators += page.creators.length;
      failures.push(...page.failures);
      for (const { statement } of page.creators) addToTotals(totals, statement);
      shown = [...shown, ...page.creators]
        .sort((a, b) => compareMinor(b.statement.payable, a.statement.payable))
        .slice(0, MOST_SHOWN);
    }
  } finally {
    await ledger.close();
  }
  const leftOff = creators - shown.length;
  return { currency, digits: scope.digits, totals, lastRun, statements: shown, leftOff, failures };
}

const readScope = (db: Database, campaignId: number | null, now: number) =>
  db.read(async (handle) => {
    if (campaignId !== null && !(await findCampaignPeriod(handle, campaignId))) throw new AppError('not_found');
    const organisation = await getOrganisation(handle);
    const last = await findLastRun(handle, campaignId);
    const totals = last && totalsOf(last.totals);
    const scope = await currentScope(handle, organisation, campaignId, now);
    return { scope, currency: organisation.currency, lastRun: last && totals ? { runId: last.run_id, totals } : null };
  });

/** Returns what a payout run would include if it started now. */
export async function currentScope(
  handle: Handle,
  { currency_digits: digits, minimum_payout, hold_days }: Organisation,
  campaignId: number | null,
  now: number,
): Promise<Scope> {
  return {
    reach: await currentReach(handle, campaignId),
    everyCampaign: campaignId === null,
    digits,
    minimum: minimum_payout,
    youngFrom: youngFrom(now, hold_days),
  };
}
