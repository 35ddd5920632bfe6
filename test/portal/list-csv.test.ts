import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { recordsOf } from '../support/http/payouts.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('lists in the Portal', (screens) => {
  it('are saved as CSV files with the screen’s filters and the rows of all pages', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    for (const code of ['SUN', 'MOON', 'SUNDOWN']) await addCode(daemon, campaignId, code);
    const names = Array.from({ length: 28 }, (_, at) => `ann${at}`);
    const csv = `creator_id,status\n${names.map((name) => `${name},active`).join('\n')}\nben,suspended\n`;
    done(await daemon.owner.call('importCreators', { body: { csv } }));
    const { page } = await screens.open();
    const save = async () => {
      const { name, bytes } = await savedBy(page, () => page.getByRole('button', { name: 'Save as CSV' }).click());
      return { name, rows: recordsOf(bytes) };
    };
    await signInAt(page, daemon.url, OWNER, 'creators?status=active&page=2');
    await page.getByText('26–28 of 28').waitFor();
    const creators = await save();
    expect(creators.name).toBe('creators.csv');
    expect(creators.rows.map((row) => row.creator_id).toSorted()).toEqual(names.toSorted());

    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}?q=SUN`);
    await page.getByText('1–2 of 2').waitFor();
    expect((await save()).rows.map(({ code }) => code).toSorted()).toEqual(['SUN', 'SUNDOWN']);

    await page.goto(`${daemon.url}/portal/audit?action=code.`);
    await page.getByText('3 rows in all').waitFor();
    const audited = await save();
    expect([audited.name, ...audited.rows.map(({ action }) => action)]).toEqual([
      'audit-log.csv',
      ...Array(3).fill('code.create'),
    ]);
  });
});
