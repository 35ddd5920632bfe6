import type { Role } from '../contract/endpoint.ts';
import type { Database } from '../db/database.ts';
import { createCreatorCode } from '../features/creator-codes/create-creator-code.ts';
import { createKey } from '../features/keys/create-key.ts';
import { changeSettings } from '../features/settings/change-settings.ts';
import { hashPassword } from '../features/staff/passwords.ts';
import { insertStaff } from '../features/staff/staff-store.ts';
import { HOUR_MS } from '../lib/clock.ts';
import { DEMO_PASSWORD, emailOf, STAFF } from './accounts.ts';
import type { Agenda } from './agenda.ts';
import { CAMPAIGNS, instantOf, ZONE } from './catalogue.ts';
import type { Chance } from './chance.ts';
import { makeEndpoints } from './endpoints.ts';
import { makeKeyPool } from './key-pool.ts';
import { describeCreators, planCampaign } from './plan-campaigns.ts';
import type { People } from './plan-comments.ts';
import type { LiveCode } from './play.ts';

export interface World {
  ownerId: number;
  people: People;
  /** The webhook endpoint whose server was shut down. Staff did not remove the endpoint. */
  abandonedId: number;
  codes: LiveCode[];
  serverKey: string;
  clientKey: string;
  serverKeyId: number;
}

/** Creates the organisation and its staff immediately, and plans when to create its campaigns, codes and creators. */
export async function buildWorld(db: Database, agenda: Agenda, now: number, chance: Chance): Promise<World> {
  // The organisation is created before its first campaign.
  const start = instantOf(now, -368);
  const people = await makeStaff(db, start);
  const ownerId = people.owner;
  await changeSettings(
    db,
    ownerId,
    {
      name: 'Skyhold Studio',
      currency: 'EUR',
      currency_digits: 2,
      time_zone: ZONE,
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
  const abandonedId = await makeEndpoints(db, ownerId, start);
  await makeKeyPool(db, ownerId, start);
  const server = await createKey(db, { name: 'Game servers', kind: 'server', staffId: ownerId }, start);
  const client = await createKey(db, { name: 'Web shop', kind: 'client', staffId: ownerId }, start);
  const plan = { db, agenda, staffId: ownerId, now, chance };
  const joinings = new Map<string, number>();
  const codes = CAMPAIGNS.flatMap((campaign) => planCampaign(plan, campaign, joinings));
  describeCreators(plan, joinings);
  for (const [at, { code, display_name }] of SUSPICIOUS_CODES.entries()) {
    const request = { creator_id: `cr_${2001 + at}`, redemption_code: 'SHOWCREW', display_name, code };
    const askedAt = now - (at + 2) * HOUR_MS;
    agenda.plan(askedAt, () => createCreatorCode(db, request, askedAt));
  }
  return {
    ownerId,
    people,
    abandonedId,
    codes,
    serverKey: server.key,
    clientKey: client.key,
    serverKeyId: server.row.key_id,
  };
}

/** Codes with suspicious features, for the moderator. */
const SUSPICIOUS_CODES = [
  { display_name: 'Skyhold Fan', code: 'OFFICIAL-SKYHOLD' },
  { display_name: 'Pixe1Paula', code: 'PIXE1PAULA-SHOWCREW' },
  { display_name: 'edgelord', code: 'SH1T-SHOW' },
];

async function makeStaff(db: Database, at: number): Promise<People> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const made = await db.write(async (handle) => {
    const rows = [];
    for (const { role, name } of STAFF)
      rows.push(await insertStaff(handle, { email: emailOf(role), name, role, password_hash }, at));
    return rows;
  });
  return Object.fromEntries(made.map(({ role, staff_id }) => [role, staff_id])) as Record<Role, number>;
}
