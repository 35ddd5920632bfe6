import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDaemon } from '../../daemon/compose.ts';
import { readConfig } from '../../daemon/config.ts';
import { hashCost, hashPassword } from '../../daemon/features/staff/passwords.ts';
import { findStaff, updateStaff } from '../../daemon/features/staff/staff-store.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { addMember, failBefore, signingIn } from '../support/http/staff.ts';
import { type Answered, bearer, done, iso, refusal, shape, testClient } from '../support/http/test-client.ts';
import { OWNER, startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';

const HOUR = 3_600_000;
const SESSION = '/v1/admin/session';
const NEW = 'another long password';

/** Returns the cookie as a browser sends it back. */
const cookieOf = ({ headers }: Answered) => ({ Cookie: headers.get('set-cookie')?.split(';')[0] ?? '' });

describe.each(['sqlite', 'postgres'] as const)('sessions on %s', (database) => {
  const now = Date.UTC(2026, 0, 10);
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
  });
  afterAll(() => daemon?.close());
  const as = (headers: Record<string, string>) => testClient(daemon.url, headers);
  const invited = async (email: string) =>
    done(await as(bearer(daemon.ownerToken)).call('createStaff', { body: { email, name: 'x', role: 'live_ops' } }));

  describe('a password hashed at an earlier, lower cost', () => {
    const EARLIER = { ...hashCost, N: hashCost.N / 2 };
    const stored = async (staffId: number) => {
      const { password_hash } = (await daemon.db.read((handle) => findStaff(handle, staffId))) ?? {};
      return password_hash?.split('$').slice(0, -2).join('$');
    };
    const nameOf = ({ N, r, p }: typeof hashCost) => ['scrypt', N, r, p].join('$');
    const withEarlierHash = async () => {
      const who = await addMember(daemon, 'viewer');
      const today = { ...hashCost };
      Object.assign(hashCost, EARLIER);
      const password_hash = await hashPassword(who.password);
      Object.assign(hashCost, today);
      await daemon.db.write((handle) => updateStaff(handle, who.staff_id, { password_hash }));
      return who;
    };

    it('is hashed again at the next sign-in, even if there are several sign-ins at once', async () => {
      const who = await withEarlierHash();
      expect(await stored(who.staff_id)).toBe(nameOf(EARLIER));
      const at = () => signingIn(daemon)(who);
      const answers = await Promise.all([at(), at(), at(), at()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await stored(who.staff_id)).toBe(nameOf(hashCost));
      expect((await at()).status).toBe(200);
    });

    it('is not changed after a wrong password', async () => {
      const who = await withEarlierHash();
      expect((await signingIn(daemon)({ ...who, password: 'a wrong password' })).status).toBe(401);
      expect(await stored(who.staff_id)).toBe(nameOf(EARLIER));
    });
  });

  describe('a change of password', () => {
    const change = (ask: ReturnType<typeof as>, current_password: string, more: object = {}) =>
      ask.call('changePassword', { body: { current_password, new_password: NEW, ...more } });

    it('ends every session of the member, and no one else’s', async () => {
      const who = await addMember(daemon, 'moderator');
      const elsewhere = as(bearer(done(await signingIn(daemon)(who)).token));
      const other = await addMember(daemon, 'moderator');
      const changed = await change(who.ask, who.password);
      expect(changed).toMatchObject({
        status: 200,
        body: { token: expect.any(String), expires_at: iso(now + 12 * HOUR) },
      });
      expect(changed.headers.get('set-cookie')).toBeNull();
      const fresh = as(bearer(changed.body.token));
      const statuses = [who.ask, elsewhere, fresh, other.ask].map(async (ask) => (await ask.call('getSession')).status);
      expect(await Promise.all(statuses)).toEqual([401, 401, 200, 200]);
      expect((await signingIn(daemon)(who)).status).toBe(401);
      expect((await signingIn(daemon)({ ...who, password: NEW })).status).toBe(200);
      const log = await daemon.db.read(({ db, t }) => db.select().from(t.audit_log));
      expect(log.map((row) => [row.action, row.staff_id])).toContainEqual(['staff.change_password', who.staff_id]);
      expect(JSON.stringify(log)).not.toContain(NEW);
    });

    it('invalidates an open invitation', async () => {
      const who = await addMember(daemon, 'moderator');
      const owner = as(bearer(daemon.ownerToken));
      const { invitation } = done(
        await owner.edit('changeStaff', { params: { staff_id: who.staff_id }, body: { reinvite: true } }),
      );
      await change(who.ask, who.password);
      const accepting = { token: invitation.token, password: NEW };
      expect((await as({}).call('acceptInvitation', { body: accepting })).status).toBe(401);
    });

    it('is refused without the current password, and wrong passwords lock the account', async () => {
      const who = await addMember(daemon, 'moderator');
      expect(shape(await change(who.ask, who.password, { new_password: 'short' }))).toEqual(
        refusal(400, 'invalid_request'),
      );
      await failBefore(daemon, who, 7, now);
      const guesses = await Promise.all(Array.from({ length: 4 }, () => change(who.ask, 'wrong')));
      const codes = guesses.map(({ body }) => body.code).sort();
      expect(codes).toEqual(['account_locked', ...Array.from({ length: 3 }, () => 'invalid_credentials')]);
      expect(shape(await change(who.ask, who.password))).toEqual(refusal(429, 'account_locked'));
      expect(shape(await signingIn(daemon)(who))).toEqual(refusal(429, 'account_locked'));
      // The lock does not end the open session.
      expect((await who.ask.call('getSession')).status).toBe(200);
    });

    it('is made only once if it is sent twice simultaneously', async () => {
      const who = await addMember(daemon, 'moderator');
      const both = await Promise.all([1, 2].map((n) => change(who.ask, who.password, { new_password: `${NEW} ${n}` })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
      const sessions = await daemon.db.read(({ db, t }) => db.select().from(t.staff_sessions));
      expect(sessions.filter((row) => row.staff_id === who.staff_id)).toHaveLength(1);
    });
  });

  describe('in a cookie', () => {
    const signIn = () => signingIn(daemon)(OWNER, { cookie: true });
    const create = { name: 'Web', kind: 'client' as const };

    it('hide the token from the page', async () => {
      const signedIn = await signIn();
      const { csrf_token, ...body } = signedIn.body;
      expect(body).toEqual({
        token: null,
        staff: expect.objectContaining({ role: 'owner' }),
        expires_at: iso(now + 12 * HOUR),
        environment: { name: 'production', colour: null },
      });
      expect(signedIn.headers.get('set-cookie')).toMatch(
        /^redeemd_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
      );
      const page = as(cookieOf(signedIn));
      expect(shape(await page.call('getSession'))).toEqual({
        status: 200,
        body: { staff: body.staff, expires_at: body.expires_at, environment: body.environment, csrf_token },
      });
      expect((await as(bearer(daemon.ownerToken)).call('getSession')).body).not.toHaveProperty('csrf_token');
      const plain = await signingIn(daemon)(OWNER, { cookie: false });
      expect(plain.body.token).toEqual(expect.any(String));
      expect(plain.headers.get('set-cookie')).toBeNull();
    });

    it('allow no change without the CSRF token of this session', async () => {
      const signedIn = await signIn();
      const other = await signIn();
      const cookie = cookieOf(signedIn);
      const keys = (headers: Record<string, string>) =>
        as({ ...cookie, ...headers }).call('createApiKey', { body: create });
      for (const headers of [{}, { 'X-CSRF-Token': '' }, { 'X-CSRF-Token': other.body.csrf_token }])
        expect(shape(await keys(headers as Record<string, string>))).toEqual(refusal(403, 'csrf'));
      expect((await keys({ 'X-CSRF-Token': signedIn.body.csrf_token })).status).toBe(201);
      for (const [method, path] of [
        ['DELETE', SESSION],
        ['PATCH', '/v1/admin/settings'],
      ] as const)
        expect(shape(await as(cookie).send(method, path, method === 'PATCH' ? {} : undefined))).toEqual(
          refusal(403, 'csrf'),
        );
      expect((await as(cookie).call('listApiKeys')).status).toBe(200);
    });

    it('work only for the daemon’s own page', async () => {
      const signedIn = await signIn();
      const page = (headers: Record<string, string>) =>
        as({ ...cookieOf(signedIn), 'X-CSRF-Token': signedIn.body.csrf_token, ...headers });
      const foreign: Record<string, string>[] = [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: `${daemon.url}1` },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
      ];
      for (const headers of foreign) {
        expect(shape(await page(headers).call('createApiKey', { body: create }))).toEqual(refusal(403, 'csrf'));
        expect(shape(await page(headers).call('getSession'))).toEqual(refusal(403, 'csrf'));
        // A page from another origin cannot sign a browser in, either.
        const { email, password } = OWNER;
        const signingIn = { email, password, cookie: true };
        expect(shape(await as(headers).call('signIn', { body: signingIn }))).toEqual(refusal(403, 'csrf'));
        expect((await as(headers).call('signIn', { body: { email, password } })).status).toBe(200);
      }
      const own: Record<string, string>[] = [{ Origin: daemon.url }, { 'Sec-Fetch-Site': 'same-origin' }];
      for (const headers of own) expect((await page(headers).call('createApiKey', { body: create })).status).toBe(201);
    });

    it('are ignored if there is a bearer token, and give no access outside the admin API', async () => {
      const cookie = cookieOf(await signIn());
      const both = as({ ...cookie, ...bearer(daemon.ownerToken), Origin: 'https://evil.example' });
      expect((await both.call('createApiKey', { body: create })).status).toBe(201);
      expect((await as({ ...cookie, Authorization: 'Bearer nonsense-nonsense' }).call('getSession')).status).toBe(401);
      expect((await as(cookie).call('analytics', { query: { creator_id: '0' } })).status).toBe(401);
      expect((await as({ Cookie: 'redeemd_session=nonsense' }).call('getSession')).status).toBe(401);
      expect((await as({ Cookie: cookie.Cookie.replace('=', '= ') }).call('getSession')).status).toBe(401);
    });

    it('end with sign-out, which clears the cookie', async () => {
      const signedIn = await signIn();
      const page = as({ ...cookieOf(signedIn), 'X-CSRF-Token': signedIn.body.csrf_token });
      const out = await page.call('signOut');
      expect(shape(out)).toEqual({ status: 200, body: { signed_out: true } });
      expect(out.headers.get('set-cookie')).toBe('redeemd_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
      expect(shape(await page.call('getSession'))).toEqual(refusal(401, 'unauthorized'));
    });

    it('begin when an invitation is accepted, and get a new cookie when the password changes', async () => {
      const { invitation } = await invited(`cookie-${database}@example.test`);
      const accepting = { token: invitation.token, password: 'the first password', cookie: true };
      const accepted = await as({}).call('acceptInvitation', { body: accepting });
      expect(accepted.body).toMatchObject({ token: null, csrf_token: expect.any(String) });
      const page = as({ ...cookieOf(accepted), 'X-CSRF-Token': accepted.body.csrf_token });
      const passwords = { current_password: 'the first password', new_password: NEW };
      const changed = await page.call('changePassword', { body: passwords });
      expect(changed.body).toMatchObject({ token: null, csrf_token: expect.any(String) });
      expect((await page.call('getSession')).status).toBe(401);
      expect((await as(cookieOf(changed)).call('getSession')).body.csrf_token).toBe(changed.body.csrf_token);
    });
  });

  it('of an https Portal have a cookie that no other site can set or read', async () => {
    const own = await testDatabase(database);
    const env = { REDEEMD_DATABASE_URL: own.url, REDEEMD_PORT: '0', REDEEMD_PUBLIC_URL: 'https://redeem.example' };
    const secure = await startDaemon(readConfig(env), { log: silentLog });
    try {
      const body = { setup_token: secure.setupToken ?? '', ...OWNER, cookie: true };
      const done = await testClient(secure.url).call('setup', { body });
      expect(done).toMatchObject({ status: 201, body: { token: null } });
      expect(done.headers.get('set-cookie')).toMatch(
        /^__Host-redeemd_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/,
      );
      const { Cookie } = cookieOf(done);
      const get = async (headers: Record<string, string>) =>
        (await testClient(secure.url, headers).call('getSession')).status;
      expect(await get({ Cookie, Origin: 'https://redeem.example' })).toBe(200);
      expect(await get({ Cookie, Origin: 'http://redeem.example' })).toBe(403);
      expect(await get({ Cookie: Cookie.replace('__Host-', '') })).toBe(401);
    } finally {
      await secure.close();
      await own.drop();
    }
  });
});
