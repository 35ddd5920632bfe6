import { eq, isNotNull } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import type { Handle } from '../../daemon/db/database.ts';
import { dialectOf } from '../../daemon/db/open.ts';
import { webhookWorld } from '../support/http/webhooks.ts';
import { answering, startReceiver } from '../support/servers/receiver.ts';
import { type DatabaseKind, testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe.each<DatabaseKind>(['sqlite', 'postgres'])('the backlog of waiting messages on %s', (database) => {
  it('appears in the metrics', async () => {
    const world = await webhookWorld(database);
    const receiver = await startReceiver(answering(500));
    closing.push(receiver.close, world.daemon.close);
    for (let n = 0; n < 2; n += 1) await world.subscribe(receiver);
    const metric = async (line: string) => {
      const text = await (await fetch(`${world.daemon.url}/metrics`)).text();
      return Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    };
    expect(await metric('redeemd_messages_waiting{stage="webhook"}')).toBe(0);
    expect(await metric('redeemd_messages_overdue_seconds{stage="webhook"}')).toBe(0);
    expect(await metric('redeemd_webhook_endpoints{state="active"}')).toBe(2);
    await world.redeemMany(3);
    await until('the messages wait', async () => (await metric('redeemd_messages_waiting{stage="webhook"}')) === 6);
    expect(await metric('redeemd_messages_waiting{stage="outbox"}')).toBe(0);
    expect(await metric('redeemd_messages_waiting{stage="mail"}')).toBe(0);
    const pause = ({ db, t }: Handle) =>
      db.update(t.webhooks).set({ failures: 9, paused_until: world.clock() + 200_000 });
    await world.daemon.db.write(pause);
    // The result of an attempt in progress would overwrite the due time that the test sets.
    await until('no attempt is in progress', () =>
      world.daemon.db.read(async ({ db, t: { deliveries: d } }) => {
        const leased = await db.select().from(d).where(isNotNull(d.lease_until));
        return leased.length === 0;
      }),
    );
    const due = world.clock() - 90_000;
    await world.daemon.db.write(async (handle) => {
      const { db, t } = handle;
      await pause(handle);
      await db.update(t.deliveries).set({ next_attempt_at: due + 60_000 });
      const { webhook_id } = t.deliveries;
      const [first] = await db.select({ webhook_id }).from(t.deliveries).limit(1);
      await db
        .update(t.deliveries)
        .set({ next_attempt_at: due })
        .where(eq(webhook_id, first?.webhook_id ?? 0));
    });
    const overdue = await metric('redeemd_messages_overdue_seconds{stage="webhook"}');
    expect(overdue).toBeGreaterThanOrEqual(90);
    expect(overdue).toBeLessThanOrEqual((world.clock() - due) / 1000);
    expect(await metric('redeemd_webhook_endpoints{state="paused"}')).toBe(2);
    expect(await metric('redeemd_webhook_endpoints{state="active"}')).toBe(0);
  });

  it('is found through an index among very many delivered messages, as are failed messages', async () => {
    const { url, drop } = await testDatabase(database, { booksMayDiffer: true, isMigrated: true });
    closing.push(drop);
    const series = {
      sqlite: 'with recursive s(i) as (select 1 union all select i + 1 from s where i < 50000)',
      postgres: 'with s(i) as (select generate_series(1, 50000))',
    }[dialectOf(url)];
    const values = `i, 'webhook', 1, case i % 10000 when 0 then 'failed' when 1 then 'pending' else 'delivered' end, 1, 1, 1`;
    const columns = 'outbox_id, channel, webhook_id, status, attempts, next_attempt_at, created_at';
    const insert = `insert into deliveries (${columns})`;
    const begin = dialectOf(url) === 'sqlite' ? `${insert} ${series}` : `${series} ${insert}`;
    await runSql(url, `${begin} select ${values} from s`, 'analyze');
    const explain = dialectOf(url) === 'sqlite' ? 'explain query plan' : 'explain';
    const planOf = async (status: string) => {
      const text = `select * from deliveries where status = '${status}' order by delivery_id desc limit 26`;
      return JSON.stringify(await runSql(url, `${explain} ${text}`));
    };
    expect(await planOf('failed')).toContain('deliveries_failed');
    expect(await planOf('pending')).toMatch(/deliveries_(due|waiting|order)/);
  });
});
