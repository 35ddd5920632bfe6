import { expect, it } from 'vitest';
import { isFull } from '../support/amounts.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { OWNER } from '../support/world/daemon.ts';

const LANGUAGES = [
  ['en-GB', 'Email', 'Create invitation', 'Views', 'Save this view…', 'Save', 'Is already taken'],
  [
    'de-DE',
    'E-Mail',
    'Einladung erstellen',
    'Ansichten',
    'Diese Ansicht speichern…',
    'Speichern',
    'Das ist schon vergeben',
  ],
] as const;

inBrowser('a taken address or name is reported at its field', (screens) => {
  it.each(isFull ? LANGUAGES : LANGUAGES.slice(1))(
    'in %s',
    async (locale, email, invite, views, saveView, save, taken) => {
      const daemon = await screens.daemon();
      const { page } = await screens.open({ locale });
      await signInAt(page, daemon.url, OWNER, 'staff/new');
      const dialog = page.getByRole('dialog');
      const refused = async (label: string) => {
        const field = dialog.getByRole('textbox', { name: label });
        await dialog.getByText(taken, { exact: true }).waitFor();
        expect(await field.getAttribute('aria-invalid')).toBe('true');
      };
      await dialog.getByLabel('Name').fill('Another owner');
      await dialog.getByLabel(email).fill(OWNER.email);
      await dialog.getByRole('button', { name: invite }).click();
      await refused(email);

      await daemon.owner.call('createView', { body: { name: 'Mine', path: '/campaigns', query: '' } });
      await page.goto(`${daemon.url}/portal/campaigns`);
      await page.getByRole('button', { name: views }).click();
      await page.getByRole('menuitem', { name: saveView }).click();
      await dialog.getByLabel('Name').fill('Mine');
      await dialog.getByRole('button', { name: save }).click();
      await refused('Name');
      await page.close();
    },
  );
});
