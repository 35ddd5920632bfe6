import { expect, it } from 'vitest';
import { asking, bearer } from '../support/ask.ts';
import { inBrowser, savedBy, signInAt } from '../support/browser.ts';
import { addCode, runningCampaign } from '../support/campaign.ts';
import { OWNER, startTestDaemon } from '../support/daemon.ts';

inBrowser('codes in the Portal', (screens) => {
  it('name the line and column of a fault in the rewards, and keep the text as it was typed', async () => {
    const daemon = await startTestDaemon();
    const campaignId = await runningCampaign(daemon);
    const { code_id } = await addCode(daemon, campaignId, 'SUN-2026');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/${code_id}`);
    const rewards = page.getByLabel('Rewards');
    await rewards.fill('{\n  "gold": 100,\n  "price": 1.10,\n}');
    await page.getByText('A comma too many').waitFor();
    expect(await rewards.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Line 4, column 1' }).click();
    expect(await page.evaluate('document.activeElement.selectionStart')).toBe(34);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await page.getByText('Saved.').count()).toBe(0);

    const typed = '{"gold":100,   "price": 1.10, "id": 12345678901234567890}';
    await rewards.fill(typed);
    await page.getByText('Valid rewards').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const kept = () => daemon.owner.call('getCode', { params: { code_id } });
    expect(await kept()).toMatchObject({ body: { rewards_json: typed } });
    await page.getByRole('button', { name: 'Format' }).click();
    expect(await rewards.inputValue()).toBe('{\n  "gold": 100,\n  "price": 1.10,\n  "id": 12345678901234567890\n}');
    await daemon.close();
  });

  it('say at the field what the daemon refused', async () => {
    const daemon = await startTestDaemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'TAKEN');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/new-code`);
    const code = page.getByLabel('Code', { exact: true });
    await code.fill('a b');
    await page.getByLabel('Name').fill('Twice');
    await page.getByLabel('Redeem page').fill('game.example');
    await page.getByRole('button', { name: 'Add code' }).click();
    await page.getByText('3–64 characters').waitFor();
    await page.getByText('An address that starts with').waitFor();
    await code.fill('taken');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    await page.getByRole('button', { name: 'Add code' }).click();
    await page.getByRole('alert').getByText('This value is taken.').waitFor();
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    await daemon.close();
  });

  it('have a QR picture that is saved as PNG and as SVG', async () => {
    const daemon = await startTestDaemon();
    const campaignId = await runningCampaign(daemon);
    const { code_id } = await addCode(daemon, campaignId, 'SUN-2026');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/${code_id}`);
    await page.getByAltText('QR code of https://game.example/redeem?code=SUN-2026').waitFor();
    const png = await savedBy(page, () => page.getByRole('button', { name: 'Save the QR code as PNG' }).click());
    expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual(['SUN-2026.png', 'PNG']);
    expect(png.bytes.readUInt32BE(16)).toBe(1024);
    const svg = await savedBy(page, () => page.getByRole('button', { name: 'Save the QR code as SVG' }).click());
    expect(svg.name).toBe('SUN-2026.svg');
    expect(svg.bytes.toString()).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    await daemon.close();
  });

  it('are made in bulk, and saved as the very bytes of the daemon', async () => {
    const daemon = await startTestDaemon();
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}`);
    await page.getByRole('link', { name: 'Bulk codes' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Bulk codes' });
    await dialog.getByLabel('Name').fill('=Gift "cards", ½');
    await dialog.getByLabel('How many').fill('2500');
    await dialog.getByLabel('Redeem page').fill('https://game.example/redeem');
    await dialog.getByLabel('Prefix').fill('GIFT-');
    await dialog.getByRole('button', { name: 'Make codes' }).click();
    await dialog.getByText('2,500 codes made.').waitFor({ timeout: 20_000 });
    const saved = await savedBy(page, () => dialog.getByRole('button', { name: 'Save CSV' }).click());
    const jobs = await asking(daemon.url, bearer(daemon.ownerToken))('GET', '/v1/admin/bulk-jobs');
    const jobId = jobs.body.data[0].job_id;
    const csv = await fetch(`${daemon.url}/v1/admin/bulk-jobs/${jobId}/csv`, { headers: bearer(daemon.ownerToken) });
    expect(saved.bytes.equals(Buffer.from(await csv.arrayBuffer()))).toBe(true);
    expect(saved.name).toBe(`codes-${jobId}.csv`);
    expect(saved.bytes.toString().trimEnd().split('\r\n')).toHaveLength(2501);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('1–25 of 2500').or(page.getByText('1–25 of 2,500')).waitFor();
    await daemon.close();
  });
});
