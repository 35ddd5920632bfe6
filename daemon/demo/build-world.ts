import type { Role } from '../contract/endpoint.ts';
import type { Database } from '../db/database.ts';
import { createCampaign, moveCampaign } from '../features/campaigns/change-campaign.ts';
import { createCode } from '../features/codes/change-code.ts';
import { createCreatorCode } from '../features/creator-codes/create-creator-code.ts';
import { decideAsStaff } from '../features/creator-codes/decide-creator-codes.ts';
import { changeCreator } from '../features/creators/change-creator.ts';
import { createKey } from '../features/keys/create-key.ts';
import { changeSettings } from '../features/settings/change-settings.ts';
import { hashPassword } from '../features/staff/passwords.ts';
import { insertStaff } from '../features/staff/staff-store.ts';
import { HOUR_MS } from '../lib/clock.ts';
import { CAMPAIGNS, CREATORS, type DemoCampaign, type DemoCode, instantOf } from './catalogue.ts';
import type { Chance } from './chance.ts';
import { makeEndpoints } from './endpoints.ts';

const ROOT_URL = 'https://skyhold.example/redeem';

/** A code for players, and the period in which they can use it. */
export interface LiveCode {
  code: string;
  from: number;
  to: number;
  creatorId: string | null;
}
export interface LaterMove {
  campaignId: number;
  move: 'pause' | 'archive';
  at: number;
}
export interface World {
  ownerId: number;
  financeId: number;
  codes: LiveCode[];
  /** Status changes of campaigns that the demo makes after it has written the year. */
  later: LaterMove[];
  serverKey: string;
  clientKey: string;
  serverKeyId: number;
}

export const DEMO_PASSWORD = 'demo-password';
export const STAFF: readonly { role: Role; name: string }[] = [
  { role: 'owner', name: 'Olivia Owner' },
  { role: 'live_ops', name: 'Leo Live-Ops' },
  { role: 'moderator', name: 'Mona Moderator' },
  { role: 'finance', name: 'Finn Finance' },
  { role: 'viewer', name: 'Vera Viewer' },
];
export const emailOf = (role: Role) => `${role.replace('_', '-')}@demo.example`;

/** The studio with its staff, campaigns, codes and creators, each made at its time in the past. */
export async function buildWorld(db: Database, now: number, chance: Chance): Promise<World> {
  const start = instantOf(now, -365);
  const { ownerId, financeId } = await makeStaff(db, start);
  await changeSettings(
    db,
    ownerId,
    {
      name: 'Skyhold Studio',
      currency: 'EUR',
      currency_digits: 2,
      time_zone: 'Europe/Berlin',
      commission_tiers: [
        { min_revenue: 0, percent: 5 },
        { min_revenue: 500, percent: 8 },
        { min_revenue: 2500, percent: 12 },
      ],
      two_person_payouts: true,
      minimum_payout: '25.00',
      payout_email: emailOf('finance'),
    },
    start,
  );
  await makeEndpoints(db, ownerId, start);
  const server = await createKey(db, { name: 'Game servers', kind: 'server', staffId: ownerId }, start);
  const client = await createKey(db, { name: 'Web shop', kind: 'client', staffId: ownerId }, start);
  const codes: LiveCode[] = [];
  const later: LaterMove[] = [];
  for (const campaign of CAMPAIGNS) {
    const made = await makeCampaign(db, ownerId, campaign, now, chance);
    codes.push(...made.codes);
    later.push(...made.later);
  }
  await describeCreators(db, ownerId, codes, now, chance);
  for (const [at, { code, display_name }] of WISHES.entries()) {
    const wish = { creator_id: `cr_${2001 + at}`, redemption_code: 'SHOWCREW', display_name, code };
    await createCreatorCode(db, wish, now - (at + 2) * HOUR_MS);
  }
  return {
    ownerId,
    financeId,
    codes,
    later,
    serverKey: server.key,
    clientKey: client.key,
    serverKeyId: server.row.key_id,
  };
}

/** Codes with suspicious signs for the moderator. */
const WISHES = [
  { display_name: 'Skyhold Fan', code: 'OFFICIAL-SKYHOLD' },
  { display_name: 'Pixe1Paula', code: 'PIXE1PAULA-SHOWCREW' },
  { display_name: 'edgelord', code: 'SH1T-SHOW' },
];

async function makeStaff(db: Database, at: number) {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const made = await db.write(async (handle) => {
    const rows = [];
    for (const { role, name } of STAFF)
      rows.push(await insertStaff(handle, { email: emailOf(role), name, role, password_hash }, at));
    return rows;
  });
  const idOf = (wanted: Role) => made.find(({ role }) => role === wanted)?.staff_id ?? 1;
  return { ownerId: idOf('owner'), financeId: idOf('finance') };
}

