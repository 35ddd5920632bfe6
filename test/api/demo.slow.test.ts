import { describe, expect, it } from 'vitest';
import { emailOf } from '../../daemon/demo/accounts.ts';
import { startTraffic } from '../../daemon/demo/traffic.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { fillDemo, startDemo } from '../support/world/demo.ts';

/** How many hours each step of the traffic simulates: enough for every random event to occur. */
const BUSY_HOURS = 0.5;

describe.each(['sqlite', 'postgres'] as const)('the demo on %s', (database) => {
  it('creates data that verify accepts, with paid payout runs, and continues with live traffic', {
    timeout: 120_000,
  }, async () => {
    const own = await testDatabase(database);
    const parts = await fillDemo(own.url);
    expect(parts.at(-1)).toBe(1);
    const daemon = await startDemo(own.url);
    try {
      const claims = () =>
        daemon.db.read(async ({ db, t }) => (await db.select({ id: t.claims.claim_id }).from(t.claims)).length);
      const filled = await claims();
      expect(filled).toBeGreaterThan(50);
      expect(await daemon.owner.call('listCampaigns', {})).toMatchObject({ ok: true, body: { total: 9 } });

      const runs = await daemon.owner.call('listPayoutRuns', { query: { page_size: 100 } });
      if (!runs.ok) throw new Error(JSON.stringify(runs.body));
      const [last, ...before] = runs.body.data;
      expect(last).toMatchObject({ kind: 'monthly', status: 'draft', approved_by: null });
      expect(last?.totals?.creators_paid).toBeGreaterThan(0);
      expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['paid']));
      expect(before.some(({ kind }) => kind === 'campaign_end')).toBe(true);

      // Lists show the newest rows first by descending ID, so the history must be written in chronological order.
      const written = await daemon.db.read(async ({ db, t }) => ({
        audit: await db.select({ id: t.audit_log.audit_id, at: t.audit_log.at }).from(t.audit_log),
        decisions: await db
          .select({ id: t.creator_code_decisions.decision_id, at: t.creator_code_decisions.decided_at })
          .from(t.creator_code_decisions),
      }));
      for (const rows of Object.values(written)) {
        const times = rows.sort((a, b) => a.id - b.id).map(({ at }) => at);
        expect(times.length).toBeGreaterThan(20);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }

      // The daemon has nothing to send: only an email is waiting, and there is no mail server.
      const { outbox, deliveries } = await daemon.db.read(async ({ db, t }) => ({
        outbox: await db.select().from(t.outbox),
        deliveries: await db.select().from(t.deliveries),
      }));
      expect(outbox.filter(({ spread_at }) => spread_at === null)).toEqual([]);
      const waiting = deliveries.filter(({ status }) => status === 'pending');
      expect(waiting).toMatchObject([{ channel: 'mail', recipient: emailOf('finance') }]);
      expect(deliveries.some(({ status }) => status === 'failed')).toBe(true);
      const webhooks = await daemon.owner.call('listWebhooks', {});
      expect(webhooks.ok && webhooks.body.data.map(({ active }) => active)).toEqual([false, true]);
      const jobs = await daemon.owner.call('listJobs', {});
      const late =
        jobs.ok && jobs.body.data.filter((job) => job.next_run_at && Date.parse(job.next_run_at) < Date.now());
      expect(late).toEqual([]);

      const stop = await startTraffic(daemon.db, daemon.url, silentLog, BUSY_HOURS);
      await expect.poll(claims).toBeGreaterThan(filled);
      await stop();
    } finally {
      await daemon.close();
      await own.drop();
    }
  });
});
