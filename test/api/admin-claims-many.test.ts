import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done, iso, queryOf } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

const MANY = 45_000;
const START = Date.UTC(2026, 0, 1);
const SECOND = 1000;

describe.each(['sqlite', 'postgres'] as const)('tens of thousands of claims on %s', (database) => {
  let daemon: TestDaemon;
  let rare: { code: string; code_id: number; campaign_id: number };
  beforeAll(async () => {
    // The claims, one second apart, are inserted directly into the database, so the daemon has not counted them.
    daemon = await startTestDaemon({ database, booksMayDiffer: true });
    const common = await addCode(daemon, await runningCampaign(daemon), 'COMMON');
    rare = await addCode(daemon, await runningCampaign(daemon), 'RARE');
    const numbers = `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${MANY})`;
    const code = `case when n in (1, 100, 30000) then ${rare.code_id} else ${common.code_id} end`;
    const no = database === 'sqlite' ? '0' : 'false';
    await runSql(
      daemon.databaseUrl,
      `insert into claims (claim_id, user_id, code_id, base_code_id, linked, key_id, created_at)
       ${numbers} select n, 'player ' || n, ${code}, ${code}, ${no}, 1, ${START} + n * cast(1000 as bigint) from s`,
    );
  });
  afterAll(() => daemon?.close());
  const ask = (query: string) => daemon.owner.call('listClaims', { query: queryOf(query) });
  /** Returns the IDs on each page, to the end of the list. */
  const pagesOf = async (query: string) => {
    const pages: string[][] = [];
    for (let cursor = ''; ; ) {
      const page = done(await ask(`${query}${cursor}`));
      pages.push(page.data.map((row: { redemption_id: string }) => row.redemption_id));
      if (page.next_cursor === null) return pages;
      cursor = `&cursor=${page.next_cursor}`;
    }
  };

  it('are searched in steps: pages can be short, but no claim is missed', async () => {
    const pages = [['30000'], [], ['100', '1']];
    expect(await pagesOf(`campaign_id=${rare.campaign_id}`)).toEqual(pages);
    expect(await pagesOf('code=rare')).toEqual(pages);
    expect(await pagesOf(`code_id=${rare.code_id}&limit=1`)).toEqual([['30000'], [], ['100'], ['1']]);
    expect(await pagesOf('creator_id=unknown')).toEqual([[], [], []]);
  });

  it('are found by time without scanning other claims', async () => {
    const time = (from: number, to: number) => `from=${iso(START + from * SECOND)}&to=${iso(START + to * SECOND)}`;
    expect(await pagesOf(time(20_000, 20_003))).toEqual([['20002', '20001', '20000']]);
    expect(await pagesOf(`code=rare&${time(0, 29_999)}`)).toEqual([[], ['100', '1']]);
    expect(await pagesOf(`code=rare&${time(30_000, 60_000)}`)).toEqual([['30000']]);
    expect(await pagesOf(time(90_000, 100_000))).toEqual([[]]);
    expect((await pagesOf(time(MANY - 99, MANY + 1))).flat()).toHaveLength(100);
  });

  it('are found by user', async () => {
    expect(await pagesOf('user_id=player 77')).toEqual([['77']]);
    expect(await pagesOf('user_id=player 77&code=rare')).toEqual([[]]);
  });
});
