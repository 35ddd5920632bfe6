import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { addCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

const csvFile = (text: string | Buffer, name = 'own.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

inBrowser('importing a file in the Portal', (screens) => {
  it('shows the result of each row, imports only the valid rows, and returns the others to be fixed', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const elsewhere = await runningCampaign(daemon, { name: 'Elsewhere' });
    await addCode(daemon, elsewhere, 'TAKEN-1');
    const params = { campaign_id: campaignId };
    const counted = async () => done(await daemon.owner.call('listCodes', { params })).total;
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}`);
    await page.getByRole('link', { name: 'Import' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Import codes' }).waitFor();
    await page.getByLabel('Name').fill('Own values');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    const file = page.locator('input[type=file]');
    const csv = 'code;name\r\nOWN-1;"One; with\nlines"\r\nTAKEN-1;Two\r\nO W N;"""Three"""\r\nOWN-2;\r\n';
    await file.setInputFiles(csvFile(csv));
    await page.getByText('2 rows cannot be imported.').waitFor();
    const refused = page.getByRole('table', { name: 'Invalid rows' });
    await refused.getByRole('row', { name: /^4 TAKEN-1 is taken by a code in the campaign "Elsewhere"/ }).waitFor();
    await refused.getByRole('row', { name: /^5 Code: a code must have 3-64 characters/ }).waitFor();
    expect(await page.getByRole('table', { name: 'Rows in the file' }).getByRole('row').count()).toBe(5);
    expect(await page.getByRole('button', { name: /^Import \d+ rows/ }).count()).toBe(0);
    expect(await counted()).toBe(0);

    const save = page.getByRole('button', { name: 'Save the invalid rows' });
    const saved = (await savedBy(page, () => save.click())).bytes.toString();
    const [header, first, second] = saved.split('\r\n');
    expect(header).toBe('code,name,refused_because');
    expect(first).toMatch(/^TAKEN-1,Two,"TAKEN-1 is taken/);
    expect(second).toMatch(/^O W N,"""Three""",/);

    await page.getByRole('button', { name: 'Import only the 2 valid rows' }).click();
    await page.getByText('2 codes created.').waitFor();
    await page.getByText('2 rows skipped').waitFor();
    expect(await counted()).toBe(2);
    const claim = await daemon.server.call('redeem', { body: { user_id: 'ann', code: 'OWN-1' } });
    expect(claim.status).toBe(200);

    // Once its rows are fixed, the saved file can be imported.
    await page.getByRole('button', { name: 'Import another file' }).click();
    await file.setInputFiles(csvFile(saved.replace('O W N', 'OWN-3').replace(/^TAKEN-1,/m, 'OWN-4,')));
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 codes created.').waitFor();
    expect(await counted()).toBe(4);
    await page.getByRole('link', { name: 'Open the batch' }).click();
    await page.getByRole('link', { name: 'OWN-3' }).waitFor();
  });

  it('says that players cannot redeem the codes until the campaign is published', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${await newCampaign(daemon)}/codes/import`);
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    await page.locator('input[type=file]').setInputFiles(csvFile('code,name\nGIFT-1,Gift\n'));
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('1 code created. Players will be able to redeem it once the campaign is published.').waitFor();
  });

  it('checks the file again when a default changes, and refuses a file that cannot be read', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/import`);
    const file = page.locator('input[type=file]');
    await file.setInputFiles(csvFile('code,code\nGIFT-1,GIFT-1\n'));
    await page.getByLabel('Name').fill('Gifts');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    await page.getByRole('alert').getByText('The file cannot be read, so none of its rows').waitFor();
    await page.getByText('the column Code appears twice').waitFor();
    await page.getByLabel('Redeem page').fill('');
    await file.setInputFiles(csvFile('code\nGIFT-1\n'));
    await page.getByText('Some codes in the file have no redeem page. Enter one for them here').waitFor();
    expect(await page.getByLabel('Redeem page').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe(null);
    await file.setInputFiles(csvFile('code,root_url\nGIFT-1,nowhere\nGIFT-2,\n'));
    await page.getByRole('row', { name: /^2 Redeem page: / }).waitFor();
    await page.getByRole('row', { name: '3 Redeem page is blank' }).waitFor();
    expect(await page.getByLabel('Redeem page').getAttribute('aria-invalid')).toBe('true');
    await file.setInputFiles(csvFile('code\nGIFT-1\n'));
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
    await file.setInputFiles(csvFile(Buffer.from('code,name\nGIFT-1,\xe4\n', 'latin1')));
    await page.getByText('The file is not in UTF-8.').waitFor();
    await file.setInputFiles(csvFile(`code\n${'x'.repeat(1_000_000)}`));
    await page.getByText('The file is larger than 1 MB.').waitFor();
    const example = await savedBy(page, () => page.getByRole('button', { name: 'Save an example file' }).click());
    await file.setInputFiles(csvFile(example.bytes));
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 codes created.').waitFor();
    const [job] = done(await daemon.owner.call('listBulkJobs')).data;
    await jobDone(daemon.owner, job.job_id);
    const query = { q: 'SUMMER-ANNA' };
    const [anna] = done(await daemon.owner.call('listCodes', { params: { campaign_id: campaignId }, query })).data;
    expect(anna).toMatchObject({ rewards_json: '{"gold": 100}', recipient: 'player-1' });
    // The dates in the example are in the future, whenever it is saved.
    expect(Date.parse(anna.starts_at)).toBeGreaterThan(Date.now());
  });

  it('shows what will change for creators, and leaves payout details to finance', async () => {
    const daemon = await screens.daemon();
    done(await daemon.owner.call('importCreators', { body: { csv: 'creator_id,display_name\nkim,Kim\nlee,Lee\n' } }));
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'creators');
    await page.getByRole('link', { name: 'Import' }).click();
    await page.getByRole('rowheader', { name: 'creator_id required' }).waitFor();
    expect(await page.getByText('payout_address').count()).toBe(0);
    const file = page.locator('input[type=file]');
    await file.setInputFiles(csvFile('creator_id,payout_address\nkim,kim@pay.test\n'));
    await page.getByRole('alert').getByText('Only finance and the owner can import').waitFor();
    const csv = 'creator_id,display_name,commission_percent\nkim,Kim the 2nd,\nlee,Lee,\nמקס,מקס,12.5\n0,Zero,\n';
    await file.setInputFiles(csvFile(csv));
    const rows = page.getByRole('table', { name: 'Rows in the file' });
    await rows.getByRole('row', { name: '2 Changed Name kim Kim the 2nd' }).waitFor();
    await page.getByRole('button', { name: 'Import only the 3 valid rows' }).click();
    await page.getByText('1 new, 1 changed, 1 unchanged.').waitFor();
    await page.getByRole('link', { name: 'Show the creators' }).click();
    await page.getByRole('link', { name: 'Kim the 2nd' }).waitFor();
    const max = done(await daemon.owner.call('getCreator', { params: { creator_id: 'מקס' } }));
    expect(max).toMatchObject({ display_name: 'מקס', commission_percent: 12.5 });
  });
});
