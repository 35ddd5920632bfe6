import { asc } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { type OutboxWorker, startOutboxWorker } from '../../daemon/delivery/outbox-worker.ts';
import { createEndpointSenders } from '../../daemon/delivery/send/endpoint-senders.ts';
import { insertWebhook } from '../../daemon/features/webhooks/webhooks-store.ts';
import { seal, secretKeyOf } from '../../daemon/lib/keyed.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { createGate, type Gate } from '../support/world/create-gate.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

const KEY = secretKeyOf('the secret of a test');
const NOW = Date.UTC(2026, 10, 21, 8);
/** The maximum number of rounds that a sender holds: one that is being sent, and two in the queue. */
const MOST_ROUNDS = 3;

onEachDatabase((database) => {
  let worker: OutboxWorker;
  let gate: Gate;
  let sent: string[];
  beforeAll(() => seedOrganisation(database(), NOW));
  beforeEach(async () => {
    gate = createGate();
    sent = [];
    await database().write(async (handle) => {
      const secret = seal(KEY, `whsec_${Buffer.alloc(32).toString('base64')}`);
      await insertWebhook(handle, {
        ...{ url: 'https://client.example', events: ['campaign.ended'], active: true, secret, created_at: NOW },
      });
    });
  });
  const parts = () => ({
    db: database(),
    secretKey: KEY,
    clock: () => NOW,
    log: silentLog,
    egress: {
      post: async (_: unknown, headers: Record<string, string>) => {
        sent.push(headers['webhook-id'] ?? '');
        await gate.opened;
        return { status: 204, text: '', error: null };
      },
      close: async () => {},
    },
  });
  const start = () => {
    worker = startOutboxWorker(parts());
  };
  afterEach(async () => {
    gate.open();
    await worker?.stop();
    await database().write(async ({ db, t }) => {
      for (const table of [t.deliveries, t.outbox, t.webhooks]) await db.delete(table);
    });
  });

  const deliveries = () =>
    database().read(({ db, t }) => db.select().from(t.deliveries).orderBy(asc(t.deliveries.delivery_id)));
  const leases = async () => (await deliveries()).map(({ lease_until }) => lease_until !== null);
  const write = (message_id: string) =>
    database().write(async ({ db, t }) => {
      const message = { message_id, event_type: 'campaign.ended', body: '{}', created_at: NOW, due_at: NOW };
      await db.insert(t.outbox).values(message);
    });
  /** Stores a message, and resolves once its delivery exists. */
  const spread = async (message_id: string) => {
    const before = (await deliveries()).length;
    await write(message_id);
    worker.poke();
    await until('the message has its delivery', async () => (await deliveries()).length > before);
  };
  const spreadMany = async (count: number) => {
    start();
    for (let n = 0; n < count; n += 1) {
      await spread(`m${n}`);
      if (n === 0) await until('the first message is being sent', () => sent.length === 1);
    }
  };

  test('a sender holds at most three rounds; later messages wait in the database, where every daemon finds them', async () => {
    await spreadMany(MOST_ROUNDS + 2);
    expect(await leases()).toEqual([true, true, true, false, false]);
    gate.open();
    await until('all are sent', async () => (await deliveries()).every(({ status }) => status === 'delivered'));
    expect(sent.sort()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
  });

  /** Stores a message with a delivery that no daemon has leased yet. @returns the endpoint */
  const leaveDue = (message_id: string) =>
    database().write(async ({ db, t }) => {
      const message = { message_id, event_type: 'campaign.ended', body: '{}', created_at: NOW, due_at: NOW };
      const [row] = await db
        .insert(t.outbox)
        .values({ ...message, spread_at: NOW })
        .returning();
      const [webhook] = await db.select().from(t.webhooks);
      const webhookId = webhook?.webhook_id as number;
      await db.insert(t.deliveries).values({
        ...{ outbox_id: row?.outbox_id ?? 0, webhook_id: webhookId, channel: 'webhook', status: 'pending' },
        ...{ attempts: 0, next_attempt_at: NOW, created_at: NOW },
      });
      return webhookId;
    });

  test('a sender still accepts rounds after a slow read has returned rows that were leased during the read', async () => {
    const webhookId = await leaveDue('m0');
    const looked = createGate();
    let looks = 0;
    const db: Database = {
      ...database(),
      async read(run) {
        const found = await database().read(run);
        looks += 1;
        if (looks === 2) {
          looked.open();
          await until('the lease is taken', () => sent.length === 1);
        }
        return found;
      },
      async write(run) {
        await looked.opened;
        return database().write(run);
      },
    };
    const stop = new AbortController();
    const never = { stopping: stop.signal, signal: stop.signal, throttle: async () => {}, observe: () => {} };
    const senders = createEndpointSenders({ ...parts(), ...never, db });
    await senders.startDue();
    await senders.startDue();
    expect(senders.acceptsRounds(webhookId)).toBe(true);
    gate.open();
    await senders.ended();
  });

  test('a sender sends messages that are already waiting in the database before a new one', async () => {
    await leaveDue('old');
    await write('m0');
    gate.open();
    start();
    await until('both are sent', () => sent.length === 2);
    expect(sent).toEqual(['old', 'm0']);
  });

  test('a sender accepts nothing while its endpoint is paused', async () => {
    gate.open();
    start();
    await spread('m0');
    await until('it is sent', async () => (await deliveries()).every(({ status }) => status === 'delivered'));
    await database().write(({ db, t }) => db.update(t.webhooks).set({ failures: 5, paused_until: NOW + 60_000 }));
    await spread('m1');
    expect(await leases()).toEqual([false, false]);
  });

  test('a sender sends nothing more once the daemon stops, but finishes the attempt in progress', async () => {
    await spreadMany(MOST_ROUNDS + 1);
    const stopped = worker.stop();
    gate.open();
    await stopped;
    expect(sent).toEqual(['m0']);
    const left = await deliveries();
    expect(left.map(({ status }) => status)).toEqual(['delivered', 'pending', 'pending', 'pending']);
    expect(left.every(({ lease_until }) => lease_until === null)).toBe(true);
  });
});