async function makeCampaign(
  db: Database,
  staffId: number,
  { name, from, to, stage, notes, tiers, codes }: DemoCampaign,
  now: number,
  chance: Chance,
): Promise<{ codes: LiveCode[]; later: LaterMove[] }> {
  const [starts_at, ends_at] = [instantOf(now, from), instantOf(now, to)];
  const madeAt = Math.min(starts_at, instantOf(now, 0)) - 3 * 24 * HOUR_MS;
  const fields = { name, starts_at, ends_at, notes, commission_tiers: tiers };
  const { campaign_id } = await createCampaign(db, staffId, fields, madeAt);
  const live: LiveCode[] = [];
  for (const code of codes)
    live.push(...(await makeCode(db, staffId, campaign_id, code, starts_at, ends_at, now, chance)));
  if (stage !== 'draft') await moveCampaign(db, staffId, campaign_id, { move: 'publish' }, madeAt + HOUR_MS);
  const pausedAt = stage === 'paused' ? now - 30 * HOUR_MS : Number.POSITIVE_INFINITY;
  const later: LaterMove[] = [];
  if (stage === 'paused') later.push({ campaignId: campaign_id, move: 'pause', at: pausedAt });
  if (stage === 'archived') later.push({ campaignId: campaign_id, move: 'archive', at: ends_at + HOUR_MS });
  return { codes: live.map((code) => ({ ...code, to: Math.min(code.to, pausedAt) })), later };
}

async function makeCode(
  db: Database,
  staffId: number,
  campaignId: number,
  { code, name, isReferral, usageLimit, rewards }: DemoCode,
  startsAt: number,
  endsAt: number,
  now: number,
  chance: Chance,
): Promise<LiveCode[]> {
  const madeAt = Math.min(startsAt, now) - 2 * 24 * HOUR_MS;
  const fields = {
    code,
    name,
    root_url: ROOT_URL,
    rewards_json: JSON.stringify(rewards, null, 2),
    usage_limit: usageLimit ?? null,
    use_as_referral: isReferral ? 'Y' : 'N',
  } as const;
  await createCode(db, staffId, campaignId, fields, madeAt);
  if (!isReferral) return [{ code, from: startsAt, to: endsAt, creatorId: null }];
  const live: LiveCode[] = [];
  for (const [at, display_name] of CREATORS.entries())
    if (chance.next() < 0.55)
      live.push(...(await joinCreator(db, staffId, code, at, display_name, startsAt, endsAt, now, chance)));
  return live;
}

/** Some creators take a generated code, others ask for a value; a few of these codes stay pending. */
async function joinCreator(
  db: Database,
  staffId: number,
  base: string,
  at: number,
  display_name: string,
  startsAt: number,
  endsAt: number,
  now: number,
  chance: Chance,
): Promise<LiveCode[]> {
  const creator_id = `cr_${1001 + at}`;
  const joinsAt = Math.min(startsAt + chance.whole(0, 400) * HOUR_MS, endsAt - HOUR_MS);
  const isLate = joinsAt > now || (startsAt < now && endsAt > now && chance.next() < 0.12);
  const wished = chance.next() < 0.6;
  const handle = display_name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 10);
  const wish = {
    creator_id,
    redemption_code: base,
    display_name,
    email: `${handle.toLowerCase()}@creators.example`,
    ...(wished ? { code: `${handle}-${base}` } : {}),
  };
  const askedAt = isLate ? now - chance.whole(1, 40) * HOUR_MS : joinsAt;
  const made = await createCreatorCode(db, wish, askedAt);
  if (made.status === 'pending') {
    if (isLate) return [];
    await decideAsStaff(db, staffId, { codeId: made.code_id, decision: 'approve' }, askedAt + HOUR_MS);
  }
  return [{ code: made.code, from: Math.max(askedAt + HOUR_MS, startsAt), to: endsAt, creatorId: creator_id }];
}

/** Most creators have payout details; a few have only a name. */
async function describeCreators(
  db: Database,
  staffId: number,
  codes: readonly LiveCode[],
  now: number,
  chance: Chance,
) {
  const joined = new Set(codes.map(({ creatorId }) => creatorId));
  for (const at of CREATORS.keys()) {
    const creatorId = `cr_${1001 + at}`;
    if (!joined.has(creatorId) || at % 11 === 6) continue;
    const fields = {
      ...([0, 3, 7].includes(at) ? { commission_percent: chance.whole(12, 20) } : {}),
      payout_method: at % 5 === 2 ? 'wise' : at % 13 === 9 ? 'bank' : 'paypal',
      payout_address: at % 13 === 9 ? 'DE02 1203 0000 0000 2020 51' : `pay${at}@creators.example`,
    };
    await changeCreator(db, staffId, creatorId, fields, instantOf(now, -364));
  }
  await changeCreator(db, staffId, 'cr_1020', { status: 'suspended' }, now - 5 * HOUR_MS);
}
