import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { playerPays } from '../support/http/earnings.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('periods of figures', (screens) => {
  it('can be months or any dates, are in the address, and stay the same when the top codes are opened', async () => {
    const daemon = await screens.daemon();
    await addCode(daemon, await runningCampaign(daemon), 'GIFT');
    await daemon.server.call('redeem', { body: { user_id: 'ann', code: 'GIFT' } });
    await playerPays(daemon, 'ann', 12.5);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'dashboard');
    const shownPeriod = () => new URL(page.url()).searchParams.get('period');
    const more = page.getByRole('button', { name: 'More' });
    const others = page.getByRole('dialog', { name: 'Other periods' });
    await more.click();
    await others.getByLabel('First day').fill('2026-01-31');
    await others.getByLabel('Last day').fill('2026-01-01');
    await others.getByText('Choose at most 400 days. The first day cannot be after the last.').waitFor();
    expect(await others.getByRole('button', { name: 'Show' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await others.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('More');

    await more.press('Enter');
    await others.getByRole('button', { name: 'This month' }).click();
    await page.getByText('€12.50').or(page.getByText('US$12.50')).first().waitFor();
    expect(shownPeriod()).toBe('this-month');
    await page.getByRole('link', { name: 'All codes by revenue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Top codes' }).waitFor();
    expect(shownPeriod()).toBe('this-month');
    const table = page.getByRole('table', { name: 'Top codes' });
    await table.getByRole('link', { name: 'GIFT' }).waitFor();
    await page.getByRole('button', { name: 'This month' }).click();
    await others.getByLabel('First day').fill('2020-01-01');
    await others.getByLabel('Last day').fill('2020-01-31');
    await others.getByRole('button', { name: 'Show' }).click();
    await page.getByText('No code was used in this period').waitFor();
    expect(shownPeriod()).toBe('2020-01-01..2020-01-31');
    await page.getByRole('button', { name: '1 Jan 2020 – 31 Jan 2020' }).waitFor();
  });
});
