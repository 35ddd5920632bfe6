import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { type Answered, done, shape, type TestClient } from '../support/http/test-client.ts';
import { subscribe } from '../support/http/webhooks.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const HOOK = { url: 'https://hooks.invalid/' };

describe.each(STORY_DATABASES)('versions of shared objects on %s', (database) => {
  let daemon: TestDaemon;
  let staff: TestClient;
  let serial = 0;
  const unique = (name: string) => `${name}${++serial}`;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    staff = daemon.owner;
  });
  afterAll(() => daemon?.close());
  const newBase = async () => addCode(daemon, await runningCampaign(daemon), unique('BASE'), { use_as_referral: 'Y' });
  const conflict = (current: unknown) => ({
    status: 409,
    body: expect.objectContaining({ status: 409, code: 'edit_conflict', current }),
  });

  describe('an action', () => {
    type Made = { path: string; version: number; body?: object };
    const stepsOf = (path: string, ...steps: string[]) => steps.map((step) => `${path}/${step}`);
    const pending = async () => {
      const { code } = await newBase();
      const body = { creator_id: unique('creator'), redemption_code: code, code: unique('WISH') };
      return done(await daemon.server.call('createCreatorCode', { body })).code_id;
    };
    const ACTIONS: Record<string, () => Promise<Made[]>> = {
      'publish, pause, archive and restore': async () => {
        const path = `/v1/admin/campaigns/${await newCampaign(daemon)}`;
        return stepsOf(path, 'publish', 'pause', 'archive', 'restore').map((step, at) => ({
          path: step,
          version: 1 + at,
        }));
      },
      'approve and disable': async () => {
        const path = `/v1/admin/creator-codes/${await pending()}`;
        return stepsOf(path, 'approve', 'disable').map((step, at) => ({ path: step, version: 1 + at }));
      },
      reject: async () => [
        { path: `/v1/admin/creator-codes/${await pending()}/reject`, version: 1, body: { reason: 'No.' } },
      ],
      'rotation and revocation of a key': async () => {
        const { key_id } = done(await staff.call('createApiKey', { body: { name: 'Key', kind: 'server' } }));
        const [rotate = '', revoke = ''] = stepsOf(`/v1/admin/api-keys/${key_id}`, 'rotate', 'revoke');
        return [
          { path: rotate, version: 1, body: { overlap_seconds: 60 } },
          { path: revoke, version: 2 },
        ];
      },
      'rotation of a webhook endpoint': async () => {
        const { webhook_id } = await subscribe(staff, HOOK);
        return [{ path: `/v1/admin/webhooks/${webhook_id}/rotate`, version: 1 }];
      },
    };

    it.each(Object.keys(ACTIONS))('%s: applies to the version that was read, if one is named', async (kind) => {
      for (const { path, version, body } of await (ACTIONS[kind] as () => Promise<Made[]>)()) {
        for (const stale of [version + 1, version + 7]) {
          const refused = await staff.send('POST', path, { ...body, version: stale });
          expect(shape(refused), path).toEqual(conflict(expect.objectContaining({ version })));
        }
        expect((await staff.send('POST', path, { ...body, version })).status, path).toBe(200);
      }
    });

    it.each(Object.keys(ACTIONS))('%s: applies to the current object, if no version is named', async (kind) => {
      for (const { path, body } of await (ACTIONS[kind] as () => Promise<Made[]>)())
        expect((await staff.send('POST', path, body)).status, path).toBe(200);
    });

    it('is refused if it removes an object that has changed since it was read', async () => {
      const { webhook_id } = await subscribe(staff, HOOK);
      const { staff_id } = await addMember(daemon, 'viewer');
      for (const [path, version] of [
        [`/v1/admin/webhooks/${webhook_id}`, 1],
        [`/v1/admin/staff/${staff_id}`, 2],
      ] as const) {
        const refused: Answered = await staff.send('DELETE', path, { version: version + 1 });
        expect(shape(refused)).toEqual(conflict(expect.objectContaining({ version })));
        expect(done(await staff.send('DELETE', path, { version }))).toMatchObject({ version: version + 1 });
      }
    });

    it('is refused if it publishes a campaign that has changed since it was read', async () => {
      const campaign_id = await newCampaign(daemon);
      const params = { campaign_id };
      const { version } = done(await staff.call('getCampaign', { params }));
      done(await staff.call('changeCampaign', { params, body: { ends_at: '2090-01-01T00:00:00Z', version } }));
      const refused = await staff.call('publishCampaign', { params, body: { version } });
      expect(shape(refused)).toEqual(conflict(expect.objectContaining({ status: 'draft', version: version + 1 })));
    });
  });

  describe('the version of a creator', () => {
    const versionOf = async (creator_id: string) =>
      done(await staff.call('getCreator', { params: { creator_id } })).version;

    it('increases when a blank field is filled, but not when only a code is added', async () => {
      const creator_id = unique('creator');
      const create = async (fields: object) => {
        const { code } = await newBase();
        done(await daemon.server.call('createCreatorCode', { body: { creator_id, redemption_code: code, ...fields } }));
      };
      await create({});
      await create({});
      expect(await versionOf(creator_id)).toBe(1);
      await create({ display_name: 'Ann', email: 'ann@example.test' });
      expect(await versionOf(creator_id)).toBe(2);
      await create({ display_name: 'Other' });
      expect(await versionOf(creator_id)).toBe(2);
    });

    it('increases with an import that changes the creator', async () => {
      const [one, two] = [unique('creator'), unique('creator')];
      const send = async (...lines: string[]) =>
        done(await staff.call('importCreators', { body: { csv: ['creator_id,email', ...lines].join('\n') } }));
      await send(`${one},one@example.test`, `${two},two@example.test`);
      expect([await versionOf(one), await versionOf(two)]).toEqual([1, 1]);
      await send(`${one},new@example.test`, `${two},two@example.test`);
      expect([await versionOf(one), await versionOf(two)]).toEqual([2, 1]);
    });
  });
});
