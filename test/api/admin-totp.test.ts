import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, codeAt, failBefore, failuresOf, type Member, signingIn } from '../support/http/staff.ts';
import { bearer, done, refusal, shape, type TestClient, testClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const STEP = 30_000;
const LOCK = 15 * 60_000;

describe.each(['sqlite', 'postgres'] as const)('the second factor on %s', (database) => {
  let now = Date.UTC(2026, 0, 10);
  let daemon: TestDaemon;
  let owner: TestClient;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    owner = daemon.owner;
  });
  afterAll(() => daemon?.close());
  // A code is accepted only once, so each test begins in a new time step.
  beforeEach(() => {
    now += 10 * STEP;
  });
  const code = (secret: string) => codeAt(secret, now);
  const wrong = (secret: string) => code(secret).replace(/^./, (digit) => String((Number(digit) + 1) % 10));
  const signIn = (who: Member, totp_code?: string) => signingIn(daemon)(who, totp_code ? { totp_code } : {});
  /** Adds a member with a second factor, which uses up the code of the current time step. */
  const withTotp = async (role: 'owner' | 'finance' | 'viewer' = 'viewer') => {
    const who = await addMember(daemon, role);
    const { secret } = done(await who.ask.call('startTotp'));
    done(await who.ask.call('confirmTotp', { body: { code: code(secret) } }));
    return { who, secret };
  };
  const rowOf = async ({ staff_id }: Member) => {
    const rows = await daemon.db.read(({ db, t }) => db.select().from(t.staff));
    return rows.find((row) => row.staff_id === staff_id);
  };

  it('is required once its first code is confirmed', async () => {
    const who = await addMember(daemon, 'viewer');
    const [first, second] = [done(await who.ask.call('startTotp')), done(await who.ask.call('startTotp'))];
    expect(second.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(second.otpauth_url).toContain(`secret=${second.secret}`);
    expect(second.otpauth_url).toContain(encodeURIComponent(who.email));
    const confirm = (value: string) => who.ask.call('confirmTotp', { body: { code: value } });
    // The secret of the earlier request is no longer valid.
    expect(shape(await confirm(code(first.secret)))).toEqual(refusal(401, 'invalid_credentials'));
    expect((await signIn(who)).status).toBe(200);
    expect(shape(await confirm(code(second.secret)))).toEqual({
      status: 200,
      body: { totp: true, recovery_codes: expect.any(Array) },
    });
    expect(shape(await confirm(code(second.secret)))).toEqual(refusal(400, 'invalid_status_move'));
    expect(shape(await who.ask.call('startTotp'))).toEqual(refusal(409, 'duplicate'));
    expect((await who.ask.call('getSession')).body.staff.totp).toBe(true);
    const row = await rowOf(who);
    expect(row?.totp_secret).toMatch(/^[0-9a-f]{8}\./);
    expect(JSON.stringify(row)).not.toContain(second.secret);
    const log = await daemon.db.read(({ db, t }) => db.select().from(t.audit_log));
    expect(log.map((entry) => [entry.action, entry.staff_id])).toContainEqual(['staff.enable_totp', who.staff_id]);
    expect(JSON.stringify(log)).not.toContain(second.secret);
  });

  it('is requested only after the right password, and each code works once', async () => {
    const { who, secret } = await withTotp();
    expect(shape(await signIn({ ...who, password: 'wrong' }))).toEqual(refusal(401, 'invalid_credentials'));
    expect(shape(await signIn(who))).toEqual(refusal(401, 'totp_required'));
    // The code that confirmed the second factor cannot be used again.
    expect(shape(await signIn(who, code(secret)))).toEqual(refusal(401, 'invalid_credentials'));
    now += STEP;
    expect(shape(await signIn(who, wrong(secret)))).toEqual(refusal(401, 'invalid_credentials'));
    expect((await signIn(who, code(secret))).status).toBe(200);
    expect(shape(await signIn(who, code(secret)))).toEqual(refusal(401, 'invalid_credentials'));
    now += STEP;
    expect((await signIn(who, codeAt(secret, now + STEP))).status).toBe(200);
    // A code older than the last accepted one is refused, too.
    expect((await signIn(who, code(secret))).status).toBe(401);
    expect(shape(await signIn(who, '12345'))).toEqual(refusal(400, 'invalid_request'));
  });

  it('opens only one session if a code is used four times simultaneously', async () => {
    const { who, secret } = await withTotp();
    for (let round = 0; round < 3; round += 1) {
      now += STEP;
      const tries = await Promise.all(Array.from({ length: 4 }, () => signIn(who, code(secret))));
      expect(tries.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    }
  });

  it('locks the account after wrong codes; a missing code neither counts as a failure nor clears earlier failures', async () => {
    const { who, secret } = await withTotp();
    now += STEP;
    for (let missing = 0; missing < 2; missing += 1)
      expect(shape(await signIn(who))).toEqual(refusal(401, 'totp_required'));
    expect(await failuresOf(daemon, who)).toEqual({ failures: 0, locked_until: null });
    await failBefore(daemon, who, 7, now);
    for (let failed = 7; failed < 10; failed += 1) {
      expect(shape(await signIn(who))).toEqual(refusal(401, 'totp_required'));
      expect(shape(await signIn(who, wrong(secret)))).toEqual(refusal(401, 'invalid_credentials'));
    }
    expect(shape(await signIn(who, code(secret)))).toEqual(refusal(429, 'account_locked'));
    expect(shape(await signIn(who))).toEqual(refusal(429, 'account_locked'));
    now += LOCK;
    expect((await signIn(who, code(secret))).status).toBe(200);
    expect(await failuresOf(daemon, who)).toEqual({ failures: 0, locked_until: null });
  });

  it('can be turned off with the password and a code, or by an owner', async () => {
    const { who, secret } = await withTotp();
    const disable = (password: string, value: string) =>
      who.ask.call('disableTotp', { body: { password, code: value } });
    now += STEP;
    expect(shape(await disable('wrong', code(secret)))).toEqual(refusal(401, 'invalid_credentials'));
    expect(shape(await disable(who.password, wrong(secret)))).toEqual(refusal(401, 'invalid_credentials'));
    expect((await failuresOf(daemon, who)).failures).toBe(2);
    expect(shape(await disable(who.password, code(secret)))).toEqual({ status: 200, body: { totp: false } });
    expect(await rowOf(who)).toMatchObject({ totp_secret: null, totp_last_step: null });
    expect((await failuresOf(daemon, who)).failures).toBe(0);
    expect(shape(await disable(who.password, '123456'))).toEqual(refusal(400, 'invalid_status_move'));
    expect((await signIn(who)).status).toBe(200);
    const lost = await withTotp();
    const reset = await owner.edit('changeStaff', {
      params: { staff_id: lost.who.staff_id },
      body: { reset_totp: true },
    });
    expect(reset.body.totp).toBe(false);
    expect((await signIn(lost.who)).status).toBe(200);
  });

  it('is also required when a member who forgot the password accepts an invitation', async () => {
    const { who, secret } = await withTotp();
    now += STEP;
    const { invitation } = done(
      await owner.edit('changeStaff', { params: { staff_id: who.staff_id }, body: { reinvite: true } }),
    );
    const accepting = { token: invitation.token, password: 'a password anew' };
    const accept = (more: object) => daemon.client.call('acceptInvitation', { body: { ...accepting, ...more } });
    expect(shape(await accept({}))).toEqual(refusal(401, 'totp_required'));
    expect(shape(await accept({ totp_code: wrong(secret) }))).toEqual(refusal(401, 'invalid_credentials'));
    expect((await failuresOf(daemon, who)).failures).toBe(1);
    expect((await signIn(who, code(secret))).status).toBe(200);
    now += STEP;
    expect((await accept({ totp_code: code(secret) })).body.staff.totp).toBe(true);
  });

  it('can be required of owners and finance, who must then set one up before anything else', async () => {
    const finance = await addMember(daemon, 'finance');
    const viewer = await addMember(daemon, 'viewer');
    const ready = await withTotp('owner');
    const settings = await owner.edit('changeSettings', { body: { totp_required: true } });
    expect(settings.body.totp_required).toBe(true);
    const without: [string, string, unknown?][] = [
      ['GET', '/v1/admin/settings'],
      ['PATCH', '/v1/admin/settings', { totp_required: false }],
      ['POST', '/v1/admin/staff', { email: 'x@example.test', name: 'x', role: 'owner' }],
    ];
    for (const [method, path, body] of without)
      expect(shape(await owner.send(method, path, body)), path).toEqual(refusal(403, 'totp_setup_required'));
    expect(shape(await finance.ask.call('listCreators'))).toEqual(refusal(403, 'totp_setup_required'));
    expect(shape(await finance.ask.call('getSettings'))).toEqual(refusal(403, 'forbidden'));
    expect((await viewer.ask.call('listCampaigns')).status).toBe(200);
    expect((await ready.who.ask.call('getSettings')).status).toBe(200);
    // The member can set up the second factor, even after a new sign-in, and can then do everything else immediately.
    const again = testClient(daemon.url, bearer(done(await signIn(finance)).token));
    const mustSetUp = async (ask: TestClient) => (await ask.call('getSession')).body.staff.totp_setup_required;
    expect((await again.call('getSession')).body.staff).toMatchObject({ role: 'finance', totp: false });
    expect(await mustSetUp(again)).toBe(true);
    expect(await mustSetUp(viewer.ask)).toBe(false);
    expect(await mustSetUp(ready.who.ask)).toBe(false);
    expect(done(await signIn(finance)).staff.totp_setup_required).toBe(true);
    const { secret } = done(await again.call('startTotp'));
    expect((await again.call('listCreators')).status).toBe(403);
    done(await again.call('confirmTotp', { body: { code: code(secret) } }));
    expect((await again.call('listCreators')).status).toBe(200);
    expect(await mustSetUp(again)).toBe(false);
    // A new role takes effect immediately, too.
    const risen = await ready.who.ask.edit('changeStaff', {
      params: { staff_id: viewer.staff_id },
      body: { role: 'finance' },
    });
    expect(risen.status).toBe(200);
    expect(shape(await viewer.ask.call('listCreators'))).toEqual(refusal(403, 'totp_setup_required'));
    const passwords = { current_password: viewer.password, new_password: 'another password' };
    const fresh = done(await viewer.ask.call('changePassword', { body: passwords }));
    expect((await testClient(daemon.url, bearer(fresh.token)).call('signOut')).status).toBe(200);
    done(await ready.who.ask.edit('changeSettings', { body: { totp_required: false } }));
    expect((await owner.call('getSettings')).body.totp_required).toBe(false);
  });
});
