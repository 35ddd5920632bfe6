import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, type Member } from '../support/http/staff.ts';
import { type BodyFor, done, pointersOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const VIEW = { name: 'Mine', path: '/campaigns', query: 'status=active&sort=-ends_at' };

describe.each(['sqlite', 'postgres'] as const)('saved views on %s', (database) => {
  let daemon: TestDaemon;
  let ops: Member;
  let viewer: Member;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    ops = await addMember(daemon, 'live_ops');
    viewer = await addMember(daemon, 'viewer');
  });
  afterAll(() => daemon?.close());

  const save = (who: TestClient, change: Partial<BodyFor<'createView'>> = {}) =>
    who.call('createView', { body: { ...VIEW, ...change } });
  const remove = (who: TestClient, view_id: number) => who.call('deleteView', { params: { view_id } });
  const namesOf = async (who: TestClient) =>
    done(await who.call('listViews')).data.map(({ name }: { name: string }) => name);

  it('belong to the person who saved them', async () => {
    const { status, body } = await save(ops.ask);
    expect(status).toBe(201);
    expect(body).toEqual({
      view_id: expect.any(Number),
      ...VIEW,
      shared_with: null,
      is_own: true,
      saved_by: { staff_id: ops.staff_id, name: expect.any(String) },
      created_at: expect.any(String),
    });
    expect(done(await ops.ask.call('listViews'))).toEqual({ data: [body], page: 1, page_size: 25, total: 1 });
    for (const other of [viewer.ask, daemon.owner]) {
      expect(await namesOf(other)).toEqual([]);
      expect(shape(await remove(other, body.view_id))).toEqual(refusal(404, 'not_found'));
    }
    const again = await save(ops.ask);
    expect(shape(again)).toEqual(refusal(409, 'duplicate'));
    expect(again.body).toMatchObject({
      detail: 'You already have a view with this name. Choose another name.',
      errors: [{ pointer: '/name', code: 'taken', detail: 'name is already taken' }],
    });
    const theirs = await save(viewer.ask);
    expect(theirs.status).toBe(201);
    expect(shape(await remove(ops.ask, body.view_id))).toEqual({ status: 200, body });
    expect(await namesOf(ops.ask)).toEqual([]);
    done(await remove(viewer.ask, theirs.body.view_id));
  });

  it('can be shared with a role only by an owner', async () => {
    const shared = done(await save(daemon.owner, { name: 'For ops', shared_with: 'live_ops' }));
    expect(shape(await save(ops.ask, { name: 'No', shared_with: 'live_ops' }))).toEqual(refusal(403, 'forbidden'));
    expect(await namesOf(ops.ask)).toEqual(['For ops']);
    expect(done(await ops.ask.call('listViews')).data[0]).toMatchObject({ is_own: false, shared_with: 'live_ops' });
    expect(await namesOf(viewer.ask)).toEqual([]);
    expect(await namesOf(daemon.owner)).toEqual(['For ops']);
    expect(shape(await remove(ops.ask, shared.view_id))).toEqual(refusal(403, 'forbidden'));
    expect(shape(await remove(viewer.ask, shared.view_id))).toEqual(refusal(404, 'not_found'));
    const second = await addMember(daemon, 'owner');
    expect((await remove(second.ask, shared.view_id)).status).toBe(200);
    expect(await namesOf(ops.ask)).toEqual([]);
  });

  it.each([
    ['https://elsewhere.example/', '/path'],
    ['//elsewhere.example', '/path'],
    ['/\\elsewhere.example', '/path'],
    ['javascript:alert(1)', '/path'],
    ['campaigns', '/path'],
    ['/', '/path'],
    ['/campaignsx', '/path'],
    ['/v1/admin/staff', '/path'],
    ['/campaigns/../account', '/path'],
    ['/campaigns//elsewhere.example', '/path'],
    ['/campaigns?x=1', '/path'],
    [`/campaigns/${'x'.repeat(500)}`, '/path'],
  ])('refuse the path %s', async (path, pointer) => {
    const refused = await save(ops.ask, { path });
    expect([shape(refused), pointersOf(refused)]).toEqual([refusal(400, 'invalid_request'), [pointer]]);
  });

  it('refuse a query that is too long, a blank name and an unknown role', async () => {
    expect(pointersOf(await save(ops.ask, { query: 'x'.repeat(2001) }))).toEqual(['/query']);
    expect(pointersOf(await save(ops.ask, { name: ' ' }))).toEqual(['/name']);
    const wrong = { ...VIEW, shared_with: 'everyone' };
    expect(pointersOf(await daemon.owner.send('POST', '/v1/admin/views', wrong))).toEqual(['/shared_with']);
  });

  it('are limited to 100 per person, even with simultaneous requests', async () => {
    const names = Array.from({ length: 98 }, (_, at) => `View ${at}`);
    for (const name of names) done(await save(viewer.ask, { name }));
    const together = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => save(viewer.ask, { name })));
    expect(together.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
    const refused = together.filter(({ status }) => status === 400);
    for (const answer of refused) expect(shape(answer)).toEqual(refusal(400, 'too_many_views'));
    expect(done(await viewer.ask.call('listViews', { query: { page_size: 100 } })).data).toHaveLength(100);
  });

  it('of a removed person are deleted, but shared ones stay', async () => {
    const boss = await addMember(daemon, 'owner');
    done(await save(boss.ask, { name: 'Own' }));
    done(await save(boss.ask, { name: 'Shared', shared_with: 'live_ops' }));
    done(await daemon.owner.call('removeStaff', { params: { staff_id: boss.staff_id } }));
    const left = await daemon.db.read(({ db, t }) => db.select().from(t.saved_views));
    expect(left.filter((row) => row.staff_id === boss.staff_id).map(({ name }) => name)).toEqual(['Shared']);
    expect(await namesOf(ops.ask)).toEqual(['Shared']);
    const [shared] = done(await ops.ask.call('listViews')).data;
    expect((await remove(daemon.owner, shared.view_id)).status).toBe(200);
  });
});
