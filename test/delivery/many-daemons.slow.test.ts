import { afterEach, describe, expect, it } from 'vitest';
import { apiKey, testClient } from '../support/http/test-client.ts';
import { LOOPBACK_OPEN, webhookWorld } from '../support/http/webhooks.ts';
import { answering, idOf, silent, startReceiver, verified } from '../support/servers/receiver.ts';
import {
  type DatabaseKind,
  spawnDaemon,
  startTestDaemon,
  type TestDaemon,
  testDatabase,
} from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// Daemons share the work, and if one of them leaves work unfinished, another one finishes it.

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('three daemons deliver each message once, with stable IDs', async () => {
  const world = await webhookWorld('postgres');
  closing.push(() => world.daemon.close());
  const others: TestDaemon[] = [];
  for (let at = 0; at < 2; at += 1) {
    const other = await startTestDaemon({ databaseUrl: world.daemon.databaseUrl, env: LOOPBACK_OPEN });
    others.push(other);
    closing.push(() => other.close());
  }
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const { secret } = await world.subscribe(receiver);
  await world.redeemMany(400);
  await until('all messages', () => receiver.received.length === 400);
  expect(new Set(receiver.received.map(idOf)).size).toBe(400);
  for (const message of receiver.received) verified(message, secret);
});

describe.each<DatabaseKind>(['sqlite', 'postgres'])('on %s', (database) => {
  it('messages of a daemon that is killed during its attempts are sent by the next one, with the same IDs', async () => {
    const { url, drop } = await testDatabase(database);
    closing.push(drop);
    const receiver = await startReceiver(silent);
    closing.push(receiver.close);
    const first = await webhookWorld(database, { databaseUrl: url });
    await first.subscribe(receiver);
    await first.daemon.close();
    const doomed = await spawnDaemon(url, LOOPBACK_OPEN);
    const game = testClient(doomed.url, apiKey(first.daemon.serverKey));
    const claims = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const { body } = await game.call('redeem', { body: { user_id: `player-${at}`, code: first.code } });
        return body.redemption_id as string;
      }),
    );
    await until('the first messages', () => receiver.received.length > 0);
    const begun = new Set(receiver.received.map(idOf));
    await doomed.end('SIGKILL');
    receiver.behave(answering(200));
    receiver.received.length = 0;
    // By this clock, the leases of the killed daemon have ended.
    const clock = () => Date.now() + 61_000;
    const heir = await startTestDaemon({ databaseUrl: url, env: LOOPBACK_OPEN, clock });
    closing.push(() => heir.close());
    await until('all messages', () => receiver.received.length === 40);
    const ids = receiver.received.map(idOf);
    expect(new Set(ids).size).toBe(40);
    for (const id of begun) expect(ids).toContain(id);
    const told = receiver.received.map(({ body }) => JSON.parse(body).data.redemption_id);
    expect(told.sort()).toEqual(claims.sort());
  });

  it('a stopped daemon releases its attempts immediately', async () => {
    const { url, drop } = await testDatabase(database);
    closing.push(drop);
    const receiver = await startReceiver(silent);
    closing.push(receiver.close);
    // An attempt is allowed more time than this test, so the test would fail if a shutdown waited for the attempt.
    const first = await webhookWorld(database, { databaseUrl: url, attemptMs: 600_000 });
    await first.subscribe(receiver);
    await first.redeem();
    await until('the message', () => receiver.received.length === 1);
    await first.daemon.close();
    receiver.behave(answering(200));
    const next = await startTestDaemon({ databaseUrl: url, env: LOOPBACK_OPEN });
    closing.push(() => next.close());
    await until('the message again', () => receiver.received.length === 2);
    expect(new Set(receiver.received.map(idOf)).size).toBe(1);
  });
});
