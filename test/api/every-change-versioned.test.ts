import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpointList } from '../../daemon/contract/contract.ts';
import { AUDITED_CALLS, worldOf } from '../support/contract/audited-calls.ts';
import { addEarner, playerPays } from '../support/http/earnings.ts';
import { PUBLIC_URL } from '../support/http/passkeys.ts';
import { done } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

// Every endpoint through which staff change an object increases only the version of that object, by one.

/** The tables of shared objects, with the columns whose changes do not increase the version. */
const NO_CHANGE = {
  campaigns: ['settlement_no', 'updated_at'],
  codes: ['used', 'updated_at'],
  creators: ['unsubscribed_at', 'updated_at'],
  organisation: ['setup_token_hash', 'made_secret', 'updated_at'],
  key_pools: ['keys_left', 'keys_total'],
  tracking_plans: ['updated_at'],
  webhooks: ['failures', 'paused_until', 'updated_at'],
  api_keys: ['last_used_at'],
  staff: ['failed_sign_ins', 'locked_until', 'totp_last_step'],
} as const;
const IDS = {
  ...{ campaigns: 'campaign_id', codes: 'code_id', creators: 'creator_id', organisation: 'organisation_id' },
  ...{ tracking_plans: 'game_id', key_pools: 'pool_id', webhooks: 'webhook_id', api_keys: 'key_id', staff: 'staff_id' },
} as const;
const TABLES = Object.keys(NO_CHANGE) as (keyof typeof NO_CHANGE)[];

type Seen = Map<string, { content: string; version: number }>;

async function look({ db }: TestDaemon): Promise<Seen> {
  const seen: Seen = new Map();
  for (const name of TABLES) {
    const rows: Record<string, unknown>[] = await db.read(({ db, t }) => db.select().from(t[name]));
    for (const { version, ...row } of rows) {
      // Codes of a bulk job become visible when the job is done, but no object that staff have read changes.
      if (row.job_id) continue;
      for (const column of NO_CHANGE[name]) delete row[column];
      const content = JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      seen.set(`${name} ${row[IDS[name]]}`, { content, version: Number(version) });
    }
  }
  return seen;
}

/** Returns the faults in the versions, and the number of objects whose version increased. */
function compare(before: Seen, after: Seen) {
  const faults: string[] = [];
  let grown = 0;
  for (const [key, { content, version }] of after) {
    const old = before.get(key);
    const right = old ? old.version + (old.content === content ? 0 : 1) : 1;
    if (version !== right) faults.push(`${key}: version ${version}, not ${right}`);
    if (old && version > old.version) grown += 1;
  }
  return { faults, grown };
}

/** Endpoints outside this set create objects, or change nothing that has a version. */
const mustGrow = new Set<EndpointName>(endpointList.filter(([, { current }]) => current).map(([name]) => name));
/** A deleted plan has no row that could have a version. */
mustGrow.delete('deleteTrackingPlan');
const ofSession: EndpointName[] = [
  'changePassword',
  'changeOwnEmails',
  'confirmTotp',
  'disableTotp',
  'addPasskey',
  'removePasskey',
];
for (const name of [
  ...ofSession,
  'acceptInvitation',
  'approvePayoutDetails',
  'mergeCreator',
  'undoCreatorMerge',
  'decideCreatorCodes',
  'undoDecisions',
] as const)
  mustGrow.add(name);

/** These cannot conflict: a batch is always changed as a whole, and people choose only their own emails. */
const WITHOUT_VERSION = ['changeBatch', 'changeOwnEmails'];

it('the object that a conflict shows includes its version', () => {
  const patched = endpointList.filter(
    ([name, { method }]) => /^P(ATCH|UT)$/.test(method) && !WITHOUT_VERSION.includes(name),
  );
  expect(patched.filter(([, { current }]) => !current).map(([name]) => name)).toEqual([]);
});

describe.each(STORY_DATABASES)('on %s', (database) => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, env: { REDEEMD_PUBLIC_URL: PUBLIC_URL } });
  });
  afterAll(() => daemon?.close());

  it.each(Object.entries(AUDITED_CALLS))(
    '%s increases only the versions of the objects that it changes',
    async (name, call) => {
      let before: Seen = new Map();
      const world = worldOf(daemon, async () => {
        before = await look(daemon);
      });
      done(await call(world));
      const { faults, grown } = compare(before, await look(daemon));
      expect(faults).toEqual([]);
      if (mustGrow.has(name as EndpointName)) expect(grown).toBeGreaterThan(0);
      else expect(grown).toBe(0);
    },
  );

  it('the test notices a version that does not increase, and one that increases without a change', async () => {
    const world = worldOf(daemon, async () => {});
    const before = await look(daemon);
    done(await world.owner.edit('changeSettings', { body: { name: 'Other' } }));
    const after = await look(daemon);
    const [key, now] = [...after].find(([name]) => name.startsWith('organisation')) ?? [];
    if (!key || !now) throw new Error('The organisation has no row');
    const stays = new Map(after).set(key, { ...now, version: now.version - 1 });
    expect(compare(before, stays).faults).toHaveLength(1);
    expect(compare(after, new Map(after).set(key, { ...now, version: now.version + 1 })).faults).toHaveLength(1);
  });

  it('programs and players do not increase versions', async () => {
    const world = worldOf(daemon, async () => {});
    const code = await world.code({ usage_limit: 5 });
    const base = await world.code({ use_as_referral: 'Y', usage_limit: 5 });
    const { user } = await addEarner(daemon, 'earner', base.code, 'payer');
    const before = await look(daemon);
    for (const user_id of ['ann', 'ben', 'ann'])
      await daemon.server.call('redeem', { body: { user_id, code: code.code } });
    await playerPays(daemon, user, 5);
    await playerPays(daemon, user, -5);
    expect(compare(before, await look(daemon))).toEqual({ faults: [], grown: 0 });
  });
});
