import { normalizeCode } from '../../contract/code-values.ts';
import type { LEAK_SIGN_KINDS } from '../../contract/words.ts';
import type { Minor } from '../../lib/money.ts';

/** The previous day is checked at this hour, before staff start work. */
export const LEAK_SIGNS_HOUR = 4;

/** The number of earlier days with which a day is compared. */
export const DAYS_BEFORE = 28;
/** A code's usual number of claims is known only if its first claim was at least this many days ago. */
const FEWEST_DAYS = 7;
/** Smaller numbers are too common to be signs. */
export const FEWEST = { burst: 30, no_landings: 20, shared: 5, refunds: 5 } as const satisfies Record<
  LeakSignKind,
  number
>;
/** A number of claims or refunds is unusual if it is at least this many times the usual number. */
const FAR_ABOVE = 5;
/** A code is considered to be shared as a link if at least half of its earlier claims had a landing. */
const LINK_SHARE = 0.5;
/** A code shared as a link may have leaked if it has less than this fraction of its usual landings. */
const LEAKED_SHARE = 0.5;

type LeakSignKind = (typeof LEAK_SIGN_KINDS)[number];

export interface LeakSign {
  kind: LeakSignKind;
  measured: number;
  usual: number;
}

/** A code's figures for one day. */
export interface CodeDay {
  claims: number;
  landings: number;
  /** Minus refunds. */
  revenue: Minor;
  refunds: Minor;
}

/** @param before the earlier days, oldest first */
export function burstOf({ claims }: Pick<CodeDay, 'claims'>, before: readonly CodeDay[]): LeakSign | null {
  const first = before.findIndex((day) => day.claims > 0);
  const used = first === -1 ? [] : before.slice(first);
  if (claims < FEWEST.burst || used.length < FEWEST_DAYS) return null;
  const usual = medianOf(used.map((day) => day.claims));
  return claims >= FAR_ABOVE * Math.max(1, usual) ? { kind: 'burst', measured: claims, usual } : null;
}

/** Compares a day's landings with the usual number for that many claims, if the code is shared as a link. */
export function missingLandingsOf(
  { claims, landings }: Pick<CodeDay, 'claims' | 'landings'>,
  before: readonly CodeDay[],
): LeakSign | null {
  const earlier = before.reduce((sum, day) => sum + day.claims, 0);
  const share = before.reduce((sum, day) => sum + day.landings, 0) / earlier;
  if (earlier < FEWEST.no_landings || share < LINK_SHARE) return null;
  const usual = Math.min(1, share) * claims;
  const isSign = usual - landings >= FEWEST.no_landings && landings < LEAKED_SHARE * usual;
  return isSign ? { kind: 'no_landings', measured: claims, usual: landings } : null;
}

interface Refunded {
  /** The number of refunds on this day. */
  count: number;
  /** The code's earlier days, followed by this day. */
  days: readonly CodeDay[];
  /** The sums of the whole campaign over the same days. */
  campaign: { revenue: Minor; refunds: Minor };
}

/** Compares a day's refunds with the number expected from the code's sales at the campaign's refund rate. */
export function refundsOf({ count, days, campaign }: Refunded): LeakSign | null {
  const refunds = days.at(-1)?.refunds ?? 0n;
  if (count < FEWEST.refunds || refunds <= 0n) return null;
  const sales = days.reduce((sum, one) => sum + one.revenue + one.refunds, 0n);
  const campaignSales = campaign.revenue + campaign.refunds;
  const rate = campaignSales > 0n ? Number(campaign.refunds) / Number(campaignSales) : 0;
  const expected = (rate * Number(sales)) / days.length;
  const usual = (count * expected) / Number(refunds);
  // A few refunds can fall on one day by chance.
  const isSign = count >= FAR_ABOVE * usual && count >= FEWEST.refunds + 2 * usual;
  return isSign ? { kind: 'refunds', measured: count, usual: Math.round(usual) } : null;
}

function medianOf(numbers: readonly number[]): number {
  const inOrder = numbers.toSorted((a, b) => a - b);
  return inOrder[Math.floor((inOrder.length - 1) / 2)] ?? 0;
}

/** Longer links are not counted. */
const MOST_LENGTH = 200;

/**
 * Returns the normal form under which a link's landings are counted. If the link is a URL with a `code` or `linkId`,
 * this is the normal form of that parameter, otherwise that of the whole link.
 */
export function linkOf(referralLink: string): string | null {
  const query = URL.canParse(referralLink) ? new URL(referralLink).searchParams : null;
  const link = normalizeCode(query?.get('code') || query?.get('linkId') || referralLink);
  return link === '' || link.length > MOST_LENGTH ? null : link;
}

/** Returns the links whose landings count for a code: its value, and the `linkId` in its root URL. */
export function linksOfCode({ code_norm, root_url }: { code_norm: string | null; root_url: string }): string[] {
  const named = URL.canParse(root_url) ? new URL(root_url).searchParams.get('linkId') : null;
  return [...new Set([code_norm ?? '', named ? normalizeCode(named) : ''])].filter((link) => link !== '');
}
