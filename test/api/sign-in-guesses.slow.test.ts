import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { triesKeyOf } from '../../daemon/features/staff/sign-in-tries-store.ts';
import { addMember, codeAt, failBefore, type Member, signingIn } from '../support/http/staff.ts';
import { bearer, done, refusal, shape, testClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const MINUTE = 60_000;
const WRONG = 'a wrong password';
const locked = refusal(429, 'account_locked');
const wrong = refusal(401, 'invalid_credentials');

describe.each(['sqlite', 'postgres'] as const)('guesses at sign-in on %s', (database) => {
  let now = Date.UTC(2026, 0, 10);
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now, env: { REDEEMD_TRUST_PROXY: '1' } });
  });
  afterAll(() => daemon?.close());
  beforeEach(() => {
    now += 65 * MINUTE;
  });

  const from = (ip: string, more: Record<string, string> = {}) =>
    testClient(daemon.url, { 'X-Forwarded-For': ip, ...more });
  const signIn = (ip: string, email: string, password: string, more: { totp_code?: string } = {}) =>
    from(ip).call('signIn', { body: { email, password, ...more } });
  const guesses = (ip: string, email: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => signIn(ip, email, WRONG)));
  /** Returns the answers without their request IDs. */
  const told = (answers: Awaited<ReturnType<typeof guesses>>) =>
    answers.map(({ status, body, headers }) => {
      const { request_id: _, ...rest } = body as { request_id?: string };
      return { status, ...rest, retryAfter: headers.get('retry-after') };
    });
  /** Stores failures from other networks directly, because each real one would cost a password hash. */
  const failedElsewhere = (email: string, failures: number) =>
    daemon.db.write(async (handle) => {
      const { sign_in_tries: tries } = handle.t;
      const ofAll = and(eq(tries.account_hash, triesKeyOf(handle, email, '').account), eq(tries.network_hash, ''));
      await handle.db.update(tries).set({ failures, since: now }).where(ofAll);
    });

  it('reveal nothing about an account: unknown addresses are locked, too', async () => {
    const { email } = await addMember(daemon, 'viewer');
    const invited = done(
      await daemon.owner.call('createStaff', { body: { email: 'invited@example.test', name: 'I', role: 'viewer' } }),
    );
    const ip = '203.0.113.1';
    for (const who of [email, 'unknown@example.test', invited.email])
      await failBefore(daemon, { email: who, ip }, 7, now);
    for (let n = 7; n < 11; n += 1) {
      const [known = [], unknown, waiting] = await Promise.all(
        [email, 'unknown@example.test', invited.email].map(async (who) => told(await guesses(ip, who, 1))),
      );
      expect(unknown).toEqual(known);
      expect(waiting).toEqual(known);
      expect(known[0]?.status, `guess ${n + 1}`).toBe(n < 10 ? 401 : 429);
    }
    // Upper case and blanks do not make it a different address.
    expect(shape(await signIn('203.0.113.1', ' UNKNOWN@example.TEST ', WRONG))).toEqual(locked);
  });

  it('lock out their own network, and no other', async () => {
    const who = await addMember(daemon, 'viewer');
    await failBefore(daemon, { ...who, ip: '2001:db8:1:2::3' }, 6, now);
    const statuses = (await guesses('2001:db8:1:2::1', who.email, 8)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(4).fill(401), ...Array(4).fill(429)]);
    expect(shape(await signIn('2001:db8:1:2:ffff::9', who.email, who.password))).toEqual(locked);
    expect((await signIn('2001:db8:1:3::1', who.email, who.password)).status).toBe(200);
    expect((await signIn('203.0.113.2', who.email, who.password)).status).toBe(200);
    now += 15 * MINUTE;
    expect((await signIn('2001:db8:1:2::1', who.email, who.password)).status).toBe(200);
  });

  it('from many networks are limited, but not from a network from which the person has signed in before', async () => {
    const who = await addMember(daemon, 'viewer');
    expect((await signIn('198.51.100.1', who.email, who.password)).status).toBe(200);
    for (const email of [who.email, 'unknown2@example.test']) {
      expect(shape(await signIn('198.51.100.2', email, WRONG))).toEqual(wrong);
      await failedElsewhere(email, 99);
      // The hundredth failure in an hour is the last one that is reported as a wrong password.
      expect(shape(await signIn('198.51.100.3', email, WRONG))).toEqual(wrong);
      expect(shape(await signIn('198.51.100.4', email, WRONG))).toEqual(locked);
      now += 10 * MINUTE;
    }
    expect(shape(await signIn('198.51.100.5', who.email, who.password))).toEqual(locked);
    expect((await signIn('198.51.100.1', who.email, who.password)).status).toBe(200);
    // The network from which the invitation was accepted is known, too.
    expect((await signingIn(daemon)(who)).status).toBe(200);
    expect(shape(await signIn('198.51.100.5', who.email, who.password))).toEqual(locked);
    now += 51 * MINUTE;
    expect((await signIn('198.51.100.5', who.email, who.password)).status).toBe(200);
  });

  it('of passwords and codes count together, at sign-in and in changes to the account', async () => {
    const who = await withTotp();
    const session = from('192.0.2.1', bearer(who.token));
    const change = () =>
      session.call('changePassword', { body: { current_password: WRONG, new_password: 'twelve letters' } });
    const off = () => session.call('disableTotp', { body: { password: who.password, code: '000000' } });
    const renew = () => session.call('renewRecoveryCodes', { body: { password: WRONG, code: 'AAAA-BBBB-CCCC' } });
    const code = () => signIn('192.0.2.1', who.email, who.password, { totp_code: 'AAAA-BBBB-CCCC' });
    const tries = [change, off, renew, code];
    await failBefore(daemon, { ...who, ip: '192.0.2.1' }, 6, now);
    for (const attempt of tries) expect(shape(await attempt())).toEqual(wrong);
    for (const attempt of [change, off, renew, code]) expect(shape(await attempt())).toEqual(locked);
    expect((await signIn('192.0.2.2', who.email, who.password)).body).toMatchObject({ code: 'totp_required' });
  });

  it('of a second-factor code also count when an invitation is accepted', async () => {
    const who = await withTotp();
    const params = { staff_id: who.staff_id };
    const { invitation } = done(await daemon.owner.edit('changeStaff', { params, body: { reinvite: true } }));
    const accept = (totp_code?: string) =>
      from('192.0.2.3').call('acceptInvitation', {
        body: { token: invitation.token, password: 'a password anew', ...(totp_code ? { totp_code } : {}) },
      });
    await failBefore(daemon, { ...who, ip: '192.0.2.3' }, 8, now);
    for (let n = 8; n < 10; n += 1) expect(shape(await accept('AAAA-BBBB-CCCC'))).toEqual(wrong);
    expect(shape(await accept('AAAA-BBBB-CCCC'))).toEqual(locked);
    expect(shape(await signIn('192.0.2.3', who.email, who.password))).toEqual(locked);
  });

  it('are shown to the owner, who can lift the lock of every network', async () => {
    const who = await addMember(daemon, 'viewer');
    await failBefore(daemon, { ...who, ip: '192.0.2.4' }, 8, now);
    await guesses('192.0.2.4', who.email, 2);
    expect(shape(await signIn('192.0.2.4', who.email, who.password))).toEqual(locked);
    const params = { staff_id: who.staff_id };
    expect(done(await daemon.owner.call('getStaff', { params })).status).toBe('locked');
    const unlocked = await daemon.owner.edit('changeStaff', { params, body: { unlock: true } });
    expect(done(unlocked).status).toBe('active');
    expect((await signIn('192.0.2.4', who.email, who.password)).status).toBe(200);
  });

  it('leave only rows without addresses, which are removed after an hour', async () => {
    const rows = () => daemon.db.read(({ db, t }) => db.select().from(t.sign_in_tries));
    for (let n = 0; n < 5; n += 1) await signIn('192.0.2.5', `flood-${n}@example.test`, WRONG);
    const before = await rows();
    expect(before.length).toBeGreaterThanOrEqual(10);
    expect(JSON.stringify(before)).not.toMatch(/flood|192\.0\.2/);
    now += 61 * MINUTE;
    // Each attempt removes more rows than it adds.
    for (let n = 0; n < 5; n += 1) await signIn('192.0.2.5', 'another@example.test', WRONG);
    const flood = new Set(before.filter((row) => row.passed_at === null).map((row) => row.account_hash));
    expect((await rows()).filter((row) => flood.has(row.account_hash))).toEqual([]);
  });

  async function withTotp(): Promise<Member> {
    const who = await addMember(daemon, 'viewer');
    const { secret } = done(await who.ask.call('startTotp'));
    done(await who.ask.call('confirmTotp', { body: { code: codeAt(secret, now) } }));
    return who;
  }
});
