import type { WebhookData } from '../../contract/webhook-events.ts';
import { commissionOf, nextTierOf, percentOf, type Terms } from '../../domain/commission.ts';
import { DAY_MS, isoInstant } from '../../lib/clock.ts';
import { formatAmount } from '../../lib/money.ts';

export type DailyResult = WebhookData<'creator.daily_result'>;

/** One campaign of a creator, with the figures of the creator's codes in it. Money is in minor units. */
export interface CampaignFigures {
  campaign_id: number;
  name: string;
  /** When the campaign ended or was archived, whichever was earlier. */
  end: number;
  /** True if players could redeem codes in the campaign at some time during the day. */
  ran: boolean;
  /** True if at least one of the creator's codes in the campaign is approved. */
  approved: boolean;
  inForce: Terms;
  day: Figures;
  soFar: Figures & { parts: { terms: Terms; revenue: bigint }[] };
}
export interface Figures {
  claims: number;
  payments: number;
  revenue: bigint;
}
export interface ResultOf {
  creator_id: string;
  display_name: string | null;
  date: string;
  time_zone: string;
  currency: string;
  digits: number;
  now: number;
  campaigns: readonly CampaignFigures[];
}

/**
 * Returns a creator's result for a day, for the campaigns in which one of the creator's codes is approved; null if none
 * of them was active or had any results that day.
 */
export function dailyResultOf({ campaigns, currency, digits, now, ...who }: ResultOf): DailyResult | null {
  const included = campaigns.filter(({ approved, ran, day }) => approved && (ran || isSomething(day)));
  if (included.length === 0) return null;
  const money = (minor: bigint) => ({ amount: formatAmount(minor, digits), currency });
  const figures = ({ claims, payments, revenue }: Figures) => ({ claims, payments, revenue: money(revenue) });
  const owed = ({ soFar }: CampaignFigures) => commissionOf(soFar.parts, soFar.revenue, digits);
  const sum = (side: 'day' | 'soFar') => figures(included.map((campaign) => campaign[side]).reduce(add, NOTHING));
  return {
    ...who,
    day: sum('day'),
    so_far: { ...sum('soFar'), expected_payout: money(included.reduce((total, one) => total + owed(one), 0n)) },
    campaigns: included.map((campaign) => {
      const { campaign_id, name, end, inForce, day, soFar } = campaign;
      const next = now < end ? nextTierOf(inForce, soFar.revenue, digits) : null;
      return {
        campaign_id,
        name,
        ends_at: isoInstant(end),
        day: figures(day),
        so_far: { ...figures(soFar), expected_payout: money(owed(campaign)) },
        commission_tier: percentOf(inForce, soFar.revenue, digits),
        next_tier: next && { percent: next.percent, missing_revenue: money(next.missing) },
      };
    }),
  };
}

const NOTHING: Figures = { claims: 0, payments: 0, revenue: 0n };
const add = (a: Figures, b: Figures): Figures => ({
  claims: a.claims + b.claims,
  payments: a.payments + b.payments,
  revenue: a.revenue + b.revenue,
});
const isSomething = ({ claims, payments, revenue }: Figures) => claims !== 0 || payments !== 0 || revenue !== 0n;

const MAIL_DAYS = 3;

/**
 * Checks whether to email a result. After a long downtime, webhook endpoints receive every day's results, but creators
 * do not receive emails about results that are more than three days late.
 */
export const isWorthMailing = (date: string, now: number) => now < Date.parse(date) + (MAIL_DAYS + 2) * DAY_MS;
