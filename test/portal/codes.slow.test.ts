import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { bearer } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('codes in the Portal', (screens) => {
  it('have a rewards editor that shows the line and column of an error, and keeps the text as typed', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { code_id } = await addCode(daemon, campaignId, 'SUN-2026');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/${code_id}/edit`);
    const rewards = page.getByLabel('Rewards');
    await rewards.fill('{\n  "gold": 100,\n  "price": 1.10,\n}');
    await page.getByText('There is an extra comma').waitFor();
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
  });

  it('have the rewards that are typed into the empty editor, and none if nothing is typed', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/new-code`);
    const rewards = page.getByLabel('Rewards');
    await page.getByText('No rewards: the game gets an empty list.').waitFor();
    await rewards.pressSequentially('[{"gold": 100}]');
    await page.getByText('Valid rewards').waitFor();
    await rewards.fill('');
    await page.getByText('No rewards: the game gets an empty list.').waitFor();
    await page.getByLabel('Code', { exact: true }).fill('bare');
    await page.getByLabel('Name').fill('Bare');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Create code' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ rewards_json: '[]' });
  });

  it('are refused if they are invalid or taken, and the faulty field is marked', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'TAKEN');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}`);
    await expectHints(page, page.getByRole('row', { name: /TAKEN/ }));
    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}/new-code`);
    const code = page.getByLabel('Code', { exact: true });
    await code.fill('a b');
    await page.getByLabel('Name').fill('Twice');
    await page.getByLabel('Redeem page').fill('game.example');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByText('3–64 characters').waitFor();
    await page.getByText('Enter an address that starts with').waitFor();
    await code.fill('taken');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('alert').getByText('This code is already taken.').waitFor();
    expect(await code.getAttribute('aria-invalid')).toBe('true');
  });

  it('have a QR code that can be saved as PNG and as SVG', async () => {
    const daemon = await screens.daemon();
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
  });

  it('are created in bulk, and their CSV is saved byte for byte as the daemon sends it', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}`);
    await page.getByRole('link', { name: 'Bulk codes' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Bulk codes' });
    await dialog.getByLabel('Name').fill('=Gift "cards", ½');
    await dialog.getByLabel('Number of codes').fill('2500');
    await dialog.getByLabel('Redeem page').fill('https://game.example/redeem');
    await dialog.getByRole('textbox', { name: 'Prefix' }).fill('GIFT-');
    await dialog.getByRole('button', { name: 'Create codes' }).click();
    await dialog.getByText('2,500 codes created.').waitFor({ timeout: 20_000 });
    const saved = await savedBy(page, () => dialog.getByRole('button', { name: 'Save CSV' }).click());
    const jobs = await daemon.owner.call('listBulkJobs');
    const jobId = jobs.body.data[0].job_id;
    const csv = await fetch(`${daemon.url}/v1/admin/bulk-jobs/${jobId}/csv`, { headers: bearer(daemon.ownerToken) });
    expect(saved.bytes.equals(Buffer.from(await csv.arrayBuffer()))).toBe(true);
    expect(saved.name).toBe(`Gift-cards-½-codes-${jobId}.csv`);
    expect(saved.bytes.toString().trimEnd().split('\r\n')).toHaveLength(2501);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('tab', { name: 'Batches' }).click();
    const row = page.getByRole('table', { name: 'Batches' }).getByRole('row').nth(1);
    await row.getByText('2,500').waitFor();
    const again = await savedBy(page, () => row.getByRole('button', { name: `Save CSV of batch ${jobId}` }).click());
    expect(again.bytes.equals(saved.bytes)).toBe(true);
    // The file name comes from the daemon, so it is the same after a reload.
    await page.reload();
    await row.getByText('=Gift "cards", ½').waitFor();
    const later = await savedBy(page, () => row.getByRole('button', { name: `Save CSV of batch ${jobId}` }).click());
    expect(later.name).toBe(saved.name);
    await page.getByRole('tab', { name: 'Codes', exact: true }).click();
    await page.getByRole('heading', { name: /^2,?500 bulk codes, none created by hand$/ }).waitFor();
    const first = page.getByText(/^1–25 of 2,?500$/);
    await page.getByRole('button', { name: 'Show all codes' }).click();
    await first.waitFor();
    await page.goto(`${page.url().split('?')[0]}?state=on`);
    await page.getByRole('heading', { name: 'No matching codes created by hand' }).waitFor();
    await page.getByRole('button', { name: 'Search all codes' }).click();
    await first.waitFor();
  });

  it('are created from a pattern, and invalid numbers stay in the form as typed', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/bulk`);
    const dialog = page.getByRole('dialog', { name: 'Bulk codes' });
    await dialog.getByLabel('Name').and(page.locator(':focus')).fill('Summer');
    await dialog.getByLabel('Redeem page').fill('https://game.example/redeem');
    await dialog.getByLabel('Number of codes').fill('200000');
    await dialog.getByLabel('Random characters').fill('4');
    await dialog.getByRole('button', { name: 'Create codes' }).click();
    await dialog.getByText('A whole number from 1 to 100,000').waitFor();
    await dialog.getByText('A whole number from 8 to 48').waitFor();
    expect(await dialog.getByLabel('Number of codes').inputValue()).toBe('200000');
    expect(await dialog.getByLabel('Random characters').inputValue()).toBe('4');
    await dialog.getByLabel('Number of codes').fill('1.5');
    await dialog.getByRole('button', { name: 'Create codes' }).click();
    expect(await dialog.getByLabel('Number of codes').inputValue()).toBe('1.5');
    expect((await daemon.owner.call('listBulkJobs')).body.total).toBe(0);

    await dialog.getByLabel('Number of codes').fill('20');
    await dialog.getByText('Pattern', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Pattern' }).fill('SUMMER-##');
    await dialog.getByRole('button', { name: 'Create codes' }).click();
    await dialog.getByText(/^To create .* codes, the pattern needs at least 5 # characters. It has 2.$/).waitFor();
    await dialog.getByRole('textbox', { name: 'Pattern' }).fill('SUMMER-####-####-####');
    await dialog.getByText('SUMMER-K7WP-M4QX-T9RZ').waitFor();
    await dialog.getByRole('button', { name: 'Create codes' }).click();
    await dialog.getByText('20 codes created.').waitFor();
    const codes = await daemon.owner.call('listCodes', { params: { campaign_id: String(campaignId) } });
    expect(codes.ok && codes.body.data.every(({ code }) => /^SUMMER(-[2-9A-HJ-NP-Z]{4}){3}$/.test(code))).toBe(true);
  });

  it('are refused with the reason next to the button, in view, if they are taken', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'TAKEN');
    const { page } = await screens.open({ viewport: { width: 1280, height: 500 } });
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/new-code`);
    await page.getByLabel('Code', { exact: true }).fill('TAKEN');
    await page.getByLabel('Name').fill('Twice');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    await page.getByRole('button', { name: 'Create code' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This code is already taken.' });
    await alert.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    const [said, button] = [
      await alert.boundingBox(),
      await page.getByRole('button', { name: 'Create code' }).boundingBox(),
    ];
    expect(said && said.y >= 0 && said.y + said.height <= 500).toBe(true);
    expect(said && button && button.y - said.y - said.height).toBeLessThan(40);
  });

  it('are not lost without a warning when the user leaves a half-filled form', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/new-code`);
    await page.getByLabel('Name').fill('Half');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
    await asked.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half');
    const closing = page.waitForEvent('dialog');
    const reloaded = page.reload().catch(() => undefined);
    const dialog = await closing;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;
    await page.getByLabel('Name').fill('Half');
    const signOut = async () => {
      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
    };
    await signOut();
    await asked.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await asked.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}/new-code`);
    await page.getByLabel('Name').fill('Half');
    await signOut();
    await asked.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});

/** Checks that the tooltips of a row appear only on hover or focus, and describe their element. */
async function expectHints(page: Page, row: Locator) {
  const hint = page.getByRole('tooltip');
  const time = row.locator('time');
  const copy = row.getByRole('button', { name: 'Copy TAKEN' });
  expect(await hint.count()).toBe(0);
  await time.hover();
  await hint.getByText('UTC').waitFor();
  const told = await time.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${told}"]`).textContent()).toMatch(/UTC$/);
  await page.mouse.move(0, 0);
  await hint.waitFor({ state: 'detached' });
  expect(await time.getAttribute('aria-describedby')).toBeNull();
  await row.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await hint.getByText('Copy', { exact: true }).waitFor();
  expect(await copy.and(page.locator(':focus')).count()).toBe(1);
  await page.keyboard.press('Escape');
  await hint.waitFor({ state: 'detached' });
}
