import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPasskey, newDevice, PUBLIC_URL } from '../support/http/passkeys.ts';
import { addMember, codeAt, failBefore, keepSessions, type Member, signingIn } from '../support/http/staff.ts';
import { bearer, done, refusal, shape, type TestClient, testClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const MINUTE = 60_000;
const WRONG = refusal(401, 'invalid_credentials');

describe.each(['sqlite', 'postgres'] as const)('passkeys on %s', (database) => {
  let now = Date.UTC(2026, 0, 10);
  let daemon: TestDaemon;
  beforeAll(async () => {
    const env = { REDEEMD_PUBLIC_URL: PUBLIC_URL };
    daemon = await startTestDaemon({ database, clock: () => now, env });
  });
  afterAll(() => daemon?.close());
  beforeEach(() => {
    now += 10 * MINUTE;
  });
  const challenge = async () => done(await daemon.client.call('challengePasskey'));
  const enter = (passkey: ReturnType<ReturnType<typeof newDevice>['get']>) =>
    daemon.client.call('enterWithPasskey', { body: { passkey } });
  const withPasskey = async (role: 'owner' | 'finance' | 'viewer' = 'viewer') => {
    const who = await addMember(daemon, role);
    const device = newDevice(PUBLIC_URL);
    const { recovery_codes } = await addPasskey(who, device);
    return { who, device, recovery_codes };
  };
  /** Returns a new response from the device, created a millisecond after the previous one. */
  const proofOf = async (device: ReturnType<typeof newDevice>) => {
    now += 1;
    return device.get(await challenge());
  };
  const set = (columns: { totp_required?: boolean; provider_only?: boolean }) =>
    daemon.db.write(({ db, t }) => db.update(t.organisation).set(columns));
  const as = (token: string | null) => testClient(daemon.url, bearer(token ?? ''));
  const signIn = (who: Member, fields: object = {}) => signingIn(daemon)(who, fields);
  const actionsOf = async ({ staff_id }: Member) => {
    const query = { entity: 'staff', entity_id: String(staff_id) };
    return done(await daemon.owner.call('listAudit', { query })).data;
  };

  it('sign a person in, serve as the second factor after the password, and stop working once removed', async () => {
    const { who, device, recovery_codes } = await withPasskey();
    expect(recovery_codes).toHaveLength(10);
    const signedIn = done(await enter(await proofOf(device)));
    expect(signedIn.staff).toMatchObject({ staff_id: who.staff_id, has_passkey: true, totp: false });
    const { data } = done(await as(signedIn.token).call('listOwnPasskeys'));
    expect(data).toMatchObject([{ name: 'Key', last_used_at: new Date(now).toISOString() }]);

    expect(shape(await signIn(who))).toEqual(refusal(401, 'totp_required'));
    expect(shape(await signIn(who, { totp_code: '123456' }))).toEqual(WRONG);
    done(await signIn(who, { passkey: await proofOf(device) }));
    done(await signIn(who, { totp_code: recovery_codes[0] }));

    const { passkey_id } = data[0];
    const remove = (ask: TestClient, fields: object = {}) =>
      ask.call('removePasskey', { params: { passkey_id }, body: { password: who.password, ...fields } });
    expect(shape(await remove(who.ask))).toEqual(refusal(401, 'totp_required'));
    const other = await withPasskey();
    const theirs = await proofOf(other.device);
    expect(shape(await remove(who.ask, { passkey: theirs }))).toEqual(WRONG);
    const othersBody = { password: other.who.password, passkey: theirs };
    const others = await other.who.ask.call('removePasskey', { params: { passkey_id }, body: othersBody });
    expect(shape(others)).toEqual(refusal(404, 'not_found'));
    expect(done(await remove(who.ask, { passkey: await proofOf(device) }))).toEqual({ has_passkey: false });

    expect(shape(await enter(await proofOf(device)))).toEqual(WRONG);
    done(await signIn(who));
    expect(done(await who.ask.call('getSession')).staff).toMatchObject({ has_passkey: false, recovery_codes_left: 0 });
    const log = await actionsOf(who);
    expect(log).toContainEqual(
      expect.objectContaining({ action: 'staff.add_passkey', after: { passkey_name: 'Key' } }),
    );
    expect(log).toContainEqual(expect.objectContaining({ action: 'staff.remove_passkey' }));
  });

  it('are added only with the password and the second factor, and only by the person who began adding them', async () => {
    const { who, device } = await withPasskey();
    const start = (fields: object) =>
      who.ask.call('startPasskey', { body: { name: 'Second', password: who.password, ...fields } });
    expect(shape(await start({ password: 'wrong' }))).toEqual(WRONG);
    expect(shape(await start({}))).toEqual(refusal(401, 'totp_required'));
    const options = done(await start({ passkey: await proofOf(device) }));
    expect(options).toMatchObject({
      ...{ rp: { id: 'codes.example.com' }, attestation: 'none', excludeCredentials: [{ id: device.id }] },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const second = newDevice(PUBLIC_URL);
    const add = (ask: TestClient, passkey = second.create(options)) => ask.call('addPasskey', { body: passkey });
    const other = await addMember(daemon, 'viewer');
    expect(shape(await add(other.ask))).toEqual(WRONG);
    expect(shape(await add(who.ask, second.create(await challenge())))).toEqual(WRONG);
    expect(shape(await add(who.ask, second.create(options, { origin: 'https://evil.example' })))).toEqual(WRONG);
    expect(shape(await add(who.ask, second.create(options, { isVerified: false })))).toEqual(WRONG);
    expect(done(await add(who.ask)).recovery_codes).toBeNull();
    expect(shape(await add(who.ask))).toEqual(refusal(409, 'duplicate'));
    const late = done(await start({ passkey: await proofOf(second) }));
    now += 5 * MINUTE;
    expect(shape(await add(who.ask, newDevice(PUBLIC_URL).create(late)))).toEqual(WRONG);
  });

  it('accept each response once, even if it arrives twice at the same moment', async () => {
    const { who, device } = await withPasskey();
    const [older, answer] = [await proofOf(device), await proofOf(device)];
    const answers = await Promise.all([enter(answer), enter(answer), signIn(who, { passkey: answer })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(shape(await enter(older))).toEqual(WRONG);
    const counted = newDevice(PUBLIC_URL, { from: 7 });
    const body = { name: 'Counts', password: who.password, passkey: await proofOf(device) };
    done(
      await who.ask.call('addPasskey', { body: counted.create(done(await who.ask.call('startPasskey', { body }))) }),
    );
    done(await enter(await proofOf(counted)));
    // A copy of the device would send a lower signature count.
    now += 1;
    expect(shape(await enter(counted.get(await challenge(), { signatures: 8 })))).toEqual(WRONG);
  });

  it('are refused if the response is from another site, from a device that did not verify the person, or to an unknown or expired challenge', async () => {
    const { device } = await withPasskey();
    const options = await challenge();
    const answers = [
      device.get(options, { origin: 'https://evil.example' }),
      device.get(options, { rpId: 'evil.example' }),
      device.get(options, { isVerified: false }),
      device.get({ ...options, challenge: Buffer.from('mine').toString('base64url') }),
      { ...device.get(options), signature: newDevice(PUBLIC_URL).get(options).signature },
      newDevice(PUBLIC_URL).get(options),
      { ...device.get(options), client_data: 'e30' },
      { ...device.get(options), authenticator_data: 'AA' },
    ];
    for (const answer of answers) expect(shape(await enter(answer))).toEqual(WRONG);
    now += 5 * MINUTE;
    expect(shape(await enter(device.get(options)))).toEqual(WRONG);
    // The daemon's clock was ahead when it created the challenge.
    now -= 20 * MINUTE;
    expect(shape(await enter(device.get(options)))).toEqual(WRONG);
    now += 20 * MINUTE;
    done(await enter(await proofOf(device)));
  });

  it('work even if the daemon’s clock was previously ahead', async () => {
    const { device } = await withPasskey();
    await keepSessions(daemon, now + 48 * 60 * MINUTE);
    now += 24 * 60 * MINUTE;
    done(await enter(await proofOf(device)));
    now -= 24 * 60 * MINUTE;
    done(await enter(await proofOf(device)));
  });

  it('satisfy a required second factor, and are removed when an owner resets it or removes the person', async () => {
    const who = await addMember(daemon, 'finance');
    // The owner has no second factor, so a request from the owner could not turn the setting off again.
    await set({ totp_required: true });
    const refused = shape(await who.ask.call('listPayoutRuns'));
    const device = newDevice(PUBLIC_URL);
    await addPasskey(who, device);
    const accepted = await who.ask.call('listPayoutRuns');
    await set({ totp_required: false });
    expect(refused).toEqual(refusal(403, 'totp_setup_required'));
    done(accepted);

    const params = { staff_id: who.staff_id };
    const after = done(await daemon.owner.edit('changeStaff', { params, body: { reset_totp: true } }));
    expect(after.has_passkey).toBe(false);
    expect(shape(await enter(await proofOf(device)))).toEqual(WRONG);
    done(await signIn(who));
    await addPasskey(who, device);
    done(await daemon.owner.call('removeStaff', { params }));
    expect(shape(await enter(await proofOf(device)))).toEqual(WRONG);
    expect(await daemon.db.read(({ db, t }) => db.select().from(t.staff_passkeys))).not.toContainEqual(
      expect.objectContaining(params),
    );
  });

  it('can be used to turn off a lost authenticator app, and the recovery codes remain valid', async () => {
    const { who, device } = await withPasskey();
    const { secret } = done(await who.ask.call('startTotp'));
    done(await who.ask.call('confirmTotp', { body: { code: codeAt(secret, now) } }));
    const proof = { password: who.password, passkey: await proofOf(device) };
    expect(done(await who.ask.call('disableTotp', { body: proof }))).toEqual({ totp: false });
    expect(done(await who.ask.call('getSession')).staff).toMatchObject({ has_passkey: true, recovery_codes_left: 10 });
    const again = { password: who.password, passkey: await proofOf(device) };
    expect(done(await who.ask.call('renewRecoveryCodes', { body: again })).recovery_codes).toHaveLength(10);
  });

  it('let in a person whose account is locked after wrong passwords, but not one who must use the company account', async () => {
    const { who, device } = await withPasskey();
    await failBefore(daemon, who, 9, now);
    expect(shape(await signIn({ ...who, password: 'a guess' }))).toEqual(WRONG);
    expect(shape(await signIn(who))).toEqual(refusal(429, 'account_locked'));
    done(await enter(await proofOf(device)));
    await set({ provider_only: true });
    const refused = shape(await enter(await proofOf(device)));
    await set({ provider_only: false });
    expect(refused).toEqual(refusal(403, 'provider_only'));
  });

  it('are limited to 20 per person', async () => {
    const { who, device } = await withPasskey();
    await daemon.db.write(async ({ db, t }) => {
      const filler = Array.from({ length: 18 }, (_, i) => ({
        ...{ staff_id: who.staff_id, name: `Filler ${i}`, public_key: 'AA', signatures: 0, created_at: now },
        credential_id: `filler ${who.staff_id} ${i}`,
      }));
      await db.insert(t.staff_passkeys).values(filler);
    });
    const start = async () =>
      who.ask.call('startPasskey', {
        body: { name: 'More', password: who.password, passkey: await proofOf(device) },
      });
    const options = [done(await start()), done(await start())];
    const added = await Promise.all(
      options.map((one) => who.ask.call('addPasskey', { body: newDevice(PUBLIC_URL).create(one) })),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(shape(await start())).toEqual(refusal(400, 'too_many_passkeys'));
  });
});

describe('passkeys need a secure public URL with a host name', () => {
  it.each([
    ['http://127.0.0.1:8080', false],
    ['https://192.0.2.1', false],
    ['https://[2001:db8::1]', false],
    ['http://codes.example.com', false],
    ['http://localhost:8080', true],
    ['https://codes.example.com/base', true],
  ])('%s: %s', async (url, isAvailable) => {
    const daemon = await startTestDaemon({ env: { REDEEMD_PUBLIC_URL: url } });
    try {
      expect(done(await daemon.owner.call('listOwnPasskeys')).is_available).toBe(isAvailable);
      const { status, body } = await daemon.client.call('challengePasskey');
      expect([status, body.code]).toEqual(isAvailable ? [200, undefined] : [400, 'passkeys_unavailable']);
    } finally {
      await daemon.close();
    }
  });
});
