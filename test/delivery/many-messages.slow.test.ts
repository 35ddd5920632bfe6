import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from '../../daemon/delivery/send/throttle.ts';
import { webhookWorld } from '../support/http/webhooks.ts';
import { answering, idOf, startReceiver } from '../support/servers/receiver.ts';
import { until } from '../support/world/wait-until.ts';

const LONG_MS = 60_000;

describe.each(['sqlite', 'postgres'] as const)('many messages on %s', (database) => {
  it(
    'each have their own response stored, and failures do not affect the other messages',
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
        await until('all were attempted', () => new Set(receiver.received.map(idOf)).size === made.length);
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
        await until('the two failed messages are settled', async () => (await waiting()).length === 0);
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

  it(
    'reach one endpoint while another is not responding, and reach that one once it responds again',
    async () => {
      const world = await webhookWorld(database);
      const [quick, stuck] = await Promise.all([startReceiver(), startReceiver()]);
      try {
        for (const receiver of [quick, stuck]) await world.subscribe(receiver);
        const came = ({ received }: typeof quick) => new Set(received.map(idOf)).size;
        const isSettled = async () => (await world.deliveries({ status: 'pending' })).length === 0;
        await world.redeemMany(20);
        await until(
          'both receivers have 20 messages',
          async () => came(quick) === 20 && came(stuck) === 20 && (await isSettled()),
        );
        const held: ServerResponse[] = [];
        stuck.behave((response) => void held.push(response));
        await world.redeemMany(1200);
        await until('the quick receiver has all messages', () => came(quick) === 1220);
        expect(came(stuck)).toBeLessThan(60);
        stuck.behave(answering(204));
        for (const response of held) response.writeHead(204).end();
        await until('both receivers have all messages', async () => came(stuck) === 1220 && (await isSettled()));
        expect(quick.received).toHaveLength(1220);
        // On a busy machine, held requests time out and are sent again.
        expect(stuck.received.length).toBeLessThanOrEqual(1220 + held.length);
      } finally {
        await world.daemon.close();
        await Promise.all([quick.close(), stuck.close()]);
      }
    },
    LONG_MS,
  );
});

describe('deliveries during requests', () => {
  const { signal } = new AbortController();
  afterEach(() => void vi.useRealTimers());

  /** The clock advances by this much each time the throttle checks for queued requests. */
  const STEP_MS = 10;
  const looksOf = async (messages: number, isCrowded: (looks: number) => boolean) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let looks = 0;
    await createThrottle(() => {
      looks += 1;
      vi.advanceTimersByTime(STEP_MS);
      return isCrowded(looks);
    }, signal)(messages);
    return looks;
  };

  it.each([
    [1, 200],
    [200, 400],
    [500, 1000],
    [5000, 1000],
  ])('pause after %i messages for at most %i ms while requests queue up', async (messages, ms) => {
    expect(await looksOf(messages, () => true)).toBe(ms / STEP_MS);
  });

  it('resume when requests no longer queue up, and do not pause if none are queued', async () => {
    expect(await looksOf(500, (looks) => looks < 10)).toBe(10);
    expect(await looksOf(500, () => false)).toBe(1);
  });
});
