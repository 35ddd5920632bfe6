import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { migrate } from '../../daemon/db/migrate.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { faultsIn, makeCampaign, makeCode } from '../support/books.ts';
import { type DatabaseKind, spawnDaemon, type TestDatabase, testDatabase } from '../support/daemon.ts';

// A1: `kill -9` at random moments under load. What was acknowledged must be stored, what was refused must not be.
const KILLS = Number(process.env.REDEEMD_KILLS ?? 10);
const LIMIT = 400;

interface Seen {
  claimed: Set<string>;
  paid: Set<string>;
}

async function prepare(storage: TestDatabase) {
  await migrate(storage.url);
  const db = await openDatabase(storage.url, { exclusive: true });
  const campaignId = await makeCampaign(db);
  await db.write(({ db: tx, t }) => tx.update(t.campaigns).set({ starts_at: 0, ends_at: Date.now() + 1e9 }));
  await makeCode(db, campaignId, { code: 'OPEN' });
  await makeCode(db, campaignId, { code: 'LIMITED', usageLimit: LIMIT });
  const { key } = await createKey(db, { name: 'kill', kind: 'server' }, Date.now());
  await db.close();
  return key;
}

/** Redeems and pays until the daemon is gone; only what answered 200 is noted. */
async function hammer(url: string, key: string, worker: string, seen: Seen) {
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(body),
    }).then((response) => response.status);
  for (let n = 0; ; n += 1) {
    const name = `${worker}-${n}`;
    try {
      const code = n % 2 === 0 ? 'OPEN' : 'LIMITED';
      if ((await post('/v1/redemption-codes/use/redeem', { user_id: name, code })) === 200) seen.claimed.add(name);
      const event = {
        event_type: 'payment',
        created_at: new Date().toISOString(),
        game_id: 'game',
        transaction_id: name,
        event: { user_id: name, amount: 1 },
      };
      if ((await post('/v1/game/game-event', { events: [event] })) === 200) seen.paid.add(name);
    } catch {
      return;
    }
  }
}

async function missing(url: string, seen: Seen) {
  const db = await openDatabase(url, { exclusive: true });
  try {
    const stored = await db.read(async ({ db: reader, t }) => ({
      users: new Set((await reader.select({ id: t.claims.user_id }).from(t.claims)).map((row) => row.id)),
      paid: new Set((await reader.select({ id: t.payments.transaction_id }).from(t.payments)).map((row) => row.id)),
    }));
    return {
      claims: [...seen.claimed].filter((user) => !stored.users.has(user)).length,
      payments: [...seen.paid].filter((id) => !stored.paid.has(id)).length,
      faults: await faultsIn(db),
      used: await db.read(async ({ db: reader, t }) =>
        Math.max(...(await reader.select({ used: t.codes.used }).from(t.codes)).map((row) => row.used)),
      ),
    };
  } finally {
    await db.close();
  }
}

test.each<DatabaseKind>(['sqlite', 'postgres'])(
  '%s: killed under load, nothing acknowledged is lost',
  async (kind) => {
    const storage = await testDatabase(kind);
    const key = await prepare(storage);
    const seen: Seen = { claimed: new Set(), paid: new Set() };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const daemon = await spawnDaemon(storage.url);
      const workers = Array.from({ length: 16 }, (_, n) => hammer(daemon.url, key, `k${kill}-w${n}`, seen));
      await sleep(50 + Math.random() * 400);
      await daemon.end('SIGKILL');
      await Promise.all(workers);
    }
    expect(seen.claimed.size).toBeGreaterThan(KILLS);
    const found = await missing(storage.url, seen);
    expect(found).toMatchObject({ claims: 0, payments: 0, faults: [] });
    expect(found.used).toBeLessThanOrEqual(LIMIT);

    // Sabotage: an acknowledged claim that was never made is noticed.
    seen.claimed.add('nobody');
    expect((await missing(storage.url, seen)).claims).toBe(1);
    await storage.drop();
  },
  180_000,
);
