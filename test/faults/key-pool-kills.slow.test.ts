import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { CODES, fillPool, judgeKeys, type KeyFacts, keyIn, told } from '../races/key-pool-races.ts';
import type { Answer } from '../races/racing-daemons.ts';
import { runningCampaign } from '../support/http/campaigns.ts';
import { apiKey, done, testClient } from '../support/http/test-client.ts';
import {
  type DatabaseKind,
  spawnDaemon,
  startTestDaemon,
  type TestDatabase,
  testDatabase,
} from '../support/world/daemon.ts';

const PATIENCE = 120_000;
const KEYS = 300;
const WORKERS = 8;
const KILLS = 2;

/** Kills a daemon under load, and lets each worker send its unanswered request again to the next daemon. */
async function killUnderLoad({ url }: TestDatabase, serverKey: string): Promise<Omit<KeyFacts, 'keys'>> {
  const facts = { given: [] as string[], again: [] as string[], strange: [] as string[] };
  const users: string[] = [];
  const redeem = async (at: string, user_id: string) => {
    const client = testClient(at, { ...apiKey(serverKey), 'Idempotency-Key': user_id });
    const { status, body } = await client.call('redeem', {
      body: { user_id, code: CODES[user_id.length % CODES.length] ?? '' },
    });
    return { status, body, replayed: false };
  };
  const note = (user: string, answer: Answer) => {
    if (answer.status === 200) {
      users.push(user);
      facts.given.push(keyIn(answer));
    } else if (answer.body.code !== 'key_pool_empty') facts.strange.push(told(answer));
  };
  let unanswered: string[] = [];
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const daemon = await spawnDaemon(url);
    for (const user of unanswered) note(user, await redeem(daemon.url, user));
    if (kill === KILLS) {
      for (const user of users) facts.again.push(keyIn(await redeem(daemon.url, user)));
      await daemon.end();
      break;
    }
    let answers = randomInt(20, KEYS / KILLS / 2);
    const workers = Array.from({ length: WORKERS }, async (_, worker) => {
      for (let n = 0; ; n += 1) {
        const user = `player-${kill}-${worker}-${n}`;
        const answer = await redeem(daemon.url, user).catch(() => null);
        if (answer === null) return user;
        note(user, answer);
        answers -= 1;
        if (answers === 0) daemon.process.kill('SIGKILL');
      }
    });
    unanswered = await Promise.all(workers);
    await daemon.ended;
  }
  return facts;
}

test.each<DatabaseKind>(['sqlite', 'postgres'])(
  '%s: a daemon killed under load neither hands out a key twice nor loses one',
  async (kind) => {
    const storage = await testDatabase(kind);
    const first = await startTestDaemon({ databaseUrl: storage.url });
    const keys = await fillPool(first, await runningCampaign(first), KEYS);
    await first.close();
    const facts = await killUnderLoad(storage, first.serverKey);
    expect(judgeKeys({ keys, ...facts }, facts.given.length)).toEqual([]);
    const later = await startTestDaemon({ databaseUrl: storage.url });
    const [pool] = done(await later.owner.call('listKeyPools', { query: {} })).data;
    expect(pool).toMatchObject({ keys_used: facts.given.length, keys_left: KEYS - facts.given.length });
    await later.close();
    // Verifies that each used key has exactly one claim.
    await storage.drop();
  },
  PATIENCE,
);
