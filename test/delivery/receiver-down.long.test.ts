import { expect, it, test } from 'vitest';
import { amountOf } from '../support/amounts.ts';
import { leaveOut } from '../support/faults/sabotage.ts';
import { apiKey, done, testClient } from '../support/http/test-client.ts';
import { LOOPBACK_OPEN, webhookWorld } from '../support/http/webhooks.ts';
import { idOf, startReceiver, verified } from '../support/servers/receiver.ts';
import {
  type SpawnedDaemon,
  spawnDaemon,
  startTestDaemon,
  type TestDatabase,
  testDatabase,
} from '../support/world/daemon.ts';

// While a receiver is down, players redeem and daemons are killed.

const EVENTS = amountOf('REDEEMD_DOWN_EVENTS');
const AT_ONCE = 50;
const DAEMONS = 2;

interface Facts {
  /** The claims that were acknowledged. */
  claims: string[];
  /** The claims that the receiver got, each with the ID of its message. A claim that arrived twice is listed twice. */
  told: [redemption: string, id: string][];
  /** The number of deliveries that the daemons do not count as delivered. */
  open: number;
}

/** Creates this many claims while the receiver is down and daemons are killed. A last daemon sends all messages. */
async function playDown(
  { url }: TestDatabase,
  events: number,
  tamper: () => Promise<unknown> = async () => {},
): Promise<Facts> {
  const receiver = await startReceiver();
  const first = await webhookWorld('postgres', { databaseUrl: url });
  const { secret } = await first.subscribe(receiver);
  await first.daemon.close();
  await receiver.down();
  await tamper();
  const claims = await claimAmidKills(url, { key: first.daemon.serverKey, code: first.code }, events);

  await receiver.up();
  // With the clock 285 s ahead, leases and pauses have ended, and waits of five minutes end soon. Signatures are still
  // valid.
  const clock = () => Date.now() + 285_000;
  const heir = await startTestDaemon({ databaseUrl: url, env: LOOPBACK_OPEN, clock });
  const waiting = () =>
    heir.db.read(async ({ db, t }) => {
      const unspread = (await db.select({ at: t.outbox.spread_at }).from(t.outbox)).filter(({ at }) => at === null);
      const pending = await db.select({ status: t.deliveries.status }).from(t.deliveries);
      return unspread.length + pending.filter(({ status }) => status === 'pending').length;
    });
  await expect.poll(waiting, { timeout: 400_000, interval: 500 }).toBe(0);
  const rows = await heir.db.read(({ db, t }) => db.select({ status: t.deliveries.status }).from(t.deliveries));
  const told = receiver.received.map((got): [string, string] => [verified(got, secret).data.redemption_id, idOf(got)]);
  await heir.close();
  await receiver.close();
  return { claims, told, open: rows.filter(({ status }) => status !== 'delivered').length };
}

/** Redeems through two daemons, which are killed and restarted three times and finally killed. @returns the claims */
async function claimAmidKills(url: string, { key, code }: { key: string; code: string }, events: number) {
  const claims: string[] = [];
  const daemons: SpawnedDaemon[] = [];
  const killAll = async () => void (await Promise.all(daemons.splice(0).map((daemon) => daemon.end('SIGKILL'))));
  try {
    for (let from = 0; from < events; from += AT_ONCE) {
      if (from % Math.floor(events / 4) < AT_ONCE) {
        await killAll();
        while (daemons.length < DAEMONS) daemons.push(await spawnDaemon(url, LOOPBACK_OPEN));
      }
      const asks = daemons.map((daemon) => testClient(daemon.url, apiKey(key)));
      const redeem = (at: number) =>
        asks[at % DAEMONS]!.call('redeem', { body: { user_id: `player-${from + at}`, code } });
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => redeem(at)));
      claims.push(...answers.map((answer) => done(answer).redemption_id));
    }
  } finally {
    await killAll();
  }
  return claims;
}

function judgeDown({ claims, told, open }: Facts): string[] {
  const idsOf = new Map<string, Set<string>>();
  for (const [redemption, id] of told) idsOf.set(redemption, (idsOf.get(redemption) ?? new Set()).add(id));
  const lost = claims.filter((redemption) => !idsOf.has(redemption)).length;
  const unstable = [...idsOf.values()].filter(({ size }) => size > 1).length;
  const shared = idsOf.size - new Set(told.map(([, id]) => id)).size + unstable;
  return [
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(unstable > 0 ? [`${unstable} with several IDs`] : []),
    ...(shared > 0 ? [`${shared} with another claim's ID`] : []),
    ...(open > 0 ? [`${open} deliveries open`] : []),
  ];
}

it(`${EVENTS} messages for a receiver that is down: none is lost, and each keeps its ID`, {
  timeout: 900_000,
}, async () => {
  const storage = await testDatabase('postgres');
  const facts = await playDown(storage, EVENTS);
  expect(facts.claims).toHaveLength(EVENTS);
  expect(judgeDown(facts)).toEqual([]);
  await storage.drop();
});

it('sabotage: a delivery that is not written is noticed', { timeout: 200_000 }, async () => {
  const storage = await testDatabase('postgres');
  const tamper = () => leaveOut(storage.url, { table: 'deliveries', when: 'new.outbox_id % 10 = 0' });
  const facts = await playDown(storage, 4 * AT_ONCE, tamper);
  expect(judgeDown(facts)).toContainEqual(expect.stringMatching(/^\d+ lost$/));
  await storage.drop();
});

test('sabotage: the judge reports lost messages, wrong IDs and undelivered messages', () => {
  const good: Facts = {
    claims: ['1', '2'],
    told: [
      ['1', 'a'],
      ['2', 'b'],
      ['2', 'b'],
    ],
    open: 0,
  };
  const but = (change: Partial<Facts>) => judgeDown({ ...good, ...change });
  expect(but({})).toEqual([]);
  expect(but({ told: [['1', 'a']] })).toEqual(['1 lost']);
  expect(but({ told: [...good.told, ['2', 'c']] })).toEqual(['1 with several IDs']);
  expect(
    but({
      told: [
        ['1', 'a'],
        ['2', 'a'],
      ],
    }),
  ).toEqual(["1 with another claim's ID"]);
  expect(but({ open: 1 })).toEqual(['1 deliveries open']);
});
