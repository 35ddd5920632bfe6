import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createClient } from '../../daemon/contract/client.ts';
import { savedBy } from '../support/browsers/browser.ts';
import { type Demo, roleDay } from '../support/browsers/role-day.ts';
import { done } from '../support/http/test-client.ts';

/** Opens the first result of the palette with the keyboard, because keys do not count as clicks. */
async function find(page: Page, text: string, title = text) {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search everything' }).waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
}

/** Acts as the game: the player redeems the code, the rewards do not arrive, and the player tries again. */
async function playInVain({ owner, url }: Demo, user_id: string, code: string) {
  const { key } = done(await owner.call('createApiKey', { body: { name: 'Test game', kind: 'server' } }));
  const game = createClient(url, { apiKey: key });
  const redeemed = await game.call('redeem', { body: { user_id, code } });
  const redemption_id = redeemed.ok ? redeemed.body.redemption_id : '';
  const report = { redemption_id, status: 'failed', detail: 'Inventory is full' } as const;
  await game.call('reportRedemption', { body: report });
  await game.call('redeem', { body: { user_id, code } });
}

/** Returns the date `afterFriday` days after the next Friday, such as "2026-12-04". */
function dayOf(afterFriday: number): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 7 - ((day.getUTCDay() + 2) % 7) + afterFriday);
  return day.toISOString().slice(0, 10);
}

const PERSONAL = ['code,recipient', ...Array.from({ length: 5000 }, (_, at) => `LOYAL-${at},player_${at}`)].join(
  '\r\n',
);

const KEYS = Array.from({ length: 300 }, (_, at) => `STEAM-${String(at).padStart(5, '0')}`).join('\n');

const CSV = 'code,name\r\nTOAST-1,Toast one\r\nSHOWDOWN,Toast two\r\nTO AST,Toast three\r\nTOAST-4,Toast four\r\n';

