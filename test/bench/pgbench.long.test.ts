import { expect, inject, test } from 'vitest';
import { freshDatabase } from '../support/world/postgres.ts';
import { startDaemon } from './bench-daemon.ts';
import { onPostgres } from './fill.ts';
import { fillCodes } from './report/bench-codes.ts';
import { findPgbench, pgbenchRate } from './report/pgbench.ts';

test.skipIf(!findPgbench())(
  'pgbench writes the same rows for a redeem as the daemon, even on a second run',
  {
    timeout: 120_000,
  },
  async () => {
    const { url, drop } = await freshDatabase(inject('postgresUrl'));
    const daemon = await startDaemon(url, (made) => fillCodes(made, url));
    try {
      expect(await pgbenchRate(url, 1)).toBeGreaterThan(0);
      expect(await pgbenchRate(url, 1)).toBeGreaterThan(0);
      const [written] = await onPostgres(url, async (client) => {
        const rows = `
        select (select count(*) from claims) as claims, (select count(distinct code_id) from claims) > 1 as has_many,
               (select count(*) from links) as links, (select sum(claims) from code_counters) as counted,
               (select sum(claims) from code_hours) as of_hours, (select sum(claims) from campaign_hours where campaign_id > 0) as of_campaign,
               (select count(*) from claims c join codes k using (code_id) join links l using (user_id)
                 where l.creator_id = k.creator_id and l.claim_id = c.claim_id) as matching`;
        return (await client.query(rows)).rows;
      });
      const { claims, has_many: hasMany, ...others } = written;
      expect(Number(claims)).toBeGreaterThan(0);
      expect(hasMany).toBe(true);
      expect(others).toEqual({
        links: claims,
        counted: claims,
        of_hours: claims,
        of_campaign: claims,
        matching: claims,
      });
    } finally {
      await daemon.stop();
      await drop();
    }
  },
);
