import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, codeAt, failBefore, type Member, signingIn } from '../support/http/staff.ts';
import { done, pointersOf, refusal, shape } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const STEP = 30_000;

describe.each(['sqlite', 'postgres'] as const)('recovery codes on %s', (database) => {
  let now = Date.UTC(2026, 0, 10);
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
  });
  afterAll(() => daemon?.close());
  beforeEach(() => {
    now += 10 * STEP;
  });
  const signIn = (who: Member, totp_code: string) => signingIn(daemon)(who, { totp_code });
  const withCodes = async () => {
    const who = await addMember(daemon, 'viewer');
    const { secret } = done(await who.ask.call('startTotp'));
    const confirmed = done(await who.ask.call('confirmTotp', { body: { code: codeAt(secret, now) } }));
    return { who, secret, codes: confirmed.recovery_codes as string[] };
  };
  const leftOf = async ({ ask }: Member) => done(await ask.call('getSession')).staff.recovery_codes_left;
  const keptOf = ({ staff_id }: Member) =>
    daemon.db.read(async ({ db, t }) =>
      (await db.select().from(t.staff_recovery_codes)).filter((row) => row.staff_id === staff_id),
    );
  const auditOf = async ({ staff_id }: Member) =>
    (await daemon.db.read(({ db, t }) => db.select().from(t.audit_log))).filter(
      (row) => row.entity === 'staff' && row.entity_id === String(staff_id),
    );

  it('are created, ten in number, when the second factor is turned on, and no row contains them', async () => {
    const { who, codes } = await withCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){2}$/);
    expect(await leftOf(who)).toBe(10);
    const rows = JSON.stringify([await keptOf(who), await auditOf(who)]);
    for (const code of codes) {
      expect(rows).not.toContain(code);
      expect(rows).not.toContain(code.replaceAll('-', ''));
    }
  });

  it('work once each, with or without dashes and in any case, and each use is audited', async () => {
    const { who, codes } = await withCodes();
    const [first = '', second = ''] = codes;
    expect(done(await signIn(who, first)).staff.recovery_codes_left).toBe(9);
    expect(shape(await signIn(who, first))).toEqual(refusal(401, 'invalid_credentials'));
    expect((await signIn(who, ` ${second.toLowerCase().replaceAll('-', '')} `)).status).toBe(200);
    expect(await leftOf(who)).toBe(8);
    const uses = (await auditOf(who)).filter((row) => row.action === 'staff.use_recovery_code');
    expect(uses.map((row) => [row.staff_id, row.before, row.after])).toEqual([
      [who.staff_id, '{"recovery_codes_left":10}', '{"recovery_codes_left":9}'],
      [who.staff_id, '{"recovery_codes_left":9}', '{"recovery_codes_left":8}'],
    ]);
  });

  it('open only one session each, even if they are used many times simultaneously', async () => {
    const { who, codes } = await withCodes();
    for (const code of codes.slice(0, 3)) {
      const tries = await Promise.all(Array.from({ length: 4 }, () => signIn(who, code)));
      expect(tries.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    }
    expect(await leftOf(who)).toBe(7);
    expect((await keptOf(who)).filter((row) => row.used_at !== null)).toHaveLength(3);
  });

  it('count towards the lockout if they are wrong, and are refused while the account is locked', async () => {
    const { who, codes } = await withCodes();
    const other = await withCodes();
    await failBefore(daemon, who, 8, now);
    expect(shape(await signIn(who, 'AAAA-BBBB-CCCC'))).toEqual(refusal(401, 'invalid_credentials'));
    // This code belongs to another person.
    expect(shape(await signIn(who, other.codes[0] ?? ''))).toEqual(refusal(401, 'invalid_credentials'));
    expect(shape(await signIn(who, codes[0] ?? ''))).toEqual(refusal(429, 'account_locked'));
    expect(await leftOf(who)).toBe(10);
    expect(await leftOf(other.who)).toBe(10);
    for (const odd of ['AAAA-BBBB', 'AAAA-BBBB-CCC!', '1234567']) {
      const refused = await signIn(other.who, odd);
      expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
      expect(pointersOf(refused)).toEqual(['/totp_code']);
    }
  });

  it('are renewed with the password and a code, and the earlier ones stop working', async () => {
    const { who, secret, codes } = await withCodes();
    const renew = (password: string, code: string) => who.ask.call('renewRecoveryCodes', { body: { password, code } });
    now += STEP;
    expect(shape(await renew('wrong', codeAt(secret, now)))).toEqual(refusal(401, 'invalid_credentials'));
    expect(shape(await renew(who.password, 'AAAA-BBBB-CCCC'))).toEqual(refusal(401, 'invalid_credentials'));
    const renewed = done(await renew(who.password, codeAt(secret, now))).recovery_codes;
    expect(renewed).toHaveLength(10);
    expect(await keptOf(who)).toHaveLength(10);
    expect(shape(await signIn(who, codes[0] ?? ''))).toEqual(refusal(401, 'invalid_credentials'));
    expect((await signIn(who, renewed[0] ?? '')).status).toBe(200);
    // A person who has lost the app can renew the codes with an unused recovery code.
    const again = done(await renew(who.password, renewed[1] ?? '')).recovery_codes;
    expect(await leftOf(who)).toBe(10);
    expect((await signIn(who, again[9] ?? '')).status).toBe(200);
    const actions = (await auditOf(who)).map((row) => row.action);
    expect(actions.filter((action) => action === 'staff.renew_recovery_codes')).toHaveLength(2);
  });

  it('are deleted when the second factor is turned off or reset by an owner, or the person is removed', async () => {
    const [off, reset, removed] = [await withCodes(), await withCodes(), await withCodes()];
    const turnOff = { password: off.who.password, code: off.codes[0] ?? '' };
    expect(shape(await off.who.ask.call('disableTotp', { body: turnOff }))).toEqual({
      status: 200,
      body: { totp: false },
    });
    expect(await leftOf(off.who)).toBe(0);
    const renew = { password: off.who.password, code: off.codes[1] ?? '' };
    expect(shape(await off.who.ask.call('renewRecoveryCodes', { body: renew }))).toEqual(
      refusal(400, 'invalid_status_move'),
    );
    const params = { staff_id: reset.who.staff_id };
    done(await daemon.owner.edit('changeStaff', { params, body: { reset_totp: true } }));
    done(await daemon.owner.call('removeStaff', { params: { staff_id: removed.who.staff_id } }));
    for (const { who } of [off, reset, removed]) expect(await keptOf(who)).toEqual([]);
  });
});
