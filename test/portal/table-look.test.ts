import { describe, expect, it } from 'vitest';
import { safeCell } from '../../src/renderer/lib/safe-cell.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { newCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('the look of a list', (screens) => {
  it('is chosen by each person, survives a reload, and its rows are copied as cells', async () => {
    const daemon = await screens.daemon();
    for (const name of ['=1+1', 'Summer', 'Autumn']) await newCampaign(daemon, { name });
    const { page } = await screens.open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAt(page, daemon.url, OWNER, 'campaigns?sort=name');
    const table = page.getByRole('table', { name: 'Campaigns' });
    const heads = () => table.getByRole('columnheader').allTextContents();
    await table.getByRole('link', { name: 'Summer' }).waitFor();
    const all = await heads();
    expect(all.slice(0, 2)).toEqual(['Name', 'Status']);

    await page.getByRole('button', { name: 'View', exact: true }).click();
    const menu = page.getByRole('menu');
    expect(await menu.getByRole('menuitemcheckbox', { name: 'Name' }).count()).toBe(0);
    await menu.getByRole('menuitemcheckbox', { name: 'Status' }).click();
    await menu.getByRole('menuitemcheckbox', { name: 'Low rows' }).click();
    expect(await heads()).toEqual(all.filter((head) => head !== 'Status'));
    const isChosen = (name: string) => menu.getByRole('menuitemcheckbox', { name }).getAttribute('aria-checked');
    expect([await isChosen('Status'), await isChosen('Low rows')]).toEqual(['false', 'true']);
    await menu.getByRole('menuitem', { name: 'Copy these rows' }).click();
    await page.getByText('3 rows copied, to paste into a spreadsheet').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
    expect(copied.map((row) => row.split('\t')[0])).toEqual(['Name', "'=1+1", 'Autumn', 'Summer']);
    expect(copied[0]?.split('\t')).not.toContain('Status');

    await page.reload();
    await table.getByRole('link', { name: 'Summer' }).waitFor();
    expect(await heads()).not.toContain('Status');
    const other = await addMember(daemon, 'live_ops');
    const second = await screens.open();
    await signInAt(second.page, daemon.url, other, 'campaigns');
    await second.page.getByRole('table', { name: 'Campaigns' }).getByRole('link', { name: 'Summer' }).waitFor();
    expect(await second.page.getByRole('columnheader', { name: 'Status' }).count()).toBe(1);
  });

  it('lets the keys j and k move through the rows, and Enter open one', async () => {
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

inBrowser('keys that open screens', (screens) => {
  it('work after g, do nothing in fields, and are listed', async () => {
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
});

describe('a copied cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@here', "'@here"],
    ['-5', "'-5"],
    ['−€5.00', '−€5.00'],
    [' two\n lines\t', 'two lines'],
  ])('%j is %j', (text, cell) => expect(safeCell(text)).toBe(cell));
});
