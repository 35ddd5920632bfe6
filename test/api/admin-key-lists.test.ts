import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { KeyKind } from '../../daemon/contract/endpoint.ts';
import type { KEY_SORTS, KeyState } from '../../daemon/contract/words.ts';
import { done } from '../support/http/test-client.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

interface KeyListAsked {
  kind?: KeyKind;
  state?: KeyState;
  sort?: (typeof KEY_SORTS)[number];
}

describe.each(STORY_DATABASES)('API keys on %s', (database) => {
  it('are listed by kind, state and order, and can be read one by one', async () => {
    let now = Date.now();
    const daemon = await startTestDaemon({ database, clock: () => now });
    const { owner } = daemon;
    const make = async (name: string, more: object = {}) =>
      done(await owner.call('createApiKey', { body: { name, kind: 'server' as const, ...more } }));
    const short = await make('b short', { expires_at: new Date(now + 1000).toISOString() });
    const gone = await make('A gone', { kind: 'client' });
    await owner.call('revokeApiKey', { params: { key_id: gone.key_id } });
    now += 2000;
    const names = async (query: KeyListAsked) => {
      const { data, total } = done(await owner.call('listApiKeys', { query }));
      expect(total).toBe(data.length);
      return data.map(({ name }: { name: string }) => name);
    };
    expect(await names({ sort: 'name' })).toEqual(['A gone', 'b short', 'test']);
    expect(await names({ sort: '-name' })).toEqual(['test', 'b short', 'A gone']);
    expect(await names({ state: 'active' })).toEqual(['test']);
    expect(await names({ state: 'expired' })).toEqual(['b short']);
    expect(await names({ state: 'revoked' })).toEqual(['A gone']);
    expect(await names({ kind: 'client' })).toEqual(['A gone']);
    expect(await names({ kind: 'client', state: 'active' })).toEqual([]);
    await daemon.db.write(async ({ db, t }) => {
      await db.update(t.api_keys).set({ last_used_at: now }).where(eq(t.api_keys.key_id, short.key_id));
    });
    // On both databases, keys that were never used come first in ascending order.
    expect((await names({ sort: '-last_used_at' }))[0]).toBe('b short');
    expect((await names({ sort: 'last_used_at' })).at(-1)).toBe('b short');
    const one = done(await owner.call('getApiKey', { params: { key_id: short.key_id } }));
    expect(one).toMatchObject({ name: 'b short', kind: 'server', version: 1 });
    expect(JSON.stringify(one)).not.toContain(short.key);
    expect(await owner.call('getApiKey', { params: { key_id: 999 } })).toMatchObject({ status: 404 });
    await daemon.close();
  });
});
