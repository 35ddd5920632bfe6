import { expect } from 'vitest';
import { roleDay } from '../support/browsers/role-day.ts';
import { done } from '../support/http/test-client.ts';

roleDay('owner', [
  {
    name: 'Invite a colleague',
    isMain: true,
    async play(page) {
      await page.getByRole('link', { name: 'Staff' }).click();
      await page.getByRole('link', { name: 'Invite' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Nina New');
      await dialog.getByLabel('Email').fill('nina@demo.example');
      await dialog.getByRole('radio', { name: 'Finance' }).click();
      await dialog.getByRole('button', { name: 'Create invitation' }).click();
      await dialog.getByText(/#invitation=/).waitFor();
      await dialog.getByRole('button', { name: /^Copy/ }).click();
    },
  },
  {
    name: 'Create a key for the game server',
    isMain: true,
    async play(page) {
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('link', { name: 'New key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('EU game servers');
      await dialog.getByRole('checkbox', { name: 'Redeem' }).check();
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText(/^sk_/).waitFor();
      await dialog.getByRole('button', { name: /^Copy/ }).click();
    },
  },
  {
    name: 'Find out who changed a setting',
    async play(page) {
      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByRole('combobox', { name: 'Action' }).click();
      await page.getByRole('option', { name: 'Settings changed' }).click();
      await page
        .getByRole('button', { name: /^Settings changed, entry/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Olivia Owner').first().waitFor();
    },
  },
  {
    name: 'Set the minimum payout',
    async play(page, demo) {
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByLabel('Minimum payout').fill('30');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved.').waitFor();
      const { minimum_payout } = done(await demo.owner.call('getSettings'));
      expect(minimum_payout).toEqual({ amount: '30.00', currency: 'EUR' });
    },
  },
  {
    name: 'Help a colleague who has forgotten their password',
    async play(page) {
      await page.getByRole('link', { name: 'Staff' }).click();
      await page.getByRole('button', { name: 'Actions for Finn Finance' }).click();
      await page.getByRole('menuitem', { name: 'New invitation link' }).click();
      await page.getByRole('button', { name: 'Create new link' }).click();
      await page
        .getByRole('dialog')
        .getByText(/#invitation=/)
        .waitFor();
    },
  },
]);
