import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sdkEvent } from '../support/http/sdk-event.ts';
import type { Answered } from '../support/http/test-client.ts';
import { apiKey, done, iso, type TestClient, testClient } from '../support/http/test-client.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// A revoked key is refused at once by the daemon that revoked it, and within a second by every other one. Only the
// moment at which a request starts counts, so a busy machine has no effect. Frequent polling detects requests
// that are wrongly accepted.

const WITHIN_MS = 1000;
const EVERY_MS = 10;

const payment = () => ({
  event_type: 'payment',
  created_at: iso(Date.now()),
  game_id: 'game',
  event: { user_id: 'u', amount: 1 },
});
type Call = (ask: TestClient) => Promise<Answered>;
const CALLS: Record<'server' | 'client', Record<string, Call>> = {
  server: {
    redeem: (ask) => ask.call('redeem', { body: { user_id: randomUUID(), code: 'NONE' } }),
    validate: (ask) => ask.call('validate', { body: { user_id: randomUUID(), code: 'NONE' } }),
    report: (ask) => ask.call('reportRedemption', { body: { redemption_id: '1', status: 'granted' } }),
    payments: (ask) => ask.call('gameEvent', { body: { events: [payment()] } }),
    events: (ask) => ask.call('gameEvent', { body: { events: [sdkEvent()] } }),
    analytics: (ask) => ask.call('analytics', { query: { creator_id: '0' } }),
    creator: (ask) => ask.call('createCreatorCode', { body: { creator_id: 'c', redemption_code: 'NONE' } }),
    creators: (ask) => ask.call('listCreatorCodes', { query: { creator_id: 'c' } }),
    payouts: (ask) => ask.call('payoutCsv', { params: { run_id: 1 } }),
  },
  client: { events: (ask) => ask.call('gameEvent', { body: { events: [sdkEvent()] } }) },
};

interface Seen {
  begunAt: number;
  status: number;
}

/** Repeats a call until `stop` is called. */
function poll(ask: TestClient, call: Call) {
  const seen: Seen[] = [];
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      const begunAt = performance.now();
      seen.push({ begunAt, status: (await call(ask)).status });
      await sleep(EVERY_MS);
    }
  })();
  return {
    seen,
    async stop() {
      stopped = true;
      await running;
      return seen;
    },
  };
}

const lastAccepted = (seen: Seen[]) =>
  Math.max(...seen.filter(({ status }) => status !== 401).map(({ begunAt }) => begunAt));

async function startDaemons(kind: DatabaseKind) {
  const storage = await testDatabase(kind, { isMigrated: true });
  const here = await startTestDaemon({ databaseUrl: storage.url });
  // A SQLite file can be open in only one daemon.
  const there = kind === 'postgres' ? await startTestDaemon({ databaseUrl: storage.url }) : null;
  return {
    here,
    there,
    async end() {
      await there?.close();
      await here.close();
      await storage.drop();
    },
  };
}
const staffOf = (daemon: TestDaemon) => daemon.owner;

describe.each<DatabaseKind>(['sqlite', 'postgres'])('a key that is revoked on %s', (kind) => {
  it.each(['server', 'client'] as const)(
    'is refused on every path that a %s key can use',
    async (keyKind) => {
      const { here, there, end } = await startDaemons(kind);
      const made = done(await staffOf(here).call('createApiKey', { body: { name: 'K', kind: keyKind } }));
      const calls = Object.entries(CALLS[keyKind]);
      const pollAll = (daemon: TestDaemon) =>
        calls.map(([name, call]) => ({ name, ...poll(testClient(daemon.url, apiKey(made.key)), call) }));
      const polls = { here: pollAll(here), there: there ? pollAll(there) : [] };
      const all = [...polls.here, ...polls.there];
      await until('every path has been used', () => all.every(({ seen }) => seen.length > 2));
      done(await staffOf(here).call('revokeApiKey', { params: { key_id: made.key_id } }));
      const revokedAt = performance.now();
      const isPast = ({ begunAt }: Seen) => begunAt > revokedAt + WITHIN_MS;
      await until('every path has been used more than a second after the revocation', () =>
        all.every(({ seen }) => seen.filter(isPast).length > 2),
      );
      for (const { name, stop } of polls.here) {
        const seen = await stop();
        expect(
          seen.some(({ status }) => status !== 401),
          `${name} was accepted before the revocation`,
        ).toBe(true);
        expect(lastAccepted(seen), `${name}, on the daemon that revoked it`).toBeLessThan(revokedAt);
      }
      for (const { name, stop } of polls.there) {
        const seen = await stop();
        expect(
          seen.some(({ status }) => status !== 401),
          `${name} was accepted before the revocation`,
        ).toBe(true);
        expect(lastAccepted(seen) - revokedAt, `${name}, on another daemon`).toBeLessThan(WITHIN_MS);
      }
      await end();
    },
    60_000,
  );

  it('is refused by a daemon that was idle during the revocation', async () => {
    const { here, there, end } = await startDaemons(kind);
    const daemon = there ?? here;
    const made = done(await staffOf(here).call('createApiKey', { body: { name: 'K', kind: 'server' } }));
    const ask = testClient(daemon.url, apiKey(made.key));
    expect((await CALLS.server.analytics?.(ask))?.status).toBe(200);
    done(await staffOf(here).call('revokeApiKey', { params: { key_id: made.key_id } }));
    if (there) await sleep(WITHIN_MS);
    expect((await CALLS.server.analytics?.(ask))?.status).toBe(401);
    await end();
  }, 60_000);
});
