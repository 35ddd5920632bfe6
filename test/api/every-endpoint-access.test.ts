import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpointList } from '../../daemon/contract/contract.ts';
import { type Endpoint, ROLES, SCOPES } from '../../daemon/contract/endpoint.ts';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { ACCESS } from '../support/contract/access-table.ts';
import { signedInCreator } from '../support/http/credentials.ts';
import { signedInAs } from '../support/http/staff.ts';
import { apiKey, bearer } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// Calls each endpoint over HTTP with each role and kind of key, and compares the results with a table written by hand.

type Headers = Record<string, string>;
type Caller = { name: string; headers: () => Promise<Headers> };

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon?.close());

const madeKey = async (fields: Parameters<typeof createKey>[1]) =>
  apiKey((await createKey(daemon.db, fields, Date.now())).key);

/** Every kind of caller. Staff get a new session for each request, because some endpoints end it. */
const callers: Caller[] = [
  { name: 'no credentials', headers: async () => ({}) },
  { name: 'wrong token', headers: async () => bearer('x'.repeat(43)) },
  { name: 'wrong key', headers: async () => apiKey(`sk_${'x'.repeat(43)}`) },
  ...ROLES.map((role) => ({ name: role, headers: async () => bearer(await signedInAs(daemon.db, role)) })),
  ...ROLES.map((role) => ({
    name: `${role}/game`,
    headers: async () => bearer(await signedInAs(daemon.db, role, { games: ['one'] })),
  })),
  ...SCOPES.map((scope) => ({
    name: `server:${scope}`,
    headers: () => madeKey({ name: scope, kind: 'server', scopes: [scope] }),
  })),
  { name: 'creator', headers: async () => bearer(await signedInCreator(daemon.db)) },
  { name: 'client', headers: () => madeKey({ name: 'client', kind: 'client' }) },
];

async function ask(entry: Endpoint, headers: Headers): Promise<number> {
  const path = entry.path.replace(/\{\w+\}/g, '999999');
  const response = await fetch(daemon.url + path, {
    method: entry.method,
    headers: { ...headers, ...(entry.body ? { 'Content-Type': 'application/json' } : {}) },
    ...(entry.body ? { body: bodyFor(entry) } : {}),
  });
  await response.arrayBuffer();
  return response.status;
}

/** The daemon must refuse the caller, not the body, so game-event gets a valid, empty list. */
const bodyFor = ({ path }: Endpoint) => (path === '/v1/game/game-event' ? '{"events":[]}' : '{}');

type Verdict = 'allowed' | 'unknown' | 'refused';
const verdictOf = (status: number): Verdict => (status === 401 ? 'unknown' : status === 403 ? 'refused' : 'allowed');

function wanted(allowed: readonly string[], entry: Endpoint, caller: string): Verdict {
  if (allowed.includes('every_caller')) return 'allowed';
  const [role = '', isLimited] = caller.split('/');
  if (allowed.includes(role) && (!isLimited || allowed.includes('per_game'))) return 'allowed';
  const { kind } = entry.access;
  // A creator page's session is unknown at all other endpoints, and other sessions are unknown at its endpoints.
  if (kind === 'creator') return 'unknown';
  const isKnown = kind === 'staff' ? ROLES.some((known) => known === role) : /^(server:|client)/.test(role);
  return isKnown ? 'refused' : 'unknown';
}

/** Returns the cells of the table that do not match the daemon's answers. */
async function wrongCells(name: string, entry: Endpoint, allowed: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const caller of callers) {
    const verdict = verdictOf(await ask(entry, await caller.headers()));
    const want = wanted(allowed, entry, caller.name);
    // An endpoint that needs no credentials responds with 401 to a wrong or missing secret in the body.
    const isGuess = allowed.includes('every_caller') && verdict === 'unknown';
    if (verdict !== want && !isGuess)
      wrong.push(`${name} for ${caller.name}: ${verdict}; expected ${want} (test/support/contract/access-table.ts)`);
  }
  return wrong;
}

const allowedOf = (name: EndpointName): string[] => (ACCESS[name] ?? '').split(' ').filter(Boolean);

describe('access to endpoints', () => {
  it('is in the table for each endpoint, and the table has no other endpoints', () => {
    expect(Object.keys(ACCESS).sort()).toEqual(endpointList.map(([name]) => name).sort());
  });

  it.each(endpointList)('matches the table for %s', { timeout: 60_000 }, async (name, entry) => {
    expect(await wrongCells(name, entry, allowedOf(name))).toEqual([]);
  });

  it('sabotage: a wrong cell is reported', async () => {
    const [name, entry] = endpointList.find(([known]) => known === 'createCampaign') ?? [];
    if (!name || !entry) throw new Error('no such endpoint');
    expect(await wrongCells(name, entry, ['owner', 'live_ops', 'viewer', 'per_game'])).toEqual([
      'createCampaign for viewer: refused; expected allowed (test/support/contract/access-table.ts)',
      'createCampaign for viewer/game: refused; expected allowed (test/support/contract/access-table.ts)',
    ]);
    expect(await wrongCells(name, entry, ['owner'])).toEqual([
      'createCampaign for live_ops: allowed; expected refused (test/support/contract/access-table.ts)',
      'createCampaign for owner/game: allowed; expected refused (test/support/contract/access-table.ts)',
      'createCampaign for live_ops/game: allowed; expected refused (test/support/contract/access-table.ts)',
    ]);
  });

  it('does not let a key that is limited to a game send events for another game', async () => {
    for (const kind of ['server', 'client'] as const) {
      const headers = await madeKey({ name: 'bound', kind, gameId: 'one' });
      const body = JSON.stringify({ events: [kind === 'server' ? payment('two') : event('two')] });
      const response = await fetch(`${daemon.url}/v1/game/game-event`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
      });
      expect(await response.json()).toMatchObject({ status: 403, code: 'wrong_game' });
    }
  });
});

const now = () => new Date().toISOString();
const payment = (game_id: string) => ({
  event_type: 'payment',
  created_at: now(),
  game_id,
  event: { user_id: 'u', amount: 1 },
});
const event = (game_id: string) => ({
  event_type: 'level',
  event: { event_sub_type: 'done' },
  created_at: now(),
  game_id,
  session_id: randomUUID(),
  event_id: randomUUID(),
  user_details: { user_id: 'u' },
  app_details: {},
});
