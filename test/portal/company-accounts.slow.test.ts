import { afterAll, beforeAll, expect, it } from 'vitest';
import { inBrowser } from '../support/browsers/browser.ts';
import { type CompanyProvider, colleague, startCompanyProvider } from '../support/company/company-provider.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

const MINUTE_MS = 60_000;
const COMPANY = 'Sign in with your company account';

inBrowser('sign-in with company accounts', (screens) => {
  let provider: CompanyProvider;
  beforeAll(async () => {
    provider = await startCompanyProvider([colleague('ada', ['game-liveops'])]);
  });
  afterAll(() => provider.close());

  it('restores a session that has ended, without losing what was typed into a form', async () => {
    const time = { now: Date.now() };
    const daemon = await screens.daemon({ env: provider.env, clock: () => time.now });
    const { page, context } = await screens.open();
    await page.goto(`${daemon.url}/portal/campaigns/new`);
    await page.getByRole('button', { name: COMPANY }).click();
    await page.getByLabel('Name', { exact: true }).fill('Winter');
    provider.people.set('ada', colleague('ada', []));
    time.now += 15 * MINUTE_MS;
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);

    const [refused] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: COMPANY }).click(),
    ]);
    await refused.getByText('Your company account is not in any group that has a role here.').waitFor();
    await refused.close();
    provider.people.set('ada', colleague('ada', ['game-liveops']));
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Open the browser again' }).click(),
    ]);
    await tab.getByText('Close this tab and continue where you left off.').waitFor();
    await tab.close();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'detached' });
    // The Portal repeats the request that the daemon refused.
    await page.getByRole('heading', { name: 'Winter', level: 1 }).waitFor();
  });

  it('does not lock owners out while the provider is not responding, and names the provider', async () => {
    provider.isDown = true;
    const daemon = await screens.daemon({ env: provider.env });
    const { page } = await screens.open();
    await page.goto(`${daemon.url}/portal/`);
    await page.getByText(`${new URL(provider.issuer).host} is not responding`).waitFor();
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    provider.isDown = false;
  });

  it('can be required of everyone except owners, and the sign-in page says so', async () => {
    const daemon = await screens.daemon({ env: provider.env });
    const { page } = await screens.open();
    await page.goto(`${daemon.url}/portal/settings`);
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('switch', { name: 'Company accounts only' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until('the setting is stored', async () => done(await daemon.owner.call('getSettings')).provider_only);
    const other = await screens.open();
    await other.page.goto(`${daemon.url}/portal/`);
    await other.page.getByText('Owners only: sign in with a password').waitFor();
  });
});
