import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BodyFor, done, iso, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const HOUR = 3_600_000;

describe.each(STORY_DATABASES)('editing an API key on %s', (database) => {
  let now = Date.UTC(2026, 0, 10);
  let daemon: TestDaemon;
  let owner: TestClient;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    owner = daemon.owner;
  });
  afterAll(() => daemon?.close());

  const create = async (fields: Partial<BodyFor<'createApiKey'>> = {}) =>
    done(await owner.call('createApiKey', { body: { name: 'Shop', kind: 'client', ...fields } }));
  const change = (key_id: number, body: object) => owner.edit('changeApiKey', { params: { key_id }, body });
  /** Returns the status of the daemon's response to an invalid body from a page with this origin. */
  const ask = async (key: string, origin = 'https://shop.example') => {
    const headers = { 'X-API-Key': key, Origin: origin, 'Content-Type': 'application/json' };
    const response = await fetch(`${daemon.url}/v1/game/game-event`, { method: 'POST', headers, body: '{}' });
    return response.status;
  };

  it('can correct a mistyped origin', async () => {
    const { key, ...made } = await create({ allowed_origins: ['https://shpo.example'] });
    expect(await ask(key)).toBe(403);
    const allowed_origins = ['https://shop.example/path', 'https://shop.example'];
    const changed = done(await change(made.key_id, { name: 'Web shop', allowed_origins }));
    const version = made.version + 1;
    expect(changed).toEqual({ ...made, name: 'Web shop', allowed_origins: ['https://shop.example'], version });
    expect(await ask(key)).toBe(400);
    expect(await ask(key, 'https://shpo.example')).toBe(403);
    const { data } = done(await owner.call('listAudit', { query: { entity: 'api_key', limit: 1 } }));
    expect(data).toMatchObject([
      {
        action: 'api_key.change',
        entity_id: String(made.key_id),
        before: { name: 'Shop', allowed_origins: ['https://shpo.example'] },
        after: { name: 'Web shop', allowed_origins: ['https://shop.example'] },
      },
    ]);
  });

  it('can change or remove an expiry, even after it has passed', async () => {
    const { key, key_id } = await create({ expires_at: iso(now + HOUR) });
    now += 2 * HOUR;
    expect(await ask(key)).toBe(401);
    expect(done(await change(key_id, { expires_at: iso(now + HOUR) }))).toMatchObject({ expires_at: iso(now + HOUR) });
    expect(await ask(key)).toBe(400);
    const past = await change(key_id, { expires_at: iso(now) });
    expect(shape(past)).toEqual(refusal(400, 'invalid_request'));
    expect(past.body.errors).toMatchObject([{ pointer: '/expires_at' }]);
    expect(done(await change(key_id, { expires_at: null }))).toMatchObject({ expires_at: null, revoked_at: null });
  });

  it('keeps the expiry of an expired key if other fields change', async () => {
    const { key, key_id, expires_at } = await create({ expires_at: iso(now + HOUR) });
    now += 2 * HOUR;
    expect(done(await change(key_id, { name: 'Old', expires_at }))).toMatchObject({ name: 'Old', expires_at });
    expect(await ask(key)).toBe(401);
  });

  it('is refused for a revoked or unknown key', async () => {
    const { key, key_id } = await create();
    done(await owner.call('revokeApiKey', { params: { key_id } }));
    expect(shape(await change(key_id, { name: 'Again' }))).toEqual(refusal(400, 'invalid_status_move'));
    expect(await ask(key)).toBe(401);
    expect(shape(await change(999_999, { name: 'None' }))).toEqual(refusal(404, 'not_found'));
  });

  it('cannot change the kind, scopes or game, or set an origin with wildcards', async () => {
    const { key_id } = await create();
    for (const body of [
      ...[{ kind: 'server' }, { scopes: ['redeem'] }, { game_id: 'other' }, { key: 'sk_mine' }],
      ...[{ allowed_origins: ['https://*.example'] }, { allowed_origins: ['shop'] }, { name: '' }],
    ])
      expect(shape(await change(key_id, body))).toEqual(refusal(400, 'invalid_request'));
  });
});
