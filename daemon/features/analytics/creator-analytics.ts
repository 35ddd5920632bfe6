import type { Handle } from '../../db/database.ts';
import { jsonAmount } from '../../lib/money.ts';
import { type FigureRow, getTerms, listCreatorFigures, listCreatorsCodes, type Slice } from './analytics-store.ts';
import { commissionOf, parseTerms, percentOf, type Terms } from './commission-rules.ts';

const NO_TERMS: Terms = { kind: 'tiers', tiers: [] };

/** One row per code of the creator; an unknown creator has no rows. */
export async function creatorAnalytics(handle: Handle, creatorId: string, { campaignId, limit, offset }: Slice) {
  const [codes, figures, known] = await Promise.all([
    listCreatorsCodes(handle, creatorId),
    listCreatorFigures(handle, creatorId),
    getTerms(handle, creatorId),
  ]);
  const { digits } = known.organisation;
  const terms = new Map(known.terms.map((row) => [row.terms_id, parseTerms(row.kind, row.content)]));
  const campaignTerms = new Map(known.campaigns.map((row) => [row.campaign_id, row.terms_id]));
  const byCode = new Map<number, FigureRow[]>();
  for (const figure of figures) byCode.set(figure.code_id, [...(byCode.get(figure.code_id) ?? []), figure]);
  const revenueOf = (codeId: number) =>
    (byCode.get(codeId) ?? []).reduce((sum, figure) => sum + BigInt(figure.revenue), 0n);
  const campaignRevenue = new Map<number, bigint>();
  for (const { campaign_id, code_id } of codes)
    campaignRevenue.set(campaign_id, (campaignRevenue.get(campaign_id) ?? 0n) + revenueOf(code_id));

  const wanted = codes.filter((code) => campaignId === undefined || code.campaign_id === campaignId);
  const page = limit === undefined ? wanted : wanted.slice(offset, offset + limit);
  return page.map(({ code_id, campaign_id, code }) => {
    const rows = byCode.get(code_id) ?? [];
    const creatorRevenue = campaignRevenue.get(campaign_id) ?? 0n;
    const inForce =
      terms.get(known.creator?.terms_id ?? campaignTerms.get(campaign_id) ?? known.organisation.terms_id) ?? NO_TERMS;
    const parts = rows.map((row) => ({ terms: terms.get(row.terms_id) ?? NO_TERMS, revenue: BigInt(row.revenue) }));
    return {
      campaign_id,
      code,
      code_type: 'referral' as const,
      number_of_claims: rows.reduce((sum, row) => sum + Number(row.claims), 0),
      total_revenue: jsonAmount(revenueOf(code_id), digits),
      commission_tier: percentOf(inForce, creatorRevenue, digits),
      expected_payout: jsonAmount(commissionOf(parts, creatorRevenue, digits), digits),
    };
  });
}