roleDay('live_ops', [
  {
    name: 'Publish a campaign with a code',
    isMain: true,
    async play(page, demo) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Search everything' }).waitFor();
      await page.keyboard.type('New campaign');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New campaign' });
      await dialog.getByLabel('Name').fill('Lantern night');
      await dialog.getByRole('combobox', { name: 'Games' }).fill('skyhold');
      await dialog.getByRole('button', { name: 'Create draft' }).click();
      await page.getByRole('heading', { level: 1, name: 'Lantern night' }).waitFor();
      await page.getByRole('link', { name: 'New code' }).first().click();
      await page.getByLabel('Code', { exact: true }).fill('LANTERN');
      await page.getByLabel('Name').fill('Lantern gift');
      await page.getByLabel('Redeem page').fill('https://skyhold.example/redeem');
      await page.getByLabel('Rewards').fill('{"currency": "gold", "amount": 500}');
      await page.getByRole('button', { name: 'Create code' }).click();
      await page.getByRole('link', { name: 'LANTERN' }).waitFor();
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Scheduled').waitFor();
      const { data } = done(await demo.owner.call('listCampaigns', { query: { q: 'Lantern night' } }));
      expect(data).toMatchObject([{ status: 'scheduled', name: 'Lantern night', games: ['skyhold'] }]);
      // The notification would cover the campaign's name in the picture.
      await page.getByText('“Lantern night” published.').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'Create a thousand codes and save them',
    isMain: true,
    async play(page) {
      await find(page, 'Streamer showdown');
      await page.getByRole('link', { name: 'Bulk codes' }).click();
      const dialog = page.getByRole('dialog', { name: 'Bulk codes' });
      await dialog.getByLabel('Name').fill('Fair visitors');
      await dialog.getByRole('textbox', { name: 'Prefix' }).fill('FAIR-');
      await dialog.getByLabel('Rewards').fill('{"currency": "gold", "amount": 100}');
      await dialog.getByRole('button', { name: 'Create codes' }).click();
      await dialog.getByText('1,000 codes created.').waitFor({ timeout: 20_000 });
      const saved = await savedBy(page, () => dialog.getByRole('button', { name: 'Save CSV' }).click());
      expect(saved.bytes.toString().trimEnd().split('\r\n')).toHaveLength(1001);
    },
  },
  {
    name: 'See how a code performs and why it is refused',
    async play(page) {
      await find(page, 'LEAGUE10');
      await page.getByText('30 days', { exact: true }).click();
      const refused = page.getByRole('table', { name: /^Failed attempts/ });
      await refused.getByText('The player had already redeemed the code').waitFor();
      await refused.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'Answer “Why did it not work?” and grant the rewards again',
    async play(page, demo) {
      await playInVain(demo, 'player_lena', 'SHOWDOWN');
      await find(page, 'player_lena');
      await page.getByText('The player has already redeemed this code').waitFor();
      await page.getByText('Inventory is full').waitFor();
      await page.getByRole('button', { name: 'Remedies for the claim of SHOWDOWN' }).click();
      await page.getByRole('menuitem', { name: 'Grant again' }).click();
      const dialog = page.getByRole('dialog', { name: 'Grant the rewards again?' });
      await dialog.getByLabel('Reason').fill('The inventory was full; it has room now');
      await dialog.getByRole('button', { name: 'Grant again' }).click();
      await page.getByText('Granted again by').waitFor();
      await page.getByRole('region', { name: 'Claims' }).scrollIntoViewIfNeeded();
      const { data } = done(await demo.owner.call('listClaims', { query: { user_id: 'player_lena' } }));
      expect(data).toMatchObject([{ report_status: 'failed', remedies: [{ kind: 'grant_again' }] }]);
    },
  },
  {
    name: 'Import codes from a file with errors',
    isMain: true,
    async play(page, demo) {
      await find(page, 'Founders’ pack');
      await page.getByRole('link', { name: 'Import' }).click();
      await page.getByLabel('Redeem page').fill('https://skyhold.example/redeem');
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Choose a CSV file' }).click(),
      ]);
      await chooser.setFiles({ name: 'toast.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
      await page.getByText('2 rows cannot be imported.').waitFor();
      const save = page.getByRole('button', { name: 'Save the invalid rows' });
      const refused = (await savedBy(page, () => save.click())).bytes.toString();
      expect(refused).toMatch(/^code,name,refused_because\r\nSHOWDOWN,/);
      await page.getByRole('button', { name: 'Import only the 2 valid rows' }).click();
      await page.getByText('2 codes created.').waitFor();
      const { codes } = done(await demo.owner.call('search', { query: { q: 'TOAST-' } }));
      const added = ['TOAST-1', 'TOAST-4'].map((code) => expect.objectContaining({ code, creator_id: null }));
      expect(codes).toEqual(expect.arrayContaining(added));
    },
  },
  {
    name: 'Open a weekend drop for some players',
    async play(page, demo) {
      await find(page, 'Streamer showdown');
      await page.getByRole('link', { name: 'New code' }).click();
      await page.getByLabel('Code', { exact: true }).fill('WEEKEND20');
      await page.getByLabel('Name').fill('Weekend drop');
      await page.getByRole('button', { name: 'Set dates, a player or conditions' }).click();
      await page.getByLabel('From').fill(`${dayOf(0)}T18:00`);
      await page.getByLabel('Until').fill(`${dayOf(2)}T23:59`);
      const add = page.getByRole('button', { name: 'Add a condition' });
      const field = (name: string, of: number) => page.getByRole('textbox', { name: `Condition ${of}: ${name}` });
      const compare = async (of: number, is: string) => {
        await page.getByRole('combobox', { name: `Condition ${of}: comparison` }).click();
        await page.getByRole('option', { name: is, exact: true }).click();
      };
      await add.click();
      await field('attribute', 1).fill('level');
      await compare(1, 'is at least');
      await field('value', 1).fill('20');
      await add.click();
      await field('attribute', 2).fill('country');
      await compare(2, 'is one of');
      await page.getByRole('combobox', { name: 'Condition 2: value' }).pressSequentially('JP,KR,TW,');
      const trial = page.getByRole('group', { name: 'Try it' });
      await trial.getByLabel('level').fill('25');
      await trial.getByText('This player does not meet the condition: country is “JP”, “KR” or “TW”.').waitFor();
      await trial.getByLabel('country').fill('JP');
      await trial.getByText('This player meets the conditions.').waitFor();
      await trial.getByText('"attributes": {"level":25,"country":"JP"}').waitFor();
      await page.getByRole('button', { name: 'Create code' }).click();
      await page.getByRole('link', { name: 'WEEKEND20' }).waitFor();
      await find(page, 'WEEKEND20');
      await page.getByText('Only if country is “JP”, “KR” or “TW”').waitFor();
      const { codes } = done(await demo.owner.call('search', { query: { q: 'WEEKEND20' } }));
      const code = done(await demo.owner.call('getCode', { params: { code_id: codes[0].code_id } }));
      expect(code).toMatchObject({
        conditions: [
          { attribute: 'level', is: 'at_least', value: 20 },
          { attribute: 'country', is: 'one_of', value: ['JP', 'KR', 'TW'] },
        ],
      });
      expect(Date.parse(code.ends_at) - Date.parse(code.starts_at)).toBe((2 * 24 * 60 + 359) * 60_000);
    },
  },
  {
    name: 'Give each of 5,000 players a code of their own',
    async play(page, demo) {
      await find(page, 'Streamer showdown');
      await page.getByRole('link', { name: 'Import' }).click();
      await page.getByLabel('Name').fill('Loyalty gift');
      await page.getByLabel('Redeem page').fill('https://skyhold.example/redeem');
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Choose a CSV file' }).click(),
      ]);
      await chooser.setFiles({ name: 'loyal.csv', mimeType: 'text/csv', buffer: Buffer.from(PERSONAL) });
      await page.getByRole('button', { name: 'Import 5,000 rows' }).click();
      await page.getByText('5,000 codes created.').waitFor();
      const { codes } = done(await demo.owner.call('search', { query: { q: 'LOYAL-4999' } }));
      const code = done(await demo.owner.call('getCode', { params: { code_id: codes[0].code_id } }));
      expect(code).toMatchObject({ is_personal: true, recipient: 'player_4999' });
    },
  },
  {
    name: 'Give 300 Steam keys to the first 300 players',
    async play(page, demo) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Search everything' }).waitFor();
      await page.keyboard.type('New key pool');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New key pool' });
      await dialog.getByLabel('Name').fill('Skyhold on Steam');
      await dialog.getByRole('button', { name: 'Create key pool' }).click();
      await page.getByRole('heading', { level: 1, name: 'Skyhold on Steam' }).waitFor();
      await page.getByRole('link', { name: 'Add keys' }).click();
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Choose a file' }).click(),
      ]);
      await chooser.setFiles({ name: 'steam.txt', mimeType: 'text/plain', buffer: Buffer.from(KEYS) });
      await page.getByRole('button', { name: 'Import 300 rows' }).click();
      await page.getByText('300 keys added.').waitFor();
      await find(page, 'Streamer showdown');
      await page.getByRole('link', { name: 'New code' }).click();
      await page.getByLabel('Code', { exact: true }).fill('FREESKYHOLD');
      await page.getByLabel('Name').fill('Steam keys');
      await page.getByRole('combobox', { name: 'Key pool' }).click();
      await page.getByRole('option', { name: 'Skyhold on Steam (300 left)' }).click();
      await page.getByRole('button', { name: 'Create code' }).click();
      await page.getByRole('link', { name: 'FREESKYHOLD' }).waitFor();
      const { key } = done(await demo.owner.call('createApiKey', { body: { name: 'Steam game', kind: 'server' } }));
      const game = createClient(demo.url, { apiKey: key });
      const redeemed = await game.call('redeem', { body: { user_id: 'player_kim', code: 'FREESKYHOLD' } });
      expect(redeemed.body).toMatchObject({ key: { pool: 'Skyhold on Steam', value: 'STEAM-00000' } });
      await find(page, 'FREESKYHOLD');
      await page.getByRole('link', { name: 'Keys from Skyhold on Steam: 299 left' }).click();
      await page.getByRole('link', { name: 'player_kim' }).waitFor();
    },
  },
  {
    name: 'Save last month’s top codes with their revenue for a spreadsheet',
    async play(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Search everything' }).waitFor();
      await page.keyboard.type('Top codes');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog', { name: 'Other periods' }).getByRole('button', { name: 'Last month' }).click();
      const table = page.getByRole('table', { name: 'Top codes' });
      await table
        .getByRole('link', { name: /LEAGUE/ })
        .first()
        .waitFor();
      const file = await savedBy(page, () => page.getByRole('button', { name: 'Save as CSV' }).click());
      const [head, best, ...rest] = file.bytes.toString().split('\r\n');
      expect(head).toMatch(/^\uFEFF?code_id,code,.*,claims,payments,revenue\.amount,revenue\.currency/);
      expect(best).toContain('Autumn league');
      expect(rest.length).toBeGreaterThan(10);
    },
  },
]);
