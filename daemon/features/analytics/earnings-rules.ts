import { commissionOf, nextTierOf, parseTerms, percentOf, type Terms } from '../../domain/commission.ts';
import { groupBy } from '../../lib/group-by.ts';

interface CodeOf {
  code_id: number;
  campaign_id: number;
}
interface Figure {
  code_id: number;
  terms_id: number;
  claims: string;
  revenue: string;
}
export interface KnownTerms {
  organisation: { terms_id: number; digits: number };
  creator: { terms_id: number | null } | undefined;
  campaigns: { campaign_id: number; terms_id: number | null }[];
  terms: { terms_id: number; kind: string; content: string }[];
}
export interface Earnings {
  claims: number;
  /** In minor units. */
  revenue: bigint;
  /** The percentage in force. */
  tier: number;
  /** Commission so far, in minor units. */
  commission: bigint;
  /** The next tier, and the revenue still needed to reach it, in minor units; null on the last tier. */
  next: { percent: number; missing: bigint } | null;
}

const NO_TERMS: Terms = { kind: 'tiers', tiers: [] };

/** Computes what each of a creator's codes has earned, and the total commission, which is rounded once per campaign. */
export function earningsOf<C extends CodeOf>(codes: readonly C[], figures: readonly Figure[], known: KnownTerms) {
  const { digits } = known.organisation;
  const terms = new Map(known.terms.map((row) => [row.terms_id, parseTerms(row.kind, row.content)]));
  const campaignTerms = new Map(known.campaigns.map((row) => [row.campaign_id, row.terms_id]));
  const byCode = groupBy(figures, (figure) => figure.code_id);
  const rowsOf = (some: readonly CodeOf[]) => some.flatMap(({ code_id }) => byCode.get(code_id) ?? []);
  const partsOf = (rows: readonly Figure[]) =>
    rows.map((row) => ({ terms: terms.get(row.terms_id) ?? NO_TERMS, revenue: BigInt(row.revenue) }));
  const campaigns = groupBy(codes, (code) => code.campaign_id);
  const revenueIn = new Map([...campaigns].map(([id, some]) => [id, sumOf(rowsOf(some))]));
  const inForce = (campaignId: number) =>
    terms.get(known.creator?.terms_id ?? campaignTerms.get(campaignId) ?? known.organisation.terms_id) ?? NO_TERMS;
  const ofCode = (code: C): C & Earnings => {
    const rows = rowsOf([code]);
    const inCampaign = revenueIn.get(code.campaign_id) ?? 0n;
    return {
      ...code,
      claims: rows.reduce((sum, row) => sum + Number(row.claims), 0),
      revenue: sumOf(rows),
      tier: percentOf(inForce(code.campaign_id), inCampaign, digits),
      commission: commissionOf(partsOf(rows), inCampaign, digits),
      next: nextTierOf(inForce(code.campaign_id), inCampaign, digits),
    };
  };
  const commission = [...campaigns].reduce(
    (sum, [id, some]) => sum + commissionOf(partsOf(rowsOf(some)), revenueIn.get(id) ?? 0n, digits),
    0n,
  );
  return { codes: codes.map(ofCode), commission };
}

const sumOf = (rows: readonly Figure[]) => rows.reduce((sum, { revenue }) => sum + BigInt(revenue), 0n);
