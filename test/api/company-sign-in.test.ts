import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colleague } from '../support/company/company-provider.ts';
import { type CompanyWorld, companyWorld } from '../support/company/company-world.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

describe.each(['sqlite', 'postgres'] as const)('company sign-in on %s', (database) => {
  let world: CompanyWorld;
  beforeAll(async () => {
    world = await companyWorld({ database });
  });
  afterAll(() => world.close());

  const memberOf = async (email: string) => {
    const { data } = done(await world.daemon.owner.call('listStaff', { query: { q: email } }));
    return data[0];
  };

  it('creates the member at the first sign-in, with the highest role of the groups', async () => {
    world.hire(colleague('ada', ['finance-team', 'game-liveops', 'chess-club'], { email: 'Ada@Company.test' }));
    const { urls, status, visitor } = await world.visit('ada', { query: '?return=/portal/campaigns?status=active' });
    expect(urls.at(-1)).toBe(`${world.daemon.url}/portal/campaigns?status=active#signed-in`);
    expect(status).toBe(200);
    expect([...visitor.cookies(world.daemon.url).keys()]).toEqual(['redeemd_session']);
    expect(await memberOf('ada@company.test')).toMatchObject({
      ...{ name: 'Ada', role: 'live_ops', status: 'active' },
      ...{ company_account: true, role_from_groups: true, has_password: false },
    });

    const ada = await world.signIn('ada');
    expect(done(await ada.call('getSession')).staff).toMatchObject({ email: 'ada@company.test', role: 'live_ops' });
    expect((await ada.call('listApiKeys')).status).toBe(403);
    const { data } = done(await world.daemon.owner.call('listAudit', { query: {} }));
    expect(data.slice(0, 3)).toMatchObject([
      { action: 'staff.company_sign_in' },
      { action: 'staff.company_sign_in' },
      { action: 'staff.create' },
    ]);
  });

  it('refuses a person without a group, an unverified address, and a person who was removed', async () => {
    world.hire(colleague('nogroup', ['chess-club']));
    world.hire(colleague('unverified', ['admins'], { email_verified: false }));
    for (const sub of ['nogroup', 'unverified']) {
      const { status, visitor } = await world.visit(sub);
      expect(status).toBe(403);
      expect(visitor.cookies(world.daemon.url).has('redeemd_session')).toBe(false);
      expect(await memberOf(`${sub}@company.test`)).toBeUndefined();
    }
    world.hire(colleague('gone', ['everyone']));
    await world.signIn('gone');
    const { staff_id, version } = (await memberOf('gone@company.test')) ?? {};
    done(await world.daemon.owner.call('removeStaff', { params: { staff_id: staff_id ?? 0 }, body: { version } }));
    const { status, text } = await world.visit('gone');
    expect(status).toBe(403);
    expect(text).toContain('An owner has removed your account');
  });

  it('refuses another company account with the address of a member', async () => {
    world.hire(colleague('first', ['everyone'], { email: 'desk@company.test' }));
    await world.signIn('first');
    world.hire(colleague('second', ['admins'], { email: 'desk@company.test' }));
    expect((await world.visit('second')).status).toBe(403);
    expect(await memberOf('desk@company.test')).toMatchObject({ role: 'viewer' });
  });

  it('follows a new address of the same account', async () => {
    world.hire(colleague('married', ['everyone'], { email: 'before@company.test' }));
    await world.signIn('married');
    world.hire(colleague('married', ['everyone'], { email: 'after@company.test' }));
    await world.signIn('married');
    expect(await memberOf('before@company.test')).toBeUndefined();
    expect(await memberOf('after@company.test')).toMatchObject({ company_account: true });
  });

  it('keeps the role and the password of people who were members before', async () => {
    world.hire(colleague('boss', ['everyone'], { email: OWNER.email }));
    const boss = await world.signIn('boss');
    expect(done(await boss.call('getSession')).staff).toMatchObject({ role: 'owner', has_password: true });
    expect((await world.daemon.client.call('signIn', { body: OWNER })).status).toBe(200);

    const body = { email: 'guest@company.test', name: 'Guest', role: 'moderator' } as const;
    const { invitation } = done(await world.daemon.owner.call('createStaff', { body }));
    world.hire(colleague('guest', ['everyone']));
    const guest = await world.signIn('guest');
    expect(done(await guest.call('getSession')).staff).toMatchObject({ role: 'moderator', has_password: false });
    const accepting = { token: invitation.token, password: 'a password for a guest' };
    expect((await world.daemon.client.call('acceptInvitation', { body: accepting })).status).toBe(401);
  });

  it('creates one member when the first sign-in happens twice at once', async () => {
    world.hire(colleague('eager', ['everyone']));
    const visits = await Promise.all([world.visit('eager'), world.visit('eager'), world.visit('eager')]);
    expect(visits.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { data } = done(await world.daemon.owner.call('listStaff', { query: { q: 'eager' } }));
    expect(data).toHaveLength(1);
  });

  it('refuses to change a role that follows the groups', async () => {
    world.hire(colleague('grouped', ['everyone']));
    await world.signIn('grouped');
    const { staff_id = 0 } = (await memberOf('grouped@company.test')) ?? {};
    const change = (body: object) => world.daemon.owner.edit('changeStaff', { params: { staff_id }, body });
    const refused = await change({ role: 'owner' });
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ code: 'follows_groups' }] }]);
    expect((await change({ name: 'Renamed', role: 'viewer' })).status).toBe(200);
  });

  it('applies the role of a person’s new groups at the next sign-in', async () => {
    world.hire(colleague('mover', ['everyone']));
    await world.signIn('mover');
    world.hire(colleague('mover', ['finance-team']));
    const mover = await world.signIn('mover');
    expect(done(await mover.call('getSession')).staff.role).toBe('finance');
  });

  it('leaves the second factor to the provider', async () => {
    const withPassword = await addMember(world.daemon, 'finance');
    const owner = world.daemon.owner;
    done(await owner.edit('changeSettings', { body: { totp_required: true } }));
    world.hire(colleague('cashier', ['finance-team']));
    const cashier = await world.signIn('cashier');
    expect((await cashier.call('listPayoutRuns')).status).toBe(200);
    expect(done(await cashier.call('getSession')).staff.totp_setup_required).toBe(false);
    expect((await withPassword.ask.call('listPayoutRuns')).body).toMatchObject({ code: 'totp_setup_required' });
    await world.daemon.db.write(({ db, t }) => db.update(t.organisation).set({ totp_required: false }));
  });

  it('can turn passwords off for everyone except owners', async () => {
    const member = await addMember(world.daemon, 'live_ops');
    const body = { email: 'late@company.test', name: 'Late', role: 'viewer' } as const;
    const { invitation } = done(await world.daemon.owner.call('createStaff', { body }));
    done(await world.daemon.owner.edit('changeSettings', { body: { provider_only: true } }));
    const signIn = (who: { email: string; password: string }) =>
      world.daemon.client.call('signIn', { body: { email: who.email, password: who.password } });
    expect((await signIn(member)).body).toMatchObject({ status: 403, code: 'provider_only' });
    expect((await signIn({ ...member, password: 'a wrong one' })).body).toMatchObject({ code: 'invalid_credentials' });
    expect((await signIn(OWNER)).status).toBe(200);
    const accepting = { token: invitation.token, password: 'a password for later' };
    const accepted = await world.daemon.client.call('acceptInvitation', { body: accepting });
    expect(accepted.body).toMatchObject({ code: 'provider_only' });
    expect((await world.daemon.client.call('getCompanySignIn')).body).toMatchObject({
      provider: { host: new URL(world.provider.issuer).host, responds: true },
      provider_only: true,
    });
    done(await world.daemon.owner.edit('changeSettings', { body: { provider_only: false } }));
  });

  it('never demotes the last owner', async () => {
    world.hire(colleague('chief', ['admins']));
    const chief = await world.signIn('chief');
    const { staff_id = 0, version } = (await memberOf(OWNER.email)) ?? {};
    done(await chief.call('removeStaff', { params: { staff_id }, body: { version } }));
    world.hire(colleague('chief', ['everyone']));
    expect((await world.visit('chief')).status).toBe(403);
    expect(done(await chief.call('getSession')).staff.role).toBe('owner');
  });

  it('stores the provider’s tokens encrypted', async () => {
    world.hire(colleague('secret', ['everyone']));
    await world.signIn('secret');
    const grants = await world.daemon.db.read(({ db, t }) =>
      db.select({ grant: t.staff_sessions.provider_grant }).from(t.staff_sessions),
    );
    const sealed = grants.flatMap(({ grant }) => grant ?? []);
    expect(sealed.length).toBeGreaterThan(0);
    for (const grant of sealed) expect(grant).toMatch(/^[\da-f]{8}(\.[\w-]+){3}$/);
  });
});
