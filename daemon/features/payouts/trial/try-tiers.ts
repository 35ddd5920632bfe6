import { fieldFault } from '../../../contract/field-faults.ts';
import { AppError } from '../../../contract/refusals.ts';
import type { Database } from '../../../db/database.ts';
import { type Page, pageOf } from '../../../db/query/listing.ts';
import { DAY_MS } from '../../../lib/clock.ts';
import { compareMinor, type Minor } from '../../../lib/money.ts';
import { type Pace, paceAfter } from '../../../lib/pace.ts';
import { findCampaign } from '../../campaigns/campaigns-store.ts';
import { getOrganisation } from '../../settings/settings-store.ts';
import { type CommissionTier, parseTiers } from '../../settings/terms-store.ts';
import { listPayees, readTerms } from '../statements/payees-store.ts';
import { decideTrial, type Earned } from './trial-rules.ts';
import { sumTrialLedger, type TrialScope } from './trial-store.ts';

export interface TrialRequest {
  campaign_id: number;
  /** If absent, the stored terms apply. */
  tiers?: CommissionTier[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
  page: number;
  page_size: number;
}

interface TriedCreator extends Earned {
  creatorId: string;
  name: string | null;
}
export interface TiersTrial extends TrialScope {
  campaignName: string;
  tiersInForce: CommissionTier[];
  currency: string;
  currency_digits: number;
  totals: Earned;
  page: Page<TriedCreator>;
}

const DEFAULT_DAYS = 90;
/** The number of creators in each step. It starts small, because one creator can have millions of accruals. */
const FIRST_STEP: Pace = { size: 1, least: 1, most: 500 };
/**
 * Steps may take 20 times as long as the steps of jobs, about 1 s, because each step may read most pages of the table.
 */
const TIMES_LONGER = 20;

/**
 * Computes what the creators in a campaign earned in a period, and what they would have earned with other tiers. It
 * reads the ledger in short steps. Payments that arrive between the steps may or may not be included.
 */
export async function tryTiers(db: Database, request: TrialRequest, now: number): Promise<TiersTrial> {
  const scope = scopeOf(request, now);
  const { campaign, organisation } = await db.read(async (handle) => ({
    campaign: await findCampaign(handle, scope.campaignId),
    organisation: await getOrganisation(handle),
  }));
  if (!campaign) throw new AppError('not_found');
  const { currency, currency_digits } = organisation;
  const totals: Earned = { revenue: 0n, commission: 0n, trial: 0n };
  const creators: TriedCreator[] = [];
  const terms = { tiers: request.tiers ?? null, digits: currency_digits };
  for await (const earned of earnedOf(db, scope, terms)) {
    creators.push(earned);
    totals.revenue += earned.revenue;
    totals.commission += earned.commission;
    totals.trial += earned.trial;
  }
  creators.sort(byDifference);
  const { page, page_size } = request;
  const shown = creators.slice((page - 1) * page_size, page * page_size);
  return {
    ...scope,
    campaignName: campaign.name,
    tiersInForce: parseTiers(campaign.tiers ?? organisation.tiers),
    ...{ currency, currency_digits, totals },
    page: pageOf(request, shown, creators.length),
  };
}

function scopeOf({ campaign_id: campaignId, ...period }: TrialRequest, now: number): TrialScope {
  const to = period.to ?? now;
  const from = period.from ?? to - DEFAULT_DAYS * DAY_MS;
  if (from < to) return { campaignId, from, to };
  throw new AppError({ code: 'invalid_request', errors: [fieldFault('', ['from'], 'not_before_to')] });
}

/** Yields the creators with accruals in the period, in ID order. */
async function* earnedOf(db: Database, scope: TrialScope, terms: { tiers: CommissionTier[] | null; digits: number }) {
  let after: string | null = null;
  for (let pace = FIRST_STEP; ; ) {
    const startedAt = performance.now();
    const step = await readStep(db, scope, after, pace.size);
    if (!step) return;
    pace = paceAfter(pace, (performance.now() - startedAt) / TIMES_LONGER);
    for (const { creator_id: creatorId, display_name: name } of step.payees) {
      const sums = step.sums.get(creatorId) ?? [];
      if (sums.some(({ entries }) => entries > 0))
        yield { creatorId, name, ...decideTrial(sums, { ...terms, termsOf: step.termsOf }) };
    }
    after = step.last;
  }
}

/** Reads a snapshot, which has no time limit: a creator's accruals cannot be read in parts, however many there are. */
const readStep = (db: Database, scope: TrialScope, after: string | null, size: number) =>
  db.readSnapshot(async (handle) => {
    const payees = await listPayees(handle, after, size);
    const last = payees.at(-1)?.creator_id;
    if (last === undefined) return null;
    const sums = await sumTrialLedger(handle, scope, after, last);
    const termsIds = new Set([...sums.values()].flatMap((rows) => rows.map(({ termsId }) => termsId)));
    return { payees, last, sums, termsOf: await readTerms(handle, [...termsIds]) };
  });

const size = (amount: Minor) => (amount < 0n ? -amount : amount);

/** Sorts the largest difference first, then the largest commission. */
const byDifference = (a: TriedCreator, b: TriedCreator) =>
  compareMinor(size(b.trial - b.commission), size(a.trial - a.commission)) ||
  compareMinor(b.commission, a.commission) ||
  (a.creatorId < b.creatorId ? -1 : 1);
