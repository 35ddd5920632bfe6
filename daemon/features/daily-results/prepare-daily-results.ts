import type { Database, Handle } from '../../db/database.ts';
import { parseTerms, type Terms } from '../../domain/commission.ts';
import { type Announcement, announce } from '../outbox/outbox-store.ts';
import { getOrganisation, type Organisation } from '../settings/settings-store.ts';
import {
  type CampaignFigures,
  dailyResultOf,
  type Figures,
  isWorthMailing,
  type ResultOf,
} from './daily-result-rules.ts';
import { type CreatorCodeRow, type CreatorRow, type Day, listCreators, readFigures } from './daily-results-store.ts';

const CREATORS_A_STEP = 50;
const NO_TERMS: Terms = { kind: 'tiers', tiers: [] };

type Announced = Announcement<'creator.daily_result'>;

/**
 * Writes the messages of a day, a few at a time, for every creator who had an active campaign or any results that day.
 * A second run for the same day adds only missing messages.
 */
export async function prepareDailyResults(db: Database, day: Day, now: number, signal?: AbortSignal): Promise<number> {
  let written = 0;
  for (let after = ''; ; ) {
    signal?.throwIfAborted();
    const { creators, messages } = await db.read((handle) => readSome(handle, day, after, now));
    const last = creators.at(-1);
    if (!last) return written;
    if (messages.length > 0)
      written += await db.write(async (handle) => (await announce(handle, messages, now)).length);
    after = last.creator_id;
  }
}

async function readSome(handle: Handle, day: Day, after: string, now: number) {
  const organisation = await getOrganisation(handle);
  const creators = await listCreators(handle, after, CREATORS_A_STEP);
  const active = creators.filter(({ status }) => status === 'active');
  const ids = active.map(({ creator_id }) => creator_id);
  const figures = ids.length === 0 ? null : await readFigures(handle, ids, day);
  const messages = figures ? active.flatMap((one) => messageOf(one, figures, organisation, day, now) ?? []) : [];
  return { creators, messages };
}

type Read = Awaited<ReturnType<typeof readFigures>>;

function messageOf(
  creator: CreatorRow,
  read: Read,
  organisation: Organisation,
  day: Day,
  now: number,
): Announced | null {
  const { creator_id, display_name, email, unsubscribed_at } = creator;
  const { time_zone, currency, currency_digits: digits } = organisation;
  const campaigns = campaignsOf(creator, read, organisation, day);
  const about: ResultOf = { creator_id, display_name, date: day.date, time_zone, currency, digits, now, campaigns };
  const data = dailyResultOf(about);
  if (!data) return null;
  const always = email !== null && unsubscribed_at === null && isWorthMailing(day.date, now);
  // The date does not contain a colon, so the keys of two creators or days cannot collide.
  return { type: 'creator.daily_result', data, onceKey: `creator.daily_result:${day.date}:${creator_id}`, always };
}

function campaignsOf(creator: CreatorRow, read: Read, organisation: Organisation, day: Day): CampaignFigures[] {
  const terms = new Map(read.terms.map((row) => [row.terms_id, parseTerms(row.kind, row.content)]));
  const termsOf = (id: number) => terms.get(id) ?? NO_TERMS;
  const codes = read.codes.filter((code) => code.creator_id === creator.creator_id);
  // The row of each code contains the data of its campaign, so the map keeps one row per campaign.
  const campaigns = new Map(codes.map((code) => [code.campaign_id, code]));
  return [...campaigns.values()].map((campaign) => {
    const ofCampaign = codes.filter(({ campaign_id }) => campaign_id === campaign.campaign_id);
    const ids = new Set(ofCampaign.map(({ code_id }) => code_id));
    const soFar = read.soFar.filter(({ code_id }) => ids.has(code_id));
    const { campaign_id, name } = campaign;
    return {
      campaign_id,
      name,
      ...timesOf(campaign, day),
      approved: ofCampaign.some(({ status }) => status === 'approved'),
      inForce: termsOf(creator.terms_id ?? campaign.terms_id ?? organisation.terms_id),
      day: sumOf(read.days.filter(({ code_id }) => ids.has(code_id))),
      soFar: {
        ...sumOf(soFar),
        parts: soFar.map(({ terms_id, revenue }) => ({ terms: termsOf(terms_id), revenue: BigInt(revenue) })),
      },
    };
  });
}

function timesOf({ stage, starts_at, ends_at, archived_at }: CreatorCodeRow, { from, to }: Day) {
  const end = Math.min(ends_at, archived_at ?? ends_at);
  return { end, ran: stage !== 'draft' && starts_at < to && end > from };
}

const sumOf = (rows: readonly { claims: string; payments: string; revenue: string }[]): Figures => ({
  claims: rows.reduce((sum, row) => sum + Number(row.claims), 0),
  payments: rows.reduce((sum, row) => sum + Number(row.payments), 0),
  revenue: rows.reduce((sum, row) => sum + BigInt(row.revenue), 0n),
});
