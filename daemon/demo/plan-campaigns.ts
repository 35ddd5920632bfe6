import type { Database } from '../db/database.ts';
import { createCampaign, moveCampaign } from '../features/campaigns/change-campaign.ts';
import { createCode } from '../features/codes/change-code.ts';
import { createCreatorCode } from '../features/creator-codes/create-creator-code.ts';
import { decideAsStaff } from '../features/creator-codes/decide-creator-codes.ts';
import { changeCreator } from '../features/creators/change-creator.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { Agenda } from './agenda.ts';
import { CREATORS, type DemoCampaign, type DemoCode, instantOf } from './catalogue.ts';
import type { Chance } from './chance.ts';
import type { LiveCode } from './play.ts';

const ROOT_URL = 'https://skyhold.example/redeem';

export interface Plan {
  db: Database;
  agenda: Agenda;
  staffId: number;
  now: number;
  chance: Chance;
}
/** The instant at which each creator first requests a code that players can use. */
type Joinings = Map<string, number>;
interface Season {
  startsAt: number;
  endsAt: number;
}

/** Plans a campaign with its codes. @returns the codes for players */
export function planCampaign(plan: Plan, campaign: DemoCampaign, joinings: Joinings): LiveCode[] {
  const { db, agenda, staffId, now } = plan;
  const { name, from, to, stage, notes, tags, tiers, codes } = campaign;
  const [startsAt, endsAt] = [instantOf(now, from), instantOf(now, to)];
  const madeAt = Math.min(startsAt, instantOf(now, 0)) - 3 * DAY_MS;
  let id = 0;
  agenda.plan(madeAt, async () => {
    const fields = { name, starts_at: startsAt, ends_at: endsAt, notes, tags, commission_tiers: tiers };
    id = (await createCampaign(db, staffId, fields, madeAt)).campaign_id;
  });
  const move = (to: 'publish' | 'pause' | 'archive', at: number) =>
    agenda.plan(at, () => moveCampaign(db, staffId, id, { move: to }, at));
  if (stage !== 'draft') move('publish', madeAt + HOUR_MS);
  const live = codes.flatMap((code) => planCode(plan, () => id, code, { startsAt, endsAt }, joinings));
  const pausedAt = stage === 'paused' ? now - 30 * HOUR_MS : Number.POSITIVE_INFINITY;
  if (stage === 'paused') move('pause', pausedAt);
  if (stage === 'archived') move('archive', endsAt + HOUR_MS);
  for (const code of live) code.to = Math.min(code.to, pausedAt);
  return live;
}

function planCode(plan: Plan, campaignOf: () => number, code: DemoCode, season: Season, joinings: Joinings) {
  const { db, agenda, staffId, now, chance } = plan;
  const { startsAt, endsAt } = season;
  const madeAt = Math.min(startsAt, now) - 2 * DAY_MS;
  const fields = {
    code: code.code,
    name: code.name,
    root_url: ROOT_URL,
    rewards_json: JSON.stringify(code.rewards, null, 2),
    usage_limit: code.usageLimit ?? null,
    use_as_referral: code.isReferral ? 'Y' : 'N',
  } as const;
  agenda.plan(madeAt, () => createCode(db, { staffId, games: null }, campaignOf(), fields, madeAt));
  if (!code.isReferral) return [{ code: code.code, from: startsAt, to: endsAt, creatorId: null }];
  return CREATORS.flatMap((name, at): LiveCode[] =>
    chance.next() < 0.55 ? planCreatorCode(plan, code.code, { at, name }, season, joinings) : [],
  );
}

/**
 * Plans a creator's code. Some creators take a generated code, others request a value; a few codes are left pending.
 */
function planCreatorCode(
  { db, agenda, staffId, now, chance }: Plan,
  base: string,
  { at, name }: { at: number; name: string },
  { startsAt, endsAt }: Season,
  joinings: Joinings,
): LiveCode[] {
  const creator_id = `cr_${1001 + at}`;
  const joinsAt = Math.min(startsAt + chance.whole(0, 400) * HOUR_MS, endsAt - HOUR_MS);
  const isLate = joinsAt > now || (startsAt < now && endsAt > now && chance.next() < 0.12);
  const isCustom = chance.next() < 0.6;
  const request = { creator_id, redemption_code: base, display_name: name, ...wordsOf(name, base, isCustom) };
  const askedAt = isLate ? now - chance.whole(1, 40) * HOUR_MS : joinsAt;
  const live: LiveCode = { code: '', from: Math.max(askedAt + HOUR_MS, startsAt), to: endsAt, creatorId: creator_id };
  agenda.plan(askedAt, async () => {
    const { code, code_id, status } = await createCreatorCode(db, request, askedAt);
    live.code = code;
    if (status !== 'pending' || isLate) return;
    const at = askedAt + HOUR_MS;
    agenda.plan(at, () => decideAsStaff(db, staffId, { codeId: code_id, decision: 'approve' }, at));
  });
  if (isLate && isCustom) return [];
  joinings.set(creator_id, Math.min(askedAt, joinings.get(creator_id) ?? askedAt));
  return [live];
}

function wordsOf(name: string, base: string, isCustom: boolean) {
  const handle = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 10);
  const email = `${handle.toLowerCase()}@creators.example`;
  return isCustom ? { email, code: `${handle}-${base}` } : { email };
}

/** Plans the payout details that most creators enter when they join; a few creators have only a name. */
export function describeCreators({ db, agenda, staffId, now, chance }: Plan, joinings: Joinings): void {
  for (const at of CREATORS.keys()) {
    const creatorId = `cr_${1001 + at}`;
    const joinedAt = joinings.get(creatorId);
    if (joinedAt === undefined || at % 11 === 6) continue;
    const fields = {
      ...([0, 3, 7].includes(at) ? { commission_percent: chance.whole(12, 20) } : {}),
      payout_method: at % 5 === 2 ? 'wise' : at % 13 === 9 ? 'bank' : 'paypal',
      payout_address: at % 13 === 9 ? 'DE02 1203 0000 0000 2020 51' : `pay${at}@creators.example`,
    };
    const describedAt = joinedAt + HOUR_MS / 2;
    agenda.plan(describedAt, () => changeCreator(db, staffId, creatorId, fields, describedAt));
  }
  const suspendedAt = now - 5 * HOUR_MS;
  agenda.plan(suspendedAt, () => changeCreator(db, staffId, 'cr_1020', { status: 'suspended' }, suspendedAt));
}
