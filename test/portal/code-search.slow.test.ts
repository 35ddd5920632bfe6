import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { seriesOn } from '../support/database/query-plans.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { createGate } from '../support/world/create-gate.ts';
import { OWNER } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

const ROWS = 130_000;
const RARE = 60;

inBrowser('a search among 130,000 codes in the Portal', (screens) => {
  it('says that it has searched only some of the codes, can be continued, and finds an exact code immediately', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'FIRST-OF-ALL', { name: 'Rare' });
    await runSql(
      daemon.databaseUrl,
      `insert into codes (code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json, status,
         created_at, updated_at)
         select 1000 + i, ${campaignId}, 'redeem', 'GIFT-' || i, 'GIFT-' || i,
           case when i <= ${RARE} then 'Rare' else 'Gift' end, 'https://game.example/r', 0, 1, '[]', 'approved',
           2000000000000 + i, 1 from ${seriesOn('sqlite')(1, ROWS)}`,
    );
    const { page } = await screens.open();
    const [asked, answered] = [createGate(), createGate()];
    let isHeld = false;
    await page.route(
      (url) => url.searchParams.has('cursor'),
      async (route) => {
        if (isHeld) {
          asked.open();
          await answered.opened;
        }
        await route.continue();
      },
    );
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}?q=rare`);
    const partial = page.getByText('Only some of the codes have been searched.');
    const [further, next] = ['Search more codes', 'Show the next codes'].map((name) =>
      page.getByRole('button', { name }),
    );
    const rows = page.getByRole('table', { name: 'Codes' }).getByRole('row');
    await page.getByRole('heading', { name: 'No match yet' }).waitFor();
    expect(await page.getByText('No matching codes').count()).toBe(0);
    await further?.click();
    await page.getByText('1–25', { exact: true }).waitFor();
    await rows
      .nth(1)
      .getByRole('link', { name: `GIFT-${RARE}` })
      .waitFor();
    expect(await partial.count()).toBe(0);
    isHeld = true;
    await next?.click();
    await asked.opened;
    // The table still shows the first page, so its label must not be “26–50” yet, and it must not offer the next page.
    expect(await page.getByText('26–50', { exact: true }).count()).toBe(0);
    expect(await next?.count()).toBe(0);
    answered.open();
    await page.getByText('26–50', { exact: true }).waitFor();
    await next?.click();
    await page.getByText('51–61', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'FIRST-OF-ALL' }).waitFor();
    expect(await next?.count()).toBe(0);
    await page.reload();
    await page.getByText('51–61', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Back to the first page' }).click();
    await page.getByRole('heading', { name: 'No match yet' }).waitFor();

    await page.getByRole('searchbox', { name: 'Search codes' }).fill('first-of-all');
    await page.getByText('1–1 of 1').waitFor();
    await page.getByRole('link', { name: 'FIRST-OF-ALL' }).waitFor();
    await partial.waitFor();
    await further?.click();
    await page.getByRole('heading', { name: 'No more matches' }).waitFor();
    await page.getByRole('button', { name: 'Back to the first page' }).click();
    await page.getByRole('link', { name: 'FIRST-OF-ALL' }).waitFor();

    // The matches so far are on numbered pages. There are more among the codes that have not been searched.
    await page.getByRole('searchbox', { name: 'Search codes' }).fill('ift-1299');
    await page.getByText('1–25 of 100').waitFor();
    await partial.waitFor();
    expect(await next?.count()).toBe(0);
    await page.getByRole('button', { name: 'Page 4' }).click();
    await page.getByText('76–100 of 100').waitFor();
    await next?.click();
    await page.getByText('101–111', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'GIFT-1299', exact: true }).waitFor();
  });
});
