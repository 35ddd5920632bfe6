import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Demo, roleDay } from '../support/browsers/role-day.ts';
import { done } from '../support/http/test-client.ts';

const codeOf = async ({ owner }: Demo, q: string) =>
  done(await owner.call('listAllCreatorCodes', { query: { q } })).data[0];

/** Returns the code to which the keyboard shortcuts apply. */
const present = async (page: Page) => {
  const label = await page.locator('tr[data-present]').getAttribute('aria-label');
  return label?.split(' ')[0] ?? '';
};

roleDay('moderator', [
  {
    name: 'Decide on ten requested codes with the keyboard',
    isMain: true,
    async play(page, demo) {
      const codes: string[] = [];
      for (let n = 0; n < 10; n += 1) {
        const code = await present(page);
        codes.push(code);
        await page.keyboard.press('a');
        await page.getByText(`${code} approved.`).waitFor();
      }
      for (const code of codes) expect(await codeOf(demo, code)).toMatchObject({ status: 'approved' });
    },
  },
  {
    name: 'Reject a requested code with a reason',
    isMain: true,
    async play(page, demo) {
      await page.getByRole('button', { name: 'Reject SH1T-SHOW' }).click();
      const dialog = page.getByRole('dialog', { name: 'Reject SH1T-SHOW' });
      await dialog.getByLabel('Reason').press('1');
      await page.keyboard.press('Enter');
      await page.getByText('SH1T-SHOW rejected.').waitFor();
      expect(await codeOf(demo, 'SH1T-SHOW')).toMatchObject({ status: 'rejected', rejection_reason: 'Offensive' });
    },
  },
  {
    name: 'Undo the last decision',
    async play(page, demo) {
      const code = await present(page);
      await page.keyboard.press('a');
      await page.getByText(`${code} approved.`).waitFor();
      await page.keyboard.press('u');
      await page.getByText(`${code} is waiting again.`).waitFor();
      expect(await codeOf(demo, code)).toMatchObject({ status: 'pending' });
    },
  },
  {
    name: 'Look up a creator’s earlier codes',
    async play(page) {
      await page.getByRole('row', { name: 'TESSERA-SHOWCREW' }).getByRole('link', { name: 'Tessera' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tessera' }).waitFor();
      const codes = page.getByRole('table', { name: 'Codes' }).getByRole('row');
      await codes.filter({ hasText: 'TESSERA-SHOWCREW' }).getByText('Waiting').waitFor();
      expect(await codes.count()).toBeGreaterThan(2);
    },
  },
  {
    name: 'See who decided on a code and why',
    async play(page, demo) {
      const { code_id } = await codeOf(demo, 'PIXE1PAULA-SHOWCREW');
      const reason = 'Reads like the name of PixelPaula';
      done(await demo.owner.call('rejectCreatorCode', { params: { code_id }, body: { reason } }));
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Search everything' }).waitFor();
      await page.keyboard.type('Pixe1Paula');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Pixe1Paula' }).waitFor();
      await page.getByRole('link', { name: 'Decisions' }).click();
      const rows = page.getByRole('table', { name: 'Recent decisions' }).getByRole('row');
      const row = rows.nth(1);
      await row.getByText('Olivia Owner').waitFor();
      await row.getByText(reason).waitFor();
      // The only rows are the header and this one: decisions on other creators' codes are not listed.
      expect(await rows.count()).toBe(2);
    },
  },
]);
