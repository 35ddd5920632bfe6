import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { colleague } from '../support/company/company-provider.ts';
import { type CompanyWorld, companyWorld } from '../support/company/company-world.ts';
import { bearer, done, testClient } from '../support/http/test-client.ts';
import { startTestDaemon } from '../support/world/daemon.ts';

const MINUTE_MS = 60_000;

describe.each([
  ['sqlite', 'openid email profile'],
  ['sqlite', 'openid email profile offline_access'],
  ['postgres', 'openid email profile offline_access'],
] as const)('the groups on %s with the scopes %s', (database, scopes) => {
  let world: CompanyWorld;
  beforeAll(async () => {
    world = await companyWorld({ database, env: { REDEEMD_OIDC_SCOPES: scopes } });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    // The provider's tokens are valid for an hour of real time.
    world.time.now = Date.now();
  });

  const checks = () =>
    world.provider.requests.filter((line) => line === (scopes.includes('offline') ? 'POST /token' : 'GET /me')).length;

  it('are checked every 15 minutes, and the loss of a group ends the session', async () => {
    world.hire(colleague('ada', ['game-liveops', 'everyone']));
    const ada = await world.signIn('ada');
    const before = checks();
    world.time.now += 13 * MINUTE_MS;
    expect((await ada.call('listCampaigns')).status).toBe(200);
    expect(checks()).toBe(before);
    world.time.now += 2 * MINUTE_MS;
    expect((await ada.call('listCampaigns')).status).toBe(200);
    expect(checks()).toBe(before + 1);
    const token = { name: 'Report', role: 'viewer', days: 30 } as const;
    const script = bearer(done(await ada.call('createOwnToken', { body: token })).token);
    const byScript = async () => (await testClient(world.daemon.url, script).call('listCampaigns')).status;
    expect(await byScript()).toBe(200);

    world.hire(colleague('ada', ['everyone']));
    world.time.now += 13 * MINUTE_MS;
    expect((await ada.call('listCampaigns')).status).toBe(200);
    world.time.now += 2 * MINUTE_MS;
    expect((await ada.call('listCampaigns')).body).toMatchObject({ status: 401, code: 'unauthorized' });
    const { data } = done(await world.daemon.owner.call('listAudit', { query: {} }));
    expect(data[0]).toMatchObject({ action: 'staff.company_role_lost' });
    expect(await byScript()).toBe(401);

    const again = await world.signIn('ada');
    expect(done(await again.call('getSession')).staff.role).toBe('viewer');
  });

  it('are checked in the background before the 15 minutes end, so that no request waits', async () => {
    world.hire(colleague('busy', ['everyone']));
    const busy = await world.signIn('busy');
    world.time.now += 14 * MINUTE_MS;
    const before = checks();
    expect((await busy.call('listCampaigns')).status).toBe(200);
    world.time.now += 1 * MINUTE_MS;
    expect((await busy.call('listCampaigns')).status).toBe(200);
    expect(checks()).toBe(before + 1);
  });

  it('are checked once for all requests that wait', async () => {
    world.hire(colleague('tabs', ['everyone']));
    const tabs = await world.signIn('tabs');
    world.time.now += 40 * MINUTE_MS;
    const before = checks();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tabs.call('listCampaigns')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(checks()).toBe(before + 1);
  });

  it('can give a higher role during a session', async () => {
    world.hire(colleague('riser', ['everyone']));
    const riser = await world.signIn('riser');
    world.hire(colleague('riser', ['everyone', 'admins']));
    world.time.now += 15 * MINUTE_MS;
    done(await riser.call('getSession'));
    expect((await riser.call('listApiKeys')).status).toBe(200);
  });

  it('cannot be confirmed if the provider no longer has the account, and the session ends', async () => {
    world.hire(colleague('fired', ['everyone']));
    const fired = await world.signIn('fired');
    world.provider.people.delete('fired');
    world.time.now += 15 * MINUTE_MS;
    expect((await fired.call('getSession')).status).toBe(401);
    world.hire(colleague('fired', ['everyone']));
    expect((await fired.call('getSession')).status).toBe(401);
  });

  it('cannot be checked while the provider is down: requests are refused, and the session continues afterwards', async () => {
    world.hire(colleague('patient', ['everyone']));
    const patient = await world.signIn('patient');
    world.provider.isDown = true;
    world.time.now += 14 * MINUTE_MS;
    expect((await patient.call('listCampaigns')).status).toBe(200);
    world.time.now += 1 * MINUTE_MS;
    const refused = await patient.call('listCampaigns');
    expect(refused.body).toMatchObject({ status: 401, detail: expect.stringContaining('is not responding') });
    world.provider.isDown = false;
    world.time.now += 1 * MINUTE_MS;
    expect((await patient.call('listCampaigns')).status).toBe(200);
  });

  it('do not affect sessions that began with a password', async () => {
    world.time.now += 40 * MINUTE_MS;
    const before = checks();
    expect((await world.daemon.owner.call('getSettings')).status).toBe(200);
    expect(checks()).toBe(before);
  });
});

it('the groups of a session are checked by only one of several daemons at a time', async () => {
  const world = await companyWorld({
    database: 'postgres',
    env: { REDEEMD_OIDC_SCOPES: 'openid email profile offline_access' },
  });
  const { databaseUrl } = world.daemon;
  const second = await startTestDaemon({ databaseUrl, clock: () => world.time.now, env: world.provider.env });
  try {
    world.hire(colleague('ada', ['everyone']));
    const { visitor } = await world.visit('ada');
    const token = visitor.cookies(world.daemon.url).get('redeemd_session');
    world.time.now += 16 * MINUTE_MS;
    const before = world.provider.requests.filter((line) => line === 'POST /token').length;
    const ask = (url: string) =>
      fetch(`${url}/v1/admin/session`, { headers: { Authorization: `Bearer ${token}` } }).then(({ status }) => status);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ask(at % 2 ? world.daemon.url : second.url)),
    );
    // While one daemon is checking the groups, the other asks its client to retry in a second.
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
    expect(world.provider.requests.filter((line) => line === 'POST /token').length).toBe(before + 1);
    expect([await ask(world.daemon.url), await ask(second.url)]).toEqual([200, 200]);
  } finally {
    await second.close();
    await world.close();
  }
});
