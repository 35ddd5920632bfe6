import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inBrowser, untilStill } from '../support/browsers/browser.ts';
import { COUNT_CLICKS, clicksOn, takePicture, toldClicks } from '../support/browsers/count-clicks.ts';
import { earned, linkTo, PHONE } from '../support/browsers/creator-page.ts';
import { openPage, startDesktop } from '../support/browsers/desktop.ts';
import { createVisitor } from '../support/company/browser-visit.ts';
import { type CompanyProvider, colleague, startCompanyProvider } from '../support/company/company-provider.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { until } from '../support/world/wait-until.ts';

// Repeats the visits in docs/first-visits.md, whose headings state the numbers of clicks. `npm run pictures` runs this
// file to take the pictures for that page.

const COMPANY = 'Sign in with your company account';
const told = toldClicks('first-visits.md');

inBrowser('a first visit', (screens) => {
  let provider: CompanyProvider;
  beforeAll(async () => {
    provider = await startCompanyProvider([colleague('ada', ['game-liveops'])]);
  });
  afterAll(() => provider.close());
  const visits: string[] = [];
  const expectClicks = async (page: Page, visit: string) => {
    visits.push(visit);
    expect(await clicksOn(page), `clicks in “${visit}”`).toBe(told.get(visit));
  };
  const picture = async (page: Page, name: string) => {
    await untilStill(page);
    await takePicture(page, `first-visits/${name}.png`);
  };

  it('by a creator takes as many clicks as the documentation states', async () => {
    const daemon = await screens.daemon();
    await earned(daemon);
    const { page } = await screens.open(PHONE);
    await page.addInitScript({ content: COUNT_CLICKS });
    await page.goto(await linkTo(daemon));
    await page.getByRole('heading', { name: 'Hello, mary' }).waitFor();
    await picture(page, 'creator-1');
    await page.getByRole('button', { name: /^Payout for .*US\$6\.00/ }).click();
    await page.getByText('Show the campaigns').click();
    await page.getByRole('row', { name: /Summer/ }).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Enter your details' }).click();
    await page.getByLabel('Method').selectOption('PayPal');
    await page.getByLabel('PayPal email address').fill('mary@pay.example');
    await page.getByLabel('Account holder').fill('Mary Miller');
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await page.getByText('These new details are waiting for approval.').waitFor();
    await picture(page, 'creator-2');
    await expectClicks(page, 'A creator checks their earnings and changes their payout details');
    await page.goto('about:blank');
  });

  it('by a member of staff in a browser takes as many clicks as the documentation states', async () => {
    const daemon = await screens.daemon({ env: provider.env });
    const { page } = await screens.open({ isAlone: true });
    await page.addInitScript({ content: COUNT_CLICKS });
    await page.goto(`${daemon.url}/portal/campaigns`);
    await page.getByText('Enter your company password').waitFor();
    await picture(page, 'staff-1');
    await page.getByRole('button', { name: COMPANY }).click();
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
    await expectClicks(page, 'A member of staff signs in with a company account in a browser');
  });

  it('by a member of staff in the desktop app, under a substitute for Electron, takes as many clicks as the documentation states', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redeemd-first-visit-'));
    const daemon = await screens.daemon({ env: provider.env });
    try {
      const desktop = await startDesktop({ userData: folder, downloads: folder });
      const { page } = await screens.open({ mayLoseConnection: true, isAlone: true });
      await page.addInitScript({ content: COUNT_CLICKS });
      await openPage(desktop, page);
      desktop.electron.state.pressed.push('Connect');
      await page.getByLabel('Server address').fill(daemon.url);
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByRole('button', { name: COMPANY }).click();
      const { openedOutside } = desktop.electron.state;
      await until('the browser was opened', () => openedOutside.length === 1);
      await createVisitor().follow(openedOutside[0] ?? '');
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await expectClicks(page, 'A member of staff signs in with a company account in the desktop app');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('by an engineer to /docs takes as many clicks as the documentation states', async () => {
    const daemon = await screens.daemon();
    await addCode(daemon, await runningCampaign(daemon), 'WELCOME');
    const body = { name: 'First try', kind: 'server' as const, is_test: true };
    const { key } = done(await daemon.owner.call('createApiKey', { body }));
    const { page } = await screens.open({ isAlone: true });
    await page.addInitScript({ content: COUNT_CLICKS });
    await page.goto(`${daemon.url}/docs`);
    await page.getByLabel('Test key').fill(key);
    const redeem = page.locator('#redeem');
    await redeem.locator('summary').first().click();
    await redeem.getByLabel('Body').fill('{"user_id": "player-1", "code": "WELCOME"}');
    await redeem.getByRole('button', { name: 'Send' }).click();
    await redeem
      .getByRole('status')
      .getByText(/^200\n/)
      .waitFor();
    await redeem.getByRole('form').scrollIntoViewIfNeeded();
    await picture(page, 'engineer-1');
    await expectClicks(page, 'An engineer sends a first request with a test key');
  });

  it('is tested for each heading in docs/first-visits.md', () => expect(visits).toEqual([...told.keys()]));
});
