import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../daemon/contract/endpoint.ts';
import { addMember, keepSessions } from '../support/http/staff.ts';
import { bearer, done, refusal, shape, testClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(['sqlite', 'postgres'] as const)('access tokens of staff on %s', (database) => {
  const clock = { now: Date.UTC(2026, 0, 10) };
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => clock.now });
  });
  afterAll(() => daemon?.close());
  const as = (token: string) => testClient(daemon.url, bearer(token));
  type Asking = { ask: ReturnType<typeof as> };
  const create = ({ ask }: Asking, role: Role, days = 30) =>
    ask.call('createOwnToken', { body: { name: 'Report', role, days } });
  const tokenOf = async (who: Asking, role: Role, days?: number) => done(await create(who, role, days));

  it('act for the person who created them, and stop working when they expire or are revoked', async () => {
    const who = await addMember(daemon, 'live_ops');
    const made = await tokenOf(who, 'live_ops', 2);
    expect(made).toMatchObject({
      ...{ name: 'Report', role: 'live_ops', token: expect.stringMatching(/^rst_\w{43}$/), last_used_at: null },
      expires_at: new Date(clock.now + 2 * DAY).toISOString(),
    });
    const script = as(made.token);
    expect(done(await script.call('getSession')).staff).toMatchObject({ staff_id: who.staff_id, role: 'live_ops' });
    const campaign = { name: 'By script', starts_at: '2026-01-01T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' };
    const { campaign_id } = done(await script.call('createCampaign', { body: campaign }));
    const [entry] = done(await daemon.owner.call('listAudit', { query: { action: 'campaign.create' } })).data;
    expect(entry).toMatchObject({ entity_id: String(campaign_id), staff: { staff_id: who.staff_id } });
    const [listed] = done(await who.ask.call('listOwnTokens')).data;
    expect(listed).toMatchObject({ token_id: made.token_id, last_used_at: new Date(clock.now).toISOString() });
    expect(listed).not.toHaveProperty('token');
    const rows = await daemon.db.read(({ db, t }) => db.select().from(t.staff_tokens));
    expect(JSON.stringify(rows)).not.toContain(made.token);

    const other = await addMember(daemon, 'live_ops');
    const params = { token_id: made.token_id };
    expect(shape(await other.ask.call('revokeOwnToken', { params }))).toEqual(refusal(404, 'not_found'));
    const short = await tokenOf(who, 'viewer', 1);
    done(await who.ask.call('revokeOwnToken', { params }));
    expect(shape(await script.call('listCampaigns'))).toEqual(refusal(401, 'unauthorized'));
    await keepSessions(daemon, clock.now + 2 * DAY);
    clock.now += DAY - 1;
    const late = testClient(daemon.url, bearer(short.token));
    done(await late.call('listCampaigns'));
    clock.now += 1;
    const isOver = shape(await late.call('listCampaigns'));
    clock.now -= DAY;
    expect(isOver).toEqual(refusal(401, 'unauthorized'));
    const audit = done(await daemon.owner.call('listAudit', { query: { action: 'staff.create_token' } })).data;
    expect(audit[0]).toMatchObject({ after: { name: 'Report', role: 'viewer' } });
    expect(JSON.stringify(audit)).not.toMatch(/rst_/);
  });

  it('have at most the role of the person who created them, even after that role changes', async () => {
    const finance = await addMember(daemon, 'finance');
    for (const role of ['owner', 'live_ops', 'moderator'] as const)
      expect((await create(finance, role)).body.errors).toMatchObject([{ pointer: '/role', code: 'role_not_yours' }]);
    const [asFinance, asViewer] = [await tokenOf(finance, 'finance'), await tokenOf(finance, 'viewer')];
    done(await as(asFinance.token).call('listPayoutRuns'));
    expect(shape(await as(asViewer.token).call('listPayoutRuns'))).toEqual(refusal(403, 'forbidden'));
    // Viewers can list campaigns; finance cannot.
    expect(shape(await as(asViewer.token).call('listCampaigns'))).toEqual(refusal(403, 'forbidden'));
    const owner = await addMember(daemon, 'owner');
    const asOwner = await tokenOf(owner, 'owner');
    const limited = await tokenOf(owner, 'moderator');
    done(await as(asOwner.token).call('listStaff'));
    expect(shape(await as(limited.token).call('listStaff'))).toEqual(refusal(403, 'forbidden'));
    const change = (staff_id: number, role: Role) =>
      daemon.owner.edit('changeStaff', { params: { staff_id }, body: { role } });
    done(await change(owner.staff_id, 'live_ops'));
    expect(shape(await as(asOwner.token).call('listStaff'))).toEqual(refusal(403, 'forbidden'));
    expect(done(await as(asOwner.token).call('listCampaigns'))).toMatchObject({ data: expect.any(Array) });
    // The role live_ops does not include the role moderator, so the token is refused.
    expect(shape(await as(limited.token).call('getSession'))).toEqual(refusal(401, 'unauthorized'));
    const inGame = await addMember(daemon, 'live_ops', ['alpha']);
    const ofGame = as((await tokenOf(inGame, 'live_ops')).token);
    expect(shape(await ofGame.call('listWebhooks'))).toEqual(refusal(403, 'forbidden'));
  });

  it('cannot create other tokens or change the account of the person who created them', async () => {
    const who = await addMember(daemon, 'live_ops');
    const script = as((await tokenOf(who, 'live_ops')).token);
    const body = { name: 'Another', role: 'viewer', days: 1 } as const;
    const passwords = { current_password: who.password, new_password: 'another long password' };
    const answers = [
      await script.call('createOwnToken', { body }),
      await script.call('listOwnTokens'),
      await script.call('changePassword', { body: passwords }),
      await script.call('startTotp'),
      await script.call('signOut'),
    ];
    for (const answer of answers) expect(shape(answer)).toEqual(refusal(403, 'forbidden'));
  });

  it('are limited to 50 per person, even if many are created at once', async () => {
    const who = await addMember(daemon, 'viewer');
    for (let count = 0; count < 45; count += 1) await tokenOf(who, 'viewer');
    // Only ten are sent at once: each waits for the ones before it, and Postgres ends waits of more than a second.
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => create(who, 'viewer')));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(400)]);
  });

  // This test comes last, because the owner needs a second factor after it.
  it('stop working if the person who created them is removed, resets their password or needs a second factor', async () => {
    const [gone, reset] = [await addMember(daemon, 'viewer'), await addMember(daemon, 'viewer')];
    const [one, two] = [as((await tokenOf(gone, 'viewer')).token), as((await tokenOf(reset, 'viewer')).token)];
    done(await daemon.owner.call('removeStaff', { params: { staff_id: gone.staff_id } }));
    expect(shape(await one.call('listCampaigns'))).toEqual(refusal(401, 'unauthorized'));
    const { invitation } = done(
      await daemon.owner.edit('changeStaff', { params: { staff_id: reset.staff_id }, body: { reinvite: true } }),
    );
    const accepted = { token: invitation.token, password: 'another long password' };
    done(await testClient(daemon.url).call('acceptInvitation', { body: accepted }));
    expect(shape(await two.call('listCampaigns'))).toEqual(refusal(401, 'unauthorized'));
    const finance = await addMember(daemon, 'finance');
    const script = as((await tokenOf(finance, 'finance')).token);
    done(await daemon.owner.edit('changeSettings', { body: { totp_required: true } }));
    expect(shape(await script.call('listPayoutRuns'))).toEqual(refusal(403, 'totp_setup_required'));
  });
});
