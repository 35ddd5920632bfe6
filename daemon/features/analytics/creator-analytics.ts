import type { Handle } from '../../db/database.ts';
import { jsonAmount } from '../../lib/money.ts';
import { getTerms, listCreatorFigures, listCreatorsCodes, type Slice } from './analytics-store.ts';
import { earningsOf } from './earnings-rules.ts';

/** Returns one row for each of the creator's codes; none for an unknown creator. */
export async function creatorAnalytics(handle: Handle, creatorId: string, { campaignId, limit, offset }: Slice) {
  const [codes, figures, known] = await Promise.all([
    listCreatorsCodes(handle, creatorId),
    listCreatorFigures(handle, creatorId),
    getTerms(handle, creatorId),
  ]);
  const { digits } = known.organisation;
  const earned = earningsOf(codes, figures, known).codes;
  const wanted = earned.filter((code) => campaignId === undefined || code.campaign_id === campaignId);
  const page = limit === undefined ? wanted : wanted.slice(offset, offset + limit);
  return page.map(({ campaign_id, code, claims, revenue, tier, commission }) => ({
    campaign_id,
    code,
    code_type: 'referral' as const,
    number_of_claims: claims,
    total_revenue: jsonAmount(revenue, digits),
    commission_tier: tier,
    expected_payout: jsonAmount(commission, digits),
  }));
}
