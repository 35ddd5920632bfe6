import { afterEach, expect, test } from 'vitest';
import { bringForward } from '../../daemon/delivery/bring-forward.ts';
import { LONGEST_WAIT_MS } from '../../daemon/delivery/send/retry-rules.ts';
import { announce } from '../../daemon/features/outbox/outbox-store.ts';
import { webhookWorld } from '../support/http/webhooks.ts';
import { answering, startReceiver } from '../support/servers/receiver.ts';
import type { DatabaseKind } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

// If a delivery failed while the clock was ahead, its next attempt does not wait until the time that the wrong clock set.
const [MINUTE, DAY] = [60_000, 86_400_000];
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(database: DatabaseKind) {
  const receiver = await startReceiver();
  open.push(receiver);
  const world = await webhookWorld(database);
  open.push(world.daemon);
  return { world, receiver };
}

test.each(STORY_DATABASES)(
  '%s: messages sent or written while the clock was 30 days ahead arrive once the clock is correct',
  async (database) => {
    const { world, receiver } = await start(database);
    await world.subscribe(receiver, 'redemption.succeeded', 'campaign.ended');
    const { db } = world.daemon;
    // The test reads the database, because the owner's session ends when the clock jumps ahead.
    const deliveries = () => db.read(({ db, t }) => db.select().from(t.deliveries));
    receiver.behave(answering(500));
    world.pass(30 * DAY);
    const now = Date.now() + 30 * DAY;
    const data = { campaign_id: 1, name: 'Summer', games: null, ended_at: new Date(now).toISOString() };
    const waiting = { type: 'campaign.ended' as const, data };
    await db.write((handle) => announce(handle, [waiting, { ...waiting, dueAt: now + 10_000 }], now));
    await until('the first attempt', async () => (await deliveries())[0]?.attempts === 1);
    receiver.behave(answering(204));
    world.pass(-30 * DAY);
    await until('all messages', async () => {
      const all = await deliveries();
      return all.length === 2 && all.every(({ status }) => status === 'delivered');
    });
  },
);

test.each(STORY_DATABASES)(
  '%s: of the waiting deliveries, only those that would wait longer than allowed become due',
  async (database) => {
    const { world, receiver } = await start(database);
    const { webhook_id } = await world.subscribe(receiver);
    await world.redeem();
    await until('the message', async () => (await world.deliveries())[0]?.status === 'delivered');
    const { db } = world.daemon;
    const now = Date.now();
    const tries = [
      { name: 'a valid wait', attempts: 9, ms: LONGEST_WAIT_MS, isDue: false },
      { name: 'a wait that is too long', attempts: 1, ms: LONGEST_WAIT_MS + MINUTE, isDue: true },
      { name: 'a first attempt soon', attempts: 0, ms: 30_000, isDue: false },
      { name: 'a first attempt in an hour', attempts: 0, ms: 60 * MINUTE, isDue: true },
    ].flatMap((one) => [
      { ...one, channel: 'webhook' as const, webhook_id },
      { ...one, channel: 'mail' as const, webhook_id: null },
    ]);
    const made = await db.write(async ({ db, t }) => {
      const [message] = await db.select({ id: t.outbox.outbox_id }).from(t.outbox);
      // The endpoint is disabled, so that nothing is sent during the check.
      await db.update(t.webhooks).set({ active: false });
      const rows = tries.map(({ channel, webhook_id, attempts, ms }) => ({
        ...{ outbox_id: message?.id ?? 0, channel, webhook_id, recipient: channel === 'mail' ? 'a@b.example' : null },
        ...{ status: 'pending' as const, attempts, next_attempt_at: now + ms, created_at: now },
      }));
      return db.insert(t.deliveries).values(rows).returning({ id: t.deliveries.delivery_id });
    });
    await bringForward(db, now, new AbortController().signal);
    const after = new Map(
      (await world.deliveries()).map((row: { delivery_id: number; next_attempt_at: string | null }) => [
        row.delivery_id,
        row.next_attempt_at,
      ]),
    );
    const seen = tries.map(({ name, channel }, n) => [name, channel, after.get(made[n]?.id ?? 0)]);
    const expected = tries.map(({ name, channel, ms, isDue }) => [
      ...[name, channel],
      new Date(isDue ? now : now + ms).toISOString(),
    ]);
    expect(seen).toEqual(expected);
  },
);
