import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, failBefore, type Member, signingIn } from '../support/http/staff.ts';
import {
  bearer,
  done,
  iso,
  queryOf,
  refusal,
  shape,
  type TestClient,
  testClient,
} from '../support/http/test-client.ts';
import { OWNER, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const DAY = 24 * 3_600_000;
const PASSWORD = 'a long enough password';

describe.each(['sqlite', 'postgres'] as const)('staff on %s', (database) => {
  let now = Date.UTC(2026, 0, 10);
  let daemon: TestDaemon;
  let owner: TestClient;
  let ownerId: number;
  /** Uses the member with this token as the owner from here on. */
  const act = (token: string) => {
    owner = testClient(daemon.url, bearer(token));
    daemon.owner = owner;
    daemon.ownerToken = token;
  };
  const invite = (email: string, more: object = {}) =>
    owner.call('createStaff', { body: { email, name: 'Ada', role: 'live_ops', ...more } });
  const change = (id: number, body: object, ask = owner) => ask.edit('changeStaff', { params: { staff_id: id }, body });
  const remove = (id: number, ask = owner) => ask.call('removeStaff', { params: { staff_id: id } });
  const accept = (token: string, more: object = {}) =>
    daemon.client.call('acceptInvitation', { body: { token, password: PASSWORD, ...more } });
  const emailsOf = async (query: string) =>
    done(await owner.call('listStaff', { query: queryOf(query) })).data.map((row: Member) => row.email);
  const audited = (id: number) =>
    daemon.db.read(async ({ db, t }) => {
      const rows = await db.select().from(t.audit_log).orderBy(t.audit_log.audit_id);
      return rows.filter((row) => row.entity === 'staff' && row.entity_id === String(id));
    });
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    act(daemon.ownerToken);
    ownerId = (await owner.call('getSession')).body.staff.staff_id;
  });
  afterAll(() => daemon?.close());

  it('are invited, can accept once, and are then signed in', async () => {
    const invited = await invite('Ada@Example.test');
    expect(invited.status).toBe(201);
    const { invitation, ...member } = invited.body;
    expect(member).toEqual({
      staff_id: expect.any(Number),
      email: 'ada@example.test',
      name: 'Ada',
      role: 'live_ops',
      games: null,
      status: 'invited',
      totp: false,
      has_passkey: false,
      ...{ has_password: false, company_account: false, role_from_groups: false },
      created_at: iso(now),
      invitation_expires_at: iso(now + 7 * 86_400_000),
      version: 1,
    });
    expect(invitation).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      url: `${daemon.url}/portal/#invitation=${invitation.token}`,
      expires_at: iso(now + 7 * DAY),
    });
    const again = await invite('ada@example.TEST');
    expect(shape(again)).toEqual(refusal(409, 'duplicate'));
    expect(again.body).toMatchObject({
      detail: 'This email address is already registered. Use another one.',
      errors: [{ pointer: '/email', code: 'taken', detail: 'email is already taken' }],
    });
    expect(shape(await signingIn(daemon)({ email: member.email, password: PASSWORD }))).toEqual(
      refusal(401, 'invalid_credentials'),
    );
    expect(shape(await accept('x'.repeat(43)))).toEqual(refusal(401, 'invalid_credentials'));
    const accepted = await accept(invitation.token, { name: 'Ada L.' });
    const { staff_id, email, role, games } = member;
    expect(shape(accepted)).toEqual({
      status: 200,
      body: {
        token: expect.any(String),
        staff: {
          ...{ staff_id, email, role, games, name: 'Ada L.', totp: false, totp_setup_required: false },
          ...{ has_password: true, has_passkey: false, recovery_codes_left: 0 },
        },
        expires_at: iso(now + DAY / 2),
        environment: { name: 'production', colour: null },
      },
    });
    expect(shape(await accept(invitation.token))).toEqual(refusal(401, 'invalid_credentials'));
    expect((await signingIn(daemon)({ email, password: PASSWORD })).status).toBe(200);
    const ada = testClient(daemon.url, bearer(accepted.body.token));
    expect((await ada.call('listCampaigns')).status).toBe(200);
    for (const asked of [ada.call('listStaff'), change(ownerId, { name: 'x' }, ada), remove(ownerId, ada)])
      expect(shape(await asked)).toEqual(refusal(403, 'forbidden'));
    const log = await audited(staff_id);
    expect(log.map((row) => row.action)).toEqual(['staff.create', 'staff.accept_invitation']);
    const kept = JSON.stringify([log, await daemon.db.read(({ db, t }) => db.select().from(t.staff))]);
    for (const secret of [invitation.token, PASSWORD]) expect(kept).not.toContain(secret);
  });

  it('have invitations that are valid for seven days, and only the newest one works', async () => {
    const { body } = await invite('late@example.test');
    now += 7 * DAY;
    act(done(await signingIn(daemon)()).token);
    expect(shape(await accept(body.invitation.token))).toEqual(refusal(401, 'invalid_credentials'));
    const [first, second] = [
      (await change(body.staff_id, { reinvite: true })).body,
      (await change(body.staff_id, { reinvite: true })).body,
    ];
    expect(second).toMatchObject({ status: 'invited', invitation: { expires_at: iso(now + 7 * DAY) } });
    expect((await accept(first.invitation.token)).status).toBe(401);
    expect((await accept(second.invitation.token)).status).toBe(200);
  });

  it('who forgot their password can set a new one through an invitation, which ends their sessions', async () => {
    const { staff_id, email, password, ask } = await addMember(daemon, 'viewer');
    const { invitation, status } = done(await change(staff_id, { reinvite: true }));
    expect(status).toBe('active');
    expect((await signingIn(daemon)({ email, password })).status).toBe(200);
    expect((await accept(invitation.token)).status).toBe(200);
    expect((await ask.call('getSession')).status).toBe(401);
    expect((await signingIn(daemon)({ email, password })).status).toBe(401);
    expect((await signingIn(daemon)({ email, password: PASSWORD })).status).toBe(200);
  });

  it('get only one session if they accept an invitation twice simultaneously', async () => {
    const { body } = await invite('twice@example.test');
    const both = await Promise.all([1, 2].map((n) => accept(body.invitation.token, { password: `${PASSWORD} ${n}` })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const winner = both.findIndex(({ status }) => status === 200);
    const tries = [1, 2].map((n) => signingIn(daemon)({ email: body.email, password: `${PASSWORD} ${n}` }));
    const signedIn = (await Promise.all(tries)).map(({ status }) => status);
    expect(signedIn).toEqual(winner === 0 ? [200, 401] : [401, 200]);
  });

  it('are created only once if one address is invited twice simultaneously', async () => {
    const both = await Promise.all([1, 2].map(() => invite('race@example.test')));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('can be changed, and each change adds an audit row', async () => {
    const { staff_id, email, ask } = await addMember(daemon, 'viewer');
    const dashboardOf = () => ask.call('listCreators');
    expect((await dashboardOf()).status).toBe(403);
    const body = { name: 'Grace', role: 'moderator', email: 'Grace@example.test' };
    const changed = await change(staff_id, body);
    expect(changed.body).toMatchObject({ name: 'Grace', role: 'moderator', email: 'grace@example.test' });
    expect(changed.body).not.toHaveProperty('invitation');
    // The new role applies to the open session.
    expect((await dashboardOf()).status).toBe(200);
    expect((await change(staff_id, {})).body).toEqual(changed.body);
    expect((await change(staff_id, { email: 'grace@example.test' })).status).toBe(200);
    expect(shape(await change(staff_id, { email: OWNER.email }))).toEqual(refusal(409, 'duplicate'));
    expect(shape(await change(999_999, { name: 'x' }))).toEqual(refusal(404, 'not_found'));
    for (const wrong of [{ role: 'king' }, { reinvite: false }, { password: 'x' }, { name: ' ' }])
      expect(shape(await change(staff_id, wrong))).toEqual(refusal(400, 'invalid_request'));
    const [entry, ...more] = (await audited(staff_id)).filter((row) => row.action === 'staff.change');
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ staff_id: ownerId });
    expect(JSON.parse(entry?.before ?? '')).toMatchObject({ role: 'viewer', email });
    expect(JSON.parse(entry?.after ?? '')).toEqual({ ...body, email: 'grace@example.test' });
  });

  it('are unlocked by an owner', async () => {
    const member = await addMember(daemon, 'finance');
    const { staff_id, email, password } = member;
    await failBefore(daemon, member, 9, now);
    await signingIn(daemon)({ email, password: 'wrong' });
    expect(shape(await signingIn(daemon)({ email, password }))).toEqual(refusal(429, 'account_locked'));
    expect(await emailsOf('status=locked')).toEqual([email]);
    expect((await change(staff_id, { unlock: true })).body.status).toBe('active');
    expect((await signingIn(daemon)({ email, password })).status).toBe(200);
  });

  it('who are removed lose access immediately, and can return through a new invitation', async () => {
    const { staff_id, email, password, ask } = await addMember(daemon, 'live_ops');
    expect((await remove(staff_id)).body).toMatchObject({ staff_id, status: 'removed' });
    expect((await ask.call('getSession')).status).toBe(401);
    const sessions = await daemon.db.read(({ db, t }) => db.select().from(t.staff_sessions));
    expect(sessions.filter((row) => row.staff_id === staff_id)).toEqual([]);
    expect((await signingIn(daemon)({ email, password })).status).toBe(401);
    for (const again of [remove(staff_id), change(staff_id, { unlock: true })])
      expect(shape(await again)).toEqual(refusal(404, 'not_found'));
    expect(await emailsOf(`q=${email}`)).toEqual([]);
    expect(await emailsOf(`q=${email}&status=removed`)).toEqual([email]);
    const back = await invite(email, { name: 'Back', role: 'viewer' });
    expect(back.body).toMatchObject({ staff_id, name: 'Back', role: 'viewer', status: 'invited' });
    expect((await signingIn(daemon)({ email, password })).status).toBe(401);
    expect((await accept(back.body.invitation.token)).status).toBe(200);
  });

  it('can be searched, filtered, sorted and read page by page', async () => {
    const words = ['zoe', 'Abe', 'mia'];
    for (const name of words) await invite(`${name}@list.test`, { name, role: 'finance' });
    expect(await emailsOf('q=LIST.test&sort=name')).toEqual(['abe@list.test', 'mia@list.test', 'zoe@list.test']);
    expect(await emailsOf('q=list.test&sort=-email&page_size=2')).toEqual(['zoe@list.test', 'mia@list.test']);
    expect(await emailsOf('q=list.test&role=viewer')).toEqual([]);
    expect(await emailsOf('q=list.test&role=finance&status=invited&sort=email')).toHaveLength(3);
    expect(await emailsOf('q=list.test&status=active')).toEqual([]);
    const page = await owner.call('listStaff', { query: { q: 'list.test', page_size: 2, page: 2 } });
    expect(page.body).toMatchObject({ page: 2, page_size: 2, total: 3 });
    expect(JSON.stringify(page.body)).not.toMatch(/hash|secret|token/);
  });

  describe('the last owner', () => {
    it('cannot be demoted or removed', async () => {
      const waiting = await invite('waiting@example.test', { role: 'owner' });
      for (const refused of [change(ownerId, { role: 'viewer' }), remove(ownerId)])
        expect(shape(await refused)).toEqual(refusal(400, 'last_owner'));
      expect((await change(ownerId, { role: 'owner', name: 'Boss' })).body).toMatchObject({ name: 'Boss' });
      // An owner who has not accepted the invitation does not count, and can be removed.
      expect((await remove(waiting.body.staff_id)).status).toBe(200);
    });

    it.each(['PATCH', 'DELETE'])(
      'remains when two owners demote or remove each other simultaneously (%s)',
      async (method) => {
        for (let round = 0; round < 5; round += 1) {
          const other = await addMember(daemon, 'owner');
          const oust = (ask: TestClient, id: number) =>
            method === 'PATCH'
              ? ask.edit('changeStaff', { params: { staff_id: id }, body: { role: 'viewer' } })
              : ask.call('removeStaff', { params: { staff_id: id } });
          const both = await Promise.all([oust(owner, other.staff_id), oust(other.ask, ownerId)]);
          // The second request might come from an owner whose session has already ended.
          const outcomes = both.map(({ status, body }) => body.code ?? status);
          expect(outcomes).toContain(200);
          expect(outcomes.find((outcome) => outcome !== 200)).toMatch(/^(last_owner|forbidden|unauthorized)$/);
          const owners = (await daemon.db.read(({ db, t }) => db.select().from(t.staff))).filter(
            (row) => row.role === 'owner' && row.removed_at === null && row.password_hash !== null,
          );
          expect(owners).toHaveLength(1);
          if (owners[0]?.staff_id === other.staff_id) {
            ownerId = other.staff_id;
            act(done(await signingIn(daemon)(other)).token);
          }
        }
      },
    );
  });
});
