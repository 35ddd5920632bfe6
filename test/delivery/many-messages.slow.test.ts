import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPace } from '../../daemon/delivery/pace.ts';
import { idOf, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { webhookWorld } from '../support/webhooks.ts';

const LONG_MS = 60_000;

describe.each(['sqlite', 'postgres'] as const)('many messages on %s', (database) => {
  it(
    'keep their own answers, and one that fails among them fails alone',
    async () => {
      const world = await webhookWorld(database);
      const failing = new Set([150, 300]);
      const receiver = await startReceiver((response, got, serial) => {
        if (failing.has(serial)) response.writeHead(503).end('not now');
        else response.writeHead(200).end(`thanks for ${idOf(got)}`);
      });
      try {
        await world.subscribe(receiver);
        const made = await world.redeemMany(400);
        await until('all are tried', () => new Set(receiver.received.map(idOf)).size === made.length);
        const rows = async () => {
          const { db } = world.daemon;
          return await db.read(({ db: reader, t }) => reader.select().from(t.deliveries));
        };
        const waiting = async () => (await rows()).filter(({ status }) => status === 'pending');
        await until('all but two are settled', async () => (await waiting()).length === 2);
        expect(
          (await waiting()).map(({ attempts, answer_status, answer_text }) => [attempts, answer_status, answer_text]),
        ).toEqual([1, 2].map(() => [1, 503, 'not now']));
        world.pass(6000);
        await until('those two too', async () => (await waiting()).length === 0);
        const ids = receiver.received.map(idOf);
        expect(ids).toHaveLength(402);
        for (const { answer_text, attempts } of await rows()) {
          expect(answer_text).toMatch(/^thanks for msg_/);
          expect(attempts).toBeLessThanOrEqual(2);
        }
        expect(new Set((await rows()).map(({ answer_text }) => answer_text)).size).toBe(400);
      } finally {
        await world.daemon.close();
        await receiver.close();
      }
    },
    LONG_MS,
  );
});

describe('deliveries beside requests', () => {
  const busyFor = async (ms: number, during: () => void) => {
    const until = performance.now() + ms;
    while (performance.now() < until) {
      const turnEnd = performance.now() + 5;
      while (performance.now() < turnEnd);
      during();
      await turn();
    }
  };
  const msOf = async (work: Promise<void>) => {
    const from = performance.now();
    await work;
    return performance.now() - from;
  };

  it('rest while requests fill the time, though not for ever', async () => {
    const pace = createPace(new AbortController().signal);
    pace.wrote();
    const [rested] = await Promise.all([msOf(pace.rest(200)), busyFor(3000, pace.wrote)]);
    expect(rested).toBeGreaterThan(300);
    expect(rested).toBeLessThan(2000);
  });

  it('do not rest for their own work, or for requests that leave time', async () => {
    const alone = createPace(new AbortController().signal);
    const [beside] = await Promise.all([msOf(alone.rest(200)), busyFor(300, () => {})]);
    expect(beside).toBeLessThan(200);
    const quiet = createPace(new AbortController().signal);
    quiet.wrote();
    expect(await msOf(quiet.rest(500))).toBeLessThan(500);
  });
});
