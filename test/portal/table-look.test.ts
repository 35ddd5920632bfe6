import { describe, expect, it } from 'vitest';
import { safeCell } from '../../src/renderer/lib/safe-cell.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

inBrowser('the look of a list', (screens) => {
  it('can be chosen and survives a reload, and the rows can be copied as cells', async () => {
    const daemon = await screens.daemon();
    for (const name of ['=1+1', 'Autumn']) await newCampaign(daemon, { name });
    await addCode(daemon, await runningCampaign(daemon, { name: 'Summer' }), 'SUN');
    done(await daemon.server.call('redeem', { body: { user_id: 'ann', code: 'SUN' } }));
    const { page } = await screens.open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAt(page, daemon.url, OWNER, 'campaigns?sort=name');
    const table = page.getByRole('table', { name: 'Campaigns' });
    const heads = () => table.getByRole('columnheader').allTextContents();
    await table.getByRole('link', { name: 'Summer' }).waitFor();
    const all = await heads();
    // The first column contains the checkboxes.
    expect(all.slice(0, 3)).toEqual(['', 'Name', 'Status']);

    expect(all).not.toContain('Created');
    await table.getByRole('row', { name: /Summer.*Claims in Summer by day 1/ }).waitFor();

    await page.getByRole('button', { name: 'View', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'View' });
    const choice = (name: string) => menu.getByRole('checkbox', { name, exact: true });
    expect(await choice('Name').count()).toBe(0);
    await choice('Status').click();
    await choice('Created').click();
    await choice('Compact rows').click();
    const chosen = all.filter((head) => head !== 'Status');
    expect(await heads()).toEqual(chosen.toSpliced(-1, 0, 'Created'));
    expect([await choice('Status').isChecked(), await choice('Compact rows').isChecked()]).toEqual([false, true]);

    // The focus stays on the button, so that a column can be moved several times.
    await menu.getByRole('button', { name: 'Move Created up' }).focus();
    const moves = chosen.length - 3;
    for (let moved = 0; moved <= moves; moved += 1) await page.keyboard.press('Enter');
    const ordered = chosen.toSpliced(2, 0, 'Created');
    expect(await heads()).toEqual(ordered);
    await menu.getByRole('button', { name: 'Copy these rows' }).click();
    await page.getByText('3 rows copied. You can paste them into a spreadsheet.').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
    expect(copied.map((row) => row.split('\t')[0])).toEqual(['Name', "'=1+1", 'Autumn', 'Summer']);
    expect(copied[0]?.split('\t')).not.toContain('Status');

    await page.reload();
    await table.getByRole('link', { name: 'Summer' }).waitFor();
    expect(await heads()).toEqual(ordered);
  });

  itInFull('includes the widths of the columns, which can be set with the mouse or in the menu', async () => {
    const daemon = await screens.daemon();
    await newCampaign(daemon, { name: 'A campaign with a name that is quite long' });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    const table = page.getByRole('table', { name: 'Campaigns' });
    const head = (name: string) => table.getByRole('columnheader', { name });
    const widthOf = async (name: string) => Math.round((await head(name).boundingBox())?.width ?? 0);
    await table.getByRole('link', { name: /A campaign/ }).waitFor();
    const before = [await widthOf('Name'), await widthOf('Starts')] as const;
    const status = await head('Status').boundingBox();
    if (!status) throw new Error('There is no column');
    // The handle that resizes a column is on its border with the next column.
    await page.mouse.move(status.x, status.y + status.height / 2);
    await page.mouse.down();
    await page.mouse.move(status.x - 40, status.y + status.height / 2);
    await page.mouse.move(status.x - 80, status.y + status.height / 2);
    await page.mouse.up();
    await expect.poll(() => widthOf('Name')).toBeLessThan(before[0] - 40);
    const narrow = await widthOf('Name');

    await page.getByRole('button', { name: 'View', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'View' });
    const starts = await widthOf('Starts');
    await menu.getByRole('button', { name: 'Make Starts wider' }).click();
    await menu.getByRole('button', { name: 'Make Starts wider' }).click();
    expect(await widthOf('Starts')).toBe(starts + 40);
    await menu.getByRole('button', { name: 'Make Starts narrower' }).click();
    expect(await widthOf('Starts')).toBe(starts + 20);

    await page.reload();
    await table.getByRole('link', { name: /A campaign/ }).waitFor();
    expect([await widthOf('Name'), await widthOf('Starts')]).toEqual([narrow, starts + 20]);
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await menu.getByRole('button', { name: 'Reset the widths' }).click();
    expect([await widthOf('Name'), await widthOf('Starts')]).toEqual(before);
  });

  itInFull('includes the number of rows per page, and shows each row as a card on a phone', async () => {
    const daemon = await screens.daemon();
    for (let made = 0; made < 27; made += 1) await newCampaign(daemon, { name: `Campaign ${made}` });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'campaigns?page=2');
    const rows = page.getByRole('table', { name: 'Campaigns' }).getByRole('row');
    await page.getByText('26–27 of 27').waitFor();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('dialog', { name: 'View' }).getByText('50', { exact: true }).click();
    await page.getByText('1–27 of 27').waitFor();
    expect(await rows.count()).toBe(28);
    await page.reload();
    await page.getByText('1–27 of 27').waitFor();

    await page.setViewportSize({ width: 390, height: 844 });
    const card = rows.nth(1);
    const status = card.getByRole('cell', { name: 'Draft' });
    await status.waitFor();
    const named = await status.evaluate(
      (cell) => cell.ownerDocument.defaultView?.getComputedStyle(cell, '::before').content,
    );
    expect(named).toBe('"Status"');
    const edges = await Promise.all([card, status].map((element) => element.boundingBox()));
    for (const edge of edges) expect((edge?.x ?? 0) + (edge?.width ?? 999)).toBeLessThanOrEqual(390);
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await card.getByRole('link', { name: 'Campaign 0' }).waitFor();
  });
});

describe('a copied cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@here', "'@here"],
    ['-5', "'-5"],
    ['−€5.00', '−€5.00'],
    [' two\n lines\t', 'two lines'],
  ])('with the text %j is %j', (text, cell) => expect(safeCell(text)).toBe(cell));
});
