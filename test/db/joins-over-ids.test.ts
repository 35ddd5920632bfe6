import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../daemon/db/open.ts';
import { countClaimsOfBases } from '../../daemon/features/codes/codes-store.ts';
import { makeCampaign, makeCode } from '../support/database/campaigns.ts';
import { planOf, seriesOn, statementsOf } from '../support/database/query-plans.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

afterEach(() => vi.restoreAllMocks());
const CREATORS = 200;
const MANY = 50_000;

test('Postgres sums the claims of creator codes without reading the codes that were created after them', async () => {
  const fresh = await testDatabase('postgres', { booksMayDiffer: true, isMigrated: true });
  const db = await openDatabase(fresh.url, { exclusive: true });
  const campaignId = await makeCampaign(db);
  await makeCode(db, campaignId, { code: 'BASE' });
  const series = seriesOn('postgres');
  const codes = `insert into codes (code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json,
    base_code_id, creator_id, status, created_at, updated_at)`;
  await runSql(
    fresh.url,
    `insert into creators (creator_id, status, created_at, updated_at) select 'c' || i, 'active', 1, 1 from ${series(1, CREATORS)}`,
    `${codes} select 1 + i, ${campaignId}, 'creator', 'C' || i, 'C' || i, '', '', 0, true, '[]', 1, 'c' || i, 'approved', i, i
       from ${series(1, CREATORS)}`,
    `${codes} select 1000 + i, ${campaignId}, 'redeem', 'R' || i, 'R' || i, '', '', 0, true, '[]', null, null, 'approved', i, i
       from ${series(1, MANY)}`,
    `insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
       select 1 + i, 1, 'game', 0, 7, 0, 0, 0 from ${series(1, CREATORS)}`,
    'analyze',
  );
  await db.read(async (handle) => {
    const [asked] = await statementsOf(handle, async () => {
      expect(await countClaimsOfBases(handle, [1])).toEqual(new Map([[1, 7 * CREATORS]]));
    });
    const walk = /codes_pkey/;
    const statement = asked ?? { sql: '', params: [] };
    expect(await planOf(fresh.url, statement)).not.toMatch(walk);
    // Sabotage: without the daemon's settings, Postgres scans the later codes, because it expects to stop early.
    const client = new pg.Client({ connectionString: fresh.url });
    await client.connect();
    const { rows } = await client.query(`explain ${statement.sql}`, statement.params);
    await client.end();
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(walk);
  });
  await db.close();
  await fresh.drop();
});
