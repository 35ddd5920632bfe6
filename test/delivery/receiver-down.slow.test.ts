import { expect, it } from 'vitest';
import { apiKey, asking, done } from '../support/ask.ts';
import { spawnDaemon, startTestDaemon, testDatabase } from '../support/daemon.ts';
import { idOf, startReceiver, verified } from '../support/receiver.ts';
import { LOOPBACK_OPEN, webhookWorld } from '../support/webhooks.ts';

// D1 of the figures: a receiver that is down over many events, and daemons that are killed meanwhile.

const EVENTS = process.env.REDEEMD_LONG ? 10_000 : 2000;
const AT_ONCE = 50;
const DAEMONS = 2;

it(`${EVENTS} events to a receiver that is down: none is lost, each has one id`, { timeout: 600_000 }, async () => {
  const { url, drop } = await testDatabase('postgres');
  const receiver = await startReceiver();
  const first = await webhookWorld('postgres', { databaseUrl: url });
  const { secret } = await first.subscribe(receiver);
  await first.daemon.close();
  await receiver.down();

  const started = () => Promise.all(Array.from({ length: DAEMONS }, () => spawnDaemon(url, LOOPBACK_OPEN)));
  let daemons = await started();
  const claims: string[] = [];
  for (let from = 0; from < EVENTS; from += AT_ONCE) {
    if (from > 0 && from % Math.floor(EVENTS / 4) < AT_ONCE) {
      await Promise.all(daemons.map((daemon) => daemon.end('SIGKILL')));
      daemons = await started();
    }
    const asks = daemons.map((daemon) => asking(daemon.url, apiKey(first.daemon.serverKey)));
    const players = Array.from({ length: AT_ONCE }, (_, at) => ({ user_id: `player-${from + at}`, code: first.code }));
    const answers = await Promise.all(
      players.map((body, at) => asks[at % DAEMONS]?.('POST', '/v1/redemption-codes/use/redeem', body)),
    );
    claims.push(...answers.map((answer) => done(answer as NonNullable<typeof answer>).redemption_id));
  }
  await Promise.all(daemons.map((daemon) => daemon.end('SIGKILL')));

  await receiver.up();
  // By this clock leases and pauses are over, and the waits of five minutes soon; signatures are still of their time.
  const clock = () => Date.now() + 285_000;
  const heir = await startTestDaemon({ databaseUrl: url, env: LOOPBACK_OPEN, clock });
  const arrived = () => new Set(receiver.received.map(idOf)).size;
  await expect.poll(arrived, { timeout: 300_000, interval: 200 }).toBe(EVENTS);
  const told = () => new Map(receiver.received.map((got) => [verified(got, secret).data.redemption_id, idOf(got)]));
  expect([...told().keys()].sort()).toEqual(claims.sort());
  expect(new Set(told().values()).size).toBe(EVENTS);
  const rows = () => heir.db.read(({ db, t }) => db.select().from(t.deliveries));
  await expect.poll(async () => (await rows()).filter(({ status }) => status !== 'delivered')).toEqual([]);
  await heir.close();
  await receiver.close();
  await drop();
});
