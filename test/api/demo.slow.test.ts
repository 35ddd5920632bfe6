import { describe, expect, it } from 'vitest';
import { fillYear } from '../../daemon/demo/fill-year.ts';
import { startTraffic } from '../../daemon/demo/traffic.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { startTestDaemon } from '../support/daemon.ts';

describe.each(['sqlite', 'postgres'] as const)('the demo on %s', (database) => {
  it('fills books that balance, and goes on playing', { timeout: 60_000 }, async () => {
    const daemon = await startTestDaemon({ database });
    try {
      const parts: number[] = [];
      await fillYear(daemon.db, Date.now(), 1, (part) => parts.push(part), 4);
      expect(parts.at(-1)).toBe(1);
      const claims = () =>
        daemon.db.read(async ({ db, t }) => (await db.select({ id: t.claims.claim_id }).from(t.claims)).length);
      const filled = await claims();
      expect(filled).toBeGreaterThan(50);
      const campaigns = await daemon.owner.call('listCampaigns', {});
      expect(campaigns).toMatchObject({ ok: true, body: { total: 9 } });
      const stop = await startTraffic(daemon.db, daemon.url, silentLog);
      await expect.poll(claims, { timeout: 20_000 }).toBeGreaterThan(filled);
      await stop();
    } finally {
      await daemon.close();
    }
  });
});
