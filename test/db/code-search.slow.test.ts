import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import type { CodeListQuery } from '../../daemon/features/codes/code-filters-store.ts';
import { listCodeRows } from '../../daemon/features/codes/code-list-store.ts';
import { MAX_LOOKED_AT } from '../../daemon/features/codes/code-search-store.ts';
import { makeCampaign } from '../support/database/campaigns.ts';
import { planOf, seriesOn, statementsOf } from '../support/database/query-plans.ts';
import { type TestDatabase, testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

// A search page reads at most 100,000 codes of a campaign. Later matches are on later pages.

const ROWS = MAX_LOOKED_AT + 30_000;
const OTHERS = 3000;
/** One sort order of each kind. */
const SORTS = ['created_at', '-name', 'code', '-number_of_claims'];
/** Permutes the numbers, so that no two sort orders are equal. */
const shuffled = (by: number) => `((i * ${by}) % 130003)`;

describe.each(['sqlite', 'postgres'] as const)('a search among many codes on %s', (kind) => {
  let fresh: TestDatabase;
  let db: Database;
  let campaignId: number;
  let smallId: number;
  beforeAll(async () => {
    fresh = await testDatabase(kind, { booksMayDiffer: true, isMigrated: true });
    db = await openDatabase(fresh.url, { exclusive: false });
    campaignId = await makeCampaign(db);
    smallId = await makeCampaign(db);
    const series = seriesOn(kind);
    const [yes, no] = kind === 'sqlite' ? ['1', '0'] : ['true', 'false'];
    const codes = `insert into codes (code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json,
      status, created_at, updated_at)`;
    const rest = `'', 0, case i % 5000 when 0 then ${no} else ${yes} end, '[]', 'approved'`;
    const value = `'C' || (100000 + ${shuffled(7919)})`;
    await runSql(
      fresh.url,
      // Three codes share each creation time, and the search looks for the name of every thousandth code.
      `${codes} select i, ${campaignId}, 'redeem', ${value}, ${value},
         case i % 1000 when 0 then 'Rare ' || ${shuffled(3163)} else 'n' || ${shuffled(5077)} end, ${rest}, i / 3, 1
         from ${series(1, ROWS)}`,
      `${codes} select 200000 + i, ${smallId}, 'redeem', 'C1' || (100000 + i * 7), 'C1' || (100000 + i * 7), 'Rare', ${rest}, i, 1
         from ${series(1, OTHERS)}`,
      `insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
         select i * 1000, 0, '', 0, i % 7, 0, 0, 0 from ${series(1, ROWS / 1000)}`,
      kind === 'sqlite' ? 'select 1' : 'analyze',
    );
  }, 120_000);
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await db?.close();
    await fresh?.drop();
  });

  type Asked = Partial<CodeListQuery>;
  const list = (asked: Asked, id = campaignId) =>
    db.read((handle) => listCodeRows(handle, id, { page: 1, page_size: 25, ...asked }));
  type Listed = Awaited<ReturnType<typeof list>>;
  const walk = async (asked: Asked) => {
    const pages: Listed[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Listed = await list({ ...asked, cursor: cursor ?? undefined });
      pages.push(page);
      cursor = page.next_cursor;
    }
    return pages;
  };
  const idsOf = (pages: Listed[]) => pages.flatMap(({ rows }) => rows.map(({ code_id }) => code_id));
  const valuesWith = async (text: string) => {
    const [row] = await runSql(
      fresh.url,
      `select count(*) as many from codes where campaign_id = ${campaignId} and code like '%${text}%'`,
    );
    return Number(row?.many);
  };
  const RARE = Array.from({ length: ROWS / 1000 }, (_, at) => (at + 1) * 1000);
  const ascending = (ids: number[]) => ids.toSorted((one, other) => one - other);

  it.each(SORTS)('finds every code that matches and none twice when sorted by %s', async (sort) => {
    const pages = await walk({ q: 'rare', sort });
    expect(ascending(idsOf(pages))).toEqual(RARE);
    expect(pages.map(({ is_partial }) => is_partial)).toContain(true);
    expect(pages.at(-1)?.is_partial).toBe(false);
    const inactive = await walk({ q: 'RARE', sort, active: 'N' });
    expect(ascending(idsOf(inactive))).toEqual(RARE.filter((id) => id % 5000 === 0));
    const none = await walk({ q: 'no such code', sort });
    expect(none.map(({ rows, total }) => [rows.length, total])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it.each(['created_at', 'name', 'code'])('keeps the order by %s across its pages', async (sort) => {
    const up = idsOf(await walk({ q: 'rare', sort }));
    const down = idsOf(await walk({ q: 'rare', sort: `-${sort}` }));
    expect(down).toEqual(up.toReversed());
    if (sort === 'created_at') expect(up).toEqual(RARE);
  });

  it('sorts the newest 100,000 codes by claims, and lists older codes after them', async () => {
    const found = idsOf(await walk({ q: 'rare', sort: '-number_of_claims' }));
    const [newest, older] = [found.slice(0, 100), found.slice(100)];
    expect(Math.min(...newest)).toBeGreaterThan(Math.max(...older));
    const claimsOf = (id: number) => (id / 1000) % 7;
    for (const block of [newest, older])
      expect(block).toEqual(block.toSorted((one, other) => claimsOf(other) - claimsOf(one) || other - one));
  });

  it.each(SORTS)('lists the exact code first when sorted by %s', async (sort) => {
    const [oldest] = (await list({ sort: 'created_at', page_size: 1 })).rows;
    const [newest] = (await list({ page_size: 1 })).rows;
    for (const code of [oldest, newest]) {
      const q = ` ${code?.code.toLowerCase()} `;
      const pages = await walk({ q, sort });
      expect(idsOf(pages)).toEqual([code?.code_id]);
      expect(pages[0]).toMatchObject({ total: 1, is_partial: true });
      expect(idsOf(await walk({ q, sort, code_type: 'referral' }))).toEqual([]);
      expect(idsOf(await walk({ q, sort, page_size: 1 }))).toEqual([code?.code_id]);
    }
  });

  it.each(['-created_at', 'name'])(
    'shows the exact code once and before those that contain it when sorted by %s',
    async (sort) => {
      // Codes C100000 to C100099 contain C1000, some others end with it, and one equals it.
      await runSql(fresh.url, `update codes set code = 'C1000', code_norm = 'C1000' where code_id = 7`);
      const q = 'c1000';
      for (const page_size of [1, 20]) {
        const [first, second] = [await list({ q, sort, page_size }), await list({ q, sort, page_size, page: 2 })];
        expect(first.rows).toHaveLength(page_size);
        expect(first.rows[0]?.code).toBe('C1000');
        expect(second.rows).toHaveLength(page_size);
        const next = await list({ q, sort, page_size, cursor: first.next_cursor ?? '' });
        expect(idsOf([next])).toEqual(idsOf([second]));
      }
      const [all, values] = [idsOf(await walk({ q, sort, page_size: 20 })), await valuesWith('C1000')];
      expect(all).toHaveLength(values);
      expect(new Set(all).size).toBe(values);
      const numbered: Listed[] = [];
      const { total } = await list({ q, sort, page_size: 20 });
      for (let page = 1; page <= Math.ceil(total / 20); page += 1)
        numbered.push(await list({ q, sort, page, page_size: 20 }));
      expect(idsOf(numbered)).toEqual(all.slice(0, total));
      expect(numbered.at(-1)).toMatchObject({ total, is_partial: true });
    },
  );

  it('does not list the exact code if it belongs to another campaign', async () => {
    const [other] = (await list({ page_size: 1 }, smallId)).rows;
    expect(idsOf(await walk({ q: other?.code ?? '' }))).toEqual([]);
  });

  it('reads all codes of a smaller campaign, and all manually created codes if there are few', async () => {
    const small = await list({ q: 'rare', page: 2 }, smallId);
    expect(small).toMatchObject({ total: OTHERS, is_partial: false });
    await runSql(fresh.url, 'update codes set job_id = 1 where code_id > 10 and code_id <= 200000');
    expect(await list({ q: 'n', origin: 'hand' })).toMatchObject({ total: 10, is_partial: false, next_cursor: null });
    expect(await list({ q: 'n', origin: 'hand', batch_id: 1 })).toMatchObject({ total: 0, is_partial: false });
  });

  const WITH_INDEX = [
    ['created_at', 'codes_newest'],
    ['name', 'codes_name'],
    ['code', 'codes_norm'],
    ['number_of_claims', 'codes_newest'],
  ] as const;
  /** Returns the query plan for the rows of a second page, in a table much larger than what one page reads. */
  const planOfPage = async (sort: string) => {
    // Sorting by claims counts the claims of each match, so this search has few matches.
    const q = sort.endsWith('claims') ? 'rare' : 'n';
    const { next_cursor } = await list({ q, sort });
    const asked = { page: 1, page_size: 25, q, sort, cursor: next_cursor ?? '' };
    const made = await db.read((handle) => statementsOf(handle, () => listCodeRows(handle, campaignId, asked)));
    const page = made.find(({ sql }) => / like /.test(sql));
    const url = kind === 'sqlite' ? fresh.url : `${fresh.url}?options=${encodeURIComponent('-c enable_seqscan=off')}`;
    return await planOf(url, page ?? { sql: '', params: [] });
  };
  const bothEnds = (index: string) =>
    kind === 'sqlite'
      ? new RegExp(`SEARCH codes USING (COVERING )?INDEX ${index} \\((?=.*<\\?)(?=.*>\\?)`)
      : new RegExp(`(on|using) ${index}\\b[^:]*Index Cond: (?=.*<)(?=.*>)`);

  it.each(WITH_INDEX)('reads only an index range with a start and an end when sorted by %s', async (sort, index) => {
    for (const order of [sort, `-${sort}`]) expect(await planOfPage(order), order).toMatch(bothEnds(index));
  });

  it.each(['created_at', 'name', 'code'])(
    'sabotage: without its index, the search reads more than a range when sorted by %s',
    async (sort) => {
      await runSql(
        fresh.url,
        'drop index if exists codes_newest',
        'drop index if exists codes_name',
        'drop index if exists codes_norm',
        'drop index if exists codes_hand',
      );
      const plan = await planOfPage(sort);
      for (const [, index] of WITH_INDEX) expect(plan).not.toMatch(bothEnds(index));
    },
  );
});
