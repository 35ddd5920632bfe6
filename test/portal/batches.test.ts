import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { jobDone, readCsv } from '../support/http/bulk-jobs.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER, type TestDaemon } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

async function addBatch(daemon: TestDaemon, campaign_id: number, count: number) {
  const fields = { name: 'Gifts', root_url: 'https://game.example/r', rewards_json: '{"gold":1}', usage_limit: 1 };
  const { job_id } = done(
    await daemon.owner.call('generateCodes', { params: { campaign_id }, body: { ...fields, count } }),
  );
  await jobDone(daemon.owner, job_id);
  const [, ...lines] = (await readCsv(daemon, job_id)).text.trimEnd().split('\r\n');
  return { batchId: job_id as number, values: lines.map((line) => line.split(',')[0] ?? '') };
}

inBrowser('batches of codes in the Portal', (screens) => {
  it('show their figures, and their codes cannot be redeemed while the batch is inactive', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'BY-HAND');
    const { batchId, values } = await addBatch(daemon, campaignId, 1200);
    const redeem = (user_id: string, code = '') => daemon.server.call('redeem', { body: { user_id, code } });
    for (const at of [0, 1, 2]) done(await redeem(`user${at}`, values[at]));
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}`);
    // At first, the list shows only the code that was created by hand.
    await page.getByText('1–1 of 1').waitFor();
    await page.getByText('1,200 more in batches.').waitFor();
    await page.getByRole('button', { name: 'Show all codes' }).click();
    await page.getByText('1–25 of 1,201').waitFor();
    await page.getByRole('tab', { name: 'Batches' }).click();
    await page.getByRole('link', { name: `#${batchId} Gifts` }).click();
    await page.getByRole('heading', { level: 1, name: 'Gifts' }).waitFor();
    await page.getByText('0.3% of all codes').waitFor();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Redeemed', exact: true }).click();
    await page.getByText('1–3 of 3').waitFor();
    const csv = await savedBy(page, () => page.getByRole('button', { name: 'Save CSV' }).click());
    expect(csv.bytes.toString()).toBe((await readCsv(daemon, batchId)).text);

    await page.getByRole('button', { name: 'Deactivate' }).click();
    const question = page.getByRole('dialog', { name: 'Deactivate this batch?' });
    await question.getByText('This will deactivate 1,200 codes').waitFor();
    await question.getByRole('button', { name: 'Deactivate 1,200 codes' }).click();
    await page.getByText('Inactive', { exact: true }).first().waitFor();
    expect(await redeem('late', values[5])).toMatchObject({ status: 400, body: { code: 'code_inactive' } });
    expect((await redeem('late', 'BY-HAND')).status).toBe(200);
    const on = page.getByRole('button', { name: 'Activate', exact: true });
    await expect.poll(() => on.getAttribute('aria-disabled')).toBe('false');
    await on.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate 1,200 codes', exact: true }).click();
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    await expect.poll(async () => (await redeem('late', values[5])).status).toBe(200);
  });

  itInFull('can have 12,000 codes, all of which can be listed', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addBatch(daemon, campaignId, 12_000);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}?origin=any&page=400&sort=code`);
    await page.getByText(/9,?976–10,?000 of 10,000\+/).waitFor();
    const firstCode = () =>
      page.getByRole('table', { name: 'Codes' }).getByRole('row').nth(1).getByRole('link').textContent();
    const before = await firstCode();
    await page.getByRole('button', { name: 'Show the next codes' }).click();
    await page.getByText('10,001–10,025 of more than 10,000').waitFor();
    await expect.poll(async () => String(await firstCode()) > String(before)).toBe(true);
    await page.getByRole('button', { name: 'Show the next codes' }).click();
    await page.getByText('10,026–10,050 of more than 10,000').waitFor();
    await page.reload();
    await page.getByText('10,026–10,050 of more than 10,000').waitFor();
    await page.goBack();
    await page.getByText('10,001–10,025 of more than 10,000').waitFor();
    // Changing a filter returns to the first page.
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Never redeemed' }).click();
    await page.getByText('1–25 of 10,000+').waitFor();
    const query = { sort: 'code', page_size: 100, page: 120 } as const;
    const last = done(await daemon.owner.call('listCodes', { params: { campaign_id: campaignId }, query }));
    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}?origin=any&sort=-code`);
    await page.getByRole('link', { name: last.data.at(-1)?.code }).waitFor();
  });
});
