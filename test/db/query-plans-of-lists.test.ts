import { afterEach, expect, test, vi } from 'vitest';
import type { Handle } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import {
  countClaims,
  countCodes,
  findIdleChange,
  listBatchRows,
} from '../../daemon/features/bulk-codes/batches-store.ts';
import { findIdRange } from '../../daemon/features/bulk-codes/bulk-codes-store.ts';
import {
  countRefusedTries,
  listCodeHours,
  listTopCreatorCodes,
} from '../../daemon/features/codes/code-figures-store.ts';
import { listCodeRows } from '../../daemon/features/codes/code-list-store.ts';
import { listDecisionRows } from '../../daemon/features/creator-codes/decisions-store.ts';
import { countLiving } from '../../daemon/features/dashboard/dashboard-store.ts';
import { makeCampaign, makeCode } from '../support/database/campaigns.ts';
import { planOf, seriesOn, statementsOf } from '../support/database/query-plans.ts';
import { type DatabaseKind, testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { runSql } from '../support/world/sql.ts';

// The Portal's lists and figures must find their rows by an index.

afterEach(() => vi.restoreAllMocks());
const MANY = 30_000;

test.each(['sqlite', 'postgres'] as const)(
  '%s uses indexes to find batches and their codes, figures and decisions',
  async (kind) => {
    const fresh = await testDatabase(kind, { booksMayDiffer: true, isMigrated: true });
    const db = await openDatabase(fresh.url, { exclusive: true });
    const campaignId = await makeCampaign(db);
    await makeCode(db, campaignId, { code: 'BASE', kind: 'referral' });
    await runSql(fresh.url, ...manyBatches(kind, campaignId, await makeCampaign(db)), 'analyze');
    const page = { page: 1, page_size: 25 };
    const keyset = { limit: 25 };
    const span = { from: 0, to: 900_000 };
    const gift = { code_id: 2000, kind: 'redeem' as const, code_norm: 'R2000' };
    const base = { code_id: 1, kind: 'referral' as const, code_norm: 'BASE' };
    const asked: [string, (handle: Handle) => Promise<unknown>, RegExp][] = [
      ['manually created codes', (h) => listCodeRows(h, campaignId, { ...page, origin: 'hand' }), /codes_hand/],
      ['codes of a batch', (h) => listCodeRows(h, campaignId, { ...page, batch_id: 7 }), /codes_batch/],
      ['codes by their cursor', (h) => listCodeRows(h, campaignId, { ...page, cursor: CURSOR }), /codes_newest/],
      ['batches', (h) => listBatchRows(h, campaignId, page), /bulk_jobs_campaign/],
      ['the codes of a batch, counted', (h) => countCodes(h, 7), /codes_batch/],
      ['the code IDs of a batch', (h) => findIdRange(h, 7), /codes_batch/],
      ['the claims of a batch', (h) => countClaims(h, 7), /codes_batch/],
      ['changes of batches', (h) => findIdleChange(h, NOW, 1), /bulk_jobs_changing/],
      ['the hours of a code', (h) => listCodeHours(h, gift, span, 900_000), /code_hours/],
      ['the hours of a base code', (h) => listCodeHours(h, base, span, 900_000), /codes_one_living_per_creator/],
      ['failed attempts with a code', (h) => countRefusedTries(h, gift, span), /refused_tries_code/],
      ['failed attempts with a base code', (h) => countRefusedTries(h, base, span), /refused_tries_code/],
      ['creators of a code', (h) => listTopCreatorCodes(h, 1, 50), /codes_one_living_per_creator/],
      ['waiting codes', (h) => countLiving(h, null, NOW), /codes_status/],
      ['decisions', (h) => listDecisionRows(h, keyset), /./],
      [
        'decisions of a kind',
        (h) => listDecisionRows(h, { ...keyset, decision: 'disable' }),
        /creator_code_decisions_kind/,
      ],
      ['decisions of a person', (h) => listDecisionRows(h, { ...keyset, staff_id: 9 }), /creator_code_decisions_staff/],
      ['decisions on a creator', (h) => listDecisionRows(h, { ...keyset, creator_id: 'c5' }), /codes_creator/],
    ];
    for (const [name, ask, theIndex] of asked)
      await db.read(async (handle) => {
        const made = await statementsOf(handle, () => ask(handle));
        const stated = /counted|claims/.test(name) ? made.at(-1) : made[0];
        const plan = await planOf(fresh.url, stated ?? { sql: '', params: [] });
        expect(plan, name).toMatch(theIndex);
        expect(plan, name).not.toMatch(
          /(SCAN|Seq Scan on) (codes|refused_tries|code_hours|code_counters|bulk_jobs)\b(?! USING)/,
        );
        if (/decisions/.test(name)) expect(plan, name).not.toMatch(/Seq Scan on creator_code_decisions/);
      });
    await db.close();
    await fresh.drop();
  },
);

const CURSOR = Buffer.from('["created_at",20000,20000]').toString('base64url');

/** Returns statements that insert batches, manually created codes, creator codes of a base code, and their history. */
function manyBatches(kind: DatabaseKind, campaignId: number, otherId: number): string[] {
  const series = seriesOn(kind);
  const [yes, no] = kind === 'sqlite' ? ['1', '0'] : ['true', 'false'];
  const codes = `insert into codes (code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json,
    base_code_id, creator_id, status, created_at, updated_at, job_id)`;
  const redeem = `'redeem', 'R' || i, 'R' || i, '', '', 0, ${yes}, '[]', null, null, 'approved', i, i`;
  return [
    `insert into bulk_jobs (job_id, campaign_id, kind, status, request, total, done, staff_id, created_at)
       select i, case when i % 50 = 0 then ${campaignId} else ${otherId} end, 'generate', 'done', '{"pattern":"#"}', 300, 300, 1, 1 from ${series(1, 2000)}`,
    `${codes} select i, ${campaignId}, ${redeem}, 1 + i / 300 from ${series(1000, MANY)}`,
    `${codes} select i, ${campaignId}, ${redeem}, null from ${series(100, 50)}`,
    `insert into creators (creator_id, status, created_at, updated_at) select 'c' || i, 'active', 1, 1 from ${series(1, 20)}`,
    `${codes} select 100000 + i, ${campaignId}, 'creator', 'W' || i, 'W' || i, '', '', 0, ${yes}, '[]', 1, 'c' || i, 'approved', 1, 1, null
       from ${series(1, 20)}`,
    `insert into refused_tries (user_id, code, reason, is_validate, family_id, created_at)
       select 'u' || i, 'r' || i, 'limit_reached', ${no}, 1, i from ${series(1000, MANY)}`,
    `insert into code_hours (code_id, hour, game_id, slot, claims, payments, revenue, refunds)
       select i, 0, '', 0, 1, 0, 0, 0 from ${series(1000, MANY)}`,
    `insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
       select i, 0, '', 0, 1, 0, 0, 0 from ${series(1000, MANY)}`,
    `insert into creator_code_decisions (code_id, decision, staff_id, decided_at)
       select 100001 + i % 20, case when i % 500 = 0 then 'disable' else 'approve' end, i % 500, i from ${series(1, MANY)}`,
  ];
}
