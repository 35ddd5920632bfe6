import type { Handle } from '../../db/database.ts';
import { parseTerms, percentOf, type Terms } from '../../domain/commission.ts';
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts';
import { createSlices } from '../../lib/slices.ts';
import { findTermsById } from '../codes/code-figures-store.ts';
import { commissionOfShares, type Share, sharesOf, topCreators } from './creator-sums-rules.ts';
import {
  type CreatorSums,
  type CreatorsOf,
  findCreators,
  listCampaignTerms,
  sumCreators,
  sumRevenueSoFar,
} from './creator-sums-store.ts';
import { type Span, TOP } from './dashboard-store.ts';

const SLICES_FRESH_MS = 300_000;
const SLICE_MS = 10 * DAY_MS;
const MAX_SLICES = 100;
/** The maximum number of creators in one query. */
const STEP = 5000;

export type ReadCreators = ReturnType<typeof createReadCreators>;

interface Organisation {
  terms_id: number;
  currency_digits: number;
}

/**
 * Creates a function that reads a period's top creators, and the commission in this period and the previous one. It
 * caches the sums of past days.
 */
export function createReadCreators() {
  const slices = createSlices<CreatorSums[]>({
    ...{ sliceMs: SLICE_MS, settledMs: HOUR_MS, freshMs: SLICES_FRESH_MS, max: MAX_SLICES },
  });
  return async (
    handle: Handle,
    whose: CreatorsOf,
    { present, previous }: { present: Span; previous: Span },
    organisation: Organisation,
    now: number,
  ) => {
    const name = JSON.stringify([whose.campaignId, whose.games, whose.limit]);
    const read = async (span: Span) =>
      sharesOf((await slices(name, span, now, (slice) => sumCreators(handle, whose, slice))).flat());
    const [shares, before] = [await read(present), await read(previous)];
    const percentFor = await readPercents(handle, [...shares, ...before], organisation);
    const top = topCreators(shares, TOP);
    const ids = top.map(({ creator_id }) => creator_id);
    const found = new Map((await findCreators(handle, ids)).map((row) => [row.creator_id, row]));
    return {
      top: top.map((row) => ({ ...row, display_name: found.get(row.creator_id)?.display_name ?? null })),
      commission: commissionOfShares(shares, percentFor),
      commissionBefore: commissionOfShares(before, percentFor),
    };
  };
}

/** Reads the percentages now in force for creators in campaigns in which they have revenue. */
async function readPercents(handle: Handle, all: readonly Share[], organisation: Organisation) {
  const paid = all.filter(({ revenue }) => revenue !== 0n);
  const creatorIds = [...new Set(paid.map(({ creator_id }) => creator_id))];
  const own = new Map<string, number | null>();
  const soFar = new Map<string, bigint>();
  for (let at = 0; at < creatorIds.length; at += STEP) {
    const some = creatorIds.slice(at, at + STEP);
    for (const { creator_id, terms_id } of await findCreators(handle, some)) own.set(creator_id, terms_id);
    for (const { creator_id, campaign_id, revenue } of await sumRevenueSoFar(handle, some))
      soFar.set(`${campaign_id} ${creator_id}`, BigInt(revenue));
  }
  const campaigns = await listCampaignTerms(handle, [...new Set(paid.map(({ campaign_id }) => campaign_id))]);
  const ofCampaign = new Map(campaigns.map(({ campaign_id, terms_id }) => [campaign_id, terms_id]));
  const termsOf = ({ creator_id, campaign_id }: Share) =>
    own.get(creator_id) ?? ofCampaign.get(campaign_id) ?? organisation.terms_id;
  const rows = await findTermsById(handle, [...new Set(paid.map(termsOf))]);
  const terms = new Map(rows.map((row): [number, Terms] => [row.terms_id, parseTerms(row.kind, row.content)]));
  return (share: Share): number => {
    const inForce = terms.get(termsOf(share));
    const revenue = soFar.get(`${share.campaign_id} ${share.creator_id}`) ?? 0n;
    return inForce ? percentOf(inForce, revenue, organisation.currency_digits) : 0;
  };
}
