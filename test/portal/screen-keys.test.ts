import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { newCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

inBrowser('keyboard shortcuts', (screens) => {
  it('open screens after the key g, do nothing in fields, and are listed', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    const isAt = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();
    await isAt('Campaigns');
    await page.keyboard.press('c');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await isAt('Players');
    await page.getByRole('textbox').first().fill('');
    await page.keyboard.type('gd');
    expect(await page.getByRole('textbox').first().inputValue()).toBe('gd');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await isAt('Moderation');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByRole('region', { name: 'Go to a screen' }).getByText('Campaigns').waitFor();

    const viewer = await addMember(daemon, 'viewer');
    const other = await screens.open();
    await signInAt(other.page, daemon.url, viewer, 'campaigns');
    await other.page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    await other.page.keyboard.press('g');
    await other.page.keyboard.press('s');
    await other.page.keyboard.press('g');
    await other.page.keyboard.press('d');
    await other.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });

  itInFull('move through the rows with j and k, and open a row with Enter', async () => {
    const daemon = await screens.daemon();
    for (const name of ['First', 'Second']) await newCampaign(daemon, { name });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'campaigns?sort=name');
    await page.getByRole('link', { name: 'Second' }).waitFor();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('j');
    expect(await focused()).toBe('First');
    await page.keyboard.press('j');
    expect(await focused()).toBe('Second');
    await page.keyboard.press('j');
    expect(await focused()).toBe('Second');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
  });
});
