import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchChanged, jobDone } from '../support/http/bulk-jobs.ts';
import { addCode, addCreatorCode, codeBody, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { subscribe } from '../support/http/webhooks.ts';
import { OWNER, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const HOOK = { url: 'https://hooks.invalid/' };

/** An object with a version: its path, a function that reads it, two changes, and a function that makes a third. */
interface Edited {
  path: string;
  read: () => Promise<{ version: number }>;
  one: Record<string, unknown>;
  other: Record<string, unknown>;
  rename: (text: string) => Record<string, unknown>;
}

describe.each(STORY_DATABASES)('concurrent edits on %s', (database) => {
  let daemon: TestDaemon;
  let staff: TestClient;
  let serial = 0;
  const unique = (name: string) => `${name}${++serial}`;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    staff = daemon.owner;
  });
  afterAll(() => daemon?.close());

  const get = (path: string) => async () => done(await staff.send('GET', path));
  const inList = (path: string, id: string, value: number) => async () =>
    done(await staff.send('GET', `${path}?page_size=100`)).data.find(
      (row: Record<string, unknown>) => row[id] === value,
    );
  const rename = (name: string) => ({ name });
  const names = { one: { name: 'One' }, other: { name: 'Other' }, rename };
  const newBase = async () => addCode(daemon, await runningCampaign(daemon), unique('BASE'), { use_as_referral: 'Y' });

  const OBJECTS: Record<string, () => Promise<Edited>> = {
    campaign: async () => {
      const path = `/v1/admin/campaigns/${await newCampaign(daemon)}`;
      return { path, read: get(path), ...names };
    },
    code: async () => {
      const { code_id } = await addCode(daemon, await newCampaign(daemon), unique('CODE'));
      const path = `/v1/admin/codes/${code_id}`;
      return { path, read: get(path), one: { rewards_json: '{"gold":11}' }, other: { usage_limit: 9 }, rename };
    },
    creator: async () => {
      const { creator_id } = await addCreatorCode(daemon, unique('creator'), (await newBase()).code);
      const path = `/v1/admin/creators/${creator_id}`;
      return {
        path,
        read: get(path),
        one: { commission_percent: 5 },
        other: { payout_hold: 'Why.' },
        rename: (display_name) => ({ display_name }),
      };
    },
    settings: async () => {
      const path = '/v1/admin/settings';
      const one = { name: unique('Studio') };
      return { path, read: get(path), one, other: { hold_days: serial }, rename };
    },
    'webhook endpoint': async () => {
      const { webhook_id } = await subscribe(staff, HOOK);
      const read = inList('/v1/admin/webhooks', 'webhook_id', webhook_id);
      return {
        ...{ path: `/v1/admin/webhooks/${webhook_id}`, read },
        ...{ one: { active: false }, other: { events: ['code.created'] } },
        rename: (text) => ({ url: `https://hooks.invalid/${text}` }),
      };
    },
    'API key': async () => {
      const { key_id } = done(await staff.call('createApiKey', { body: { name: 'Key', kind: 'server' } }));
      return { path: `/v1/admin/api-keys/${key_id}`, read: inList('/v1/admin/api-keys', 'key_id', key_id), ...names };
    },
    'member of staff': async () => {
      const { staff_id } = await addMember(daemon, 'viewer');
      const read = inList('/v1/admin/staff', 'staff_id', staff_id);
      return { path: `/v1/admin/staff/${staff_id}`, read, one: { role: 'finance' }, other: { name: 'Other' }, rename };
    },
  };
  const patch = ({ path }: Edited, body: object) => staff.send('PATCH', path, body);
  const auditRows = async () => (await daemon.db.read(({ db, t }) => db.select().from(t.audit_log))).length;
  const conflict = (current: unknown) => ({
    status: 409,
    body: expect.objectContaining({
      ...{ status: 409, code: 'edit_conflict', current },
      changed_by: { staff_id: expect.any(Number), name: OWNER.email, at: expect.any(String) },
    }),
  });

  it('lead to a conflict without the name of a member of staff if the whole batch was changed', async () => {
    const campaign_id = await newCampaign(daemon);
    const { code: _, ...fields } = codeBody(unique('BATCH'));
    const params = { campaign_id };
    const { job_id } = done(await staff.call('generateCodes', { params, body: { ...fields, count: 1 } }));
    await jobDone(staff, job_id);
    const [code] = done(await staff.call('listCodes', { params, query: { origin: 'batch' } })).data;
    const path = `/v1/admin/codes/${code.code_id}`;
    const mine = { name: 'Mine', version: code.version };
    const changed = done(await staff.send('PATCH', path, { ...mine, name: 'Theirs' }));
    expect((await staff.send('PATCH', path, mine)).body).toMatchObject({ changed_by: { name: OWNER.email } });
    done(await staff.call('changeBatch', { params: { batch_id: job_id }, body: { active: 'N' } }));
    await batchChanged(staff, job_id);
    const stale = await staff.send('PATCH', path, { ...mine, version: changed.version });
    expect(stale.body).toMatchObject({ code: 'edit_conflict', changed_by: null });
  });

  describe.each(Object.keys(OBJECTS))('an object (%s)', (kind) => {
    const make = () => (OBJECTS[kind] as () => Promise<Edited>)();

    it('is not changed without the version that was read', async () => {
      const object = await make();
      const before = await object.read();
      const refused = await patch(object, object.one);
      expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
      expect(refused.body.errors).toMatchObject([{ pointer: '/version' }]);
      for (const version of [0, -1, 1.5, '1', null])
        expect(shape(await patch(object, { ...object.one, version }))).toEqual(refusal(400, 'invalid_request'));
      expect(await object.read()).toEqual(before);
    });

    it('is changed only by a request with the current version; others get the current state', async () => {
      const object = await make();
      const { version } = await object.read();
      const changed = done(await patch(object, { ...object.one, version }));
      expect(changed).toMatchObject({ ...object.one, version: version + 1 });
      expect(await object.read()).toEqual(changed);
      const rows = await auditRows();
      for (const stale of [version, version + 2])
        expect(shape(await patch(object, { ...object.other, version: stale }))).toEqual(conflict(changed));
      expect(await object.read()).toEqual(changed);
      expect(await auditRows()).toBe(rows);
      const merged = done(await patch(object, { ...object.other, version: changed.version }));
      expect(merged).toMatchObject({ ...object.other, version: version + 2 });
    });

    it('keeps its version if nothing changes', async () => {
      const object = await make();
      const { version } = await object.read();
      const changed = done(await patch(object, { ...object.one, version }));
      const rows = await auditRows();
      for (const nothing of [object.one, {}])
        expect(done(await patch(object, { ...nothing, version: changed.version }))).toEqual(changed);
      expect(await auditRows()).toBe(rows);
      expect(shape(await patch(object, { version }))).toEqual(conflict(changed));
    });

    it('is changed once if two people who read the same version edit it', async () => {
      const object = await make();
      for (let round = 0; round < 5; round += 1) {
        const { version } = await object.read();
        const changes = ['one', 'other'].map((who) => ({ ...object.rename(`${who}-${round}`), version }));
        const answers = await Promise.all(changes.map((body) => patch(object, body)));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const winner = answers.find(({ status }) => status === 200)?.body;
        expect(winner.version).toBe(version + 1);
        expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
          code: 'edit_conflict',
          current: winner,
        });
        expect(await object.read()).toEqual(winner);
      }
    });
  });
});
