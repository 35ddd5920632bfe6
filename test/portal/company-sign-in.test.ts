import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inBrowser } from '../support/browsers/browser.ts';
import { openPage, startDesktop } from '../support/browsers/desktop.ts';
import { createVisitor } from '../support/company/browser-visit.ts';
import { type CompanyProvider, colleague, startCompanyProvider } from '../support/company/company-provider.ts';
import { done } from '../support/http/test-client.ts';
import { itInFull } from '../support/world/in-full.ts';
import { until } from '../support/world/wait-until.ts';

const COMPANY = 'Sign in with your company account';

/** Requests a path unchanged, without parsing it as a URL. */
const statusOf = async (port: string, path: string) => {
  const [response] = await once(get({ host: '127.0.0.1', port, path }), 'response');
  response.resume();
  return response.statusCode;
};

inBrowser('signing in with a company account', (screens) => {
  let provider: CompanyProvider;
  beforeAll(async () => {
    provider = await startCompanyProvider([colleague('ada', ['game-liveops'])]);
  });
  afterAll(() => provider.close());

  it('takes one click, and leads to the screen that was requested', async () => {
    const daemon = await screens.daemon({ env: provider.env });
    const { page } = await screens.open();
    await page.goto(`${daemon.url}/portal/campaigns?status=active`);
    await page.getByText(`Enter your company password at ${new URL(provider.issuer).host}, not here.`).waitFor();
    await page.getByRole('button', { name: COMPANY }).click();
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
    expect(page.url()).toBe(`${daemon.url}/portal/campaigns?status=active`);

    await page.goto(`${daemon.url}/portal/account`);
    await page.getByText('You sign in with your company account').waitFor();
    expect(await page.getByLabel('New password').count()).toBe(0);
    const { data } = done(await daemon.owner.call('listStaff', { query: { q: 'ada' } }));
    expect(data[0]).toMatchObject({ role: 'live_ops', role_from_groups: true });
  });

  itInFull(
    'works in the desktop app, under a substitute for Electron, and does not expose a token to the app’s page',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'redeemd-company-'));
      const daemon = await screens.daemon({ env: provider.env });
      try {
        const desktop = await startDesktop({ userData: folder, downloads: folder });
        const { page } = await screens.open({ mayLoseConnection: true, isAlone: true });
        await openPage(desktop, page);
        desktop.electron.state.pressed.push('Connect');
        await page.getByLabel('Server address').fill(daemon.url);
        await page.getByRole('button', { name: 'Connect' }).click();
        await page.getByRole('button', { name: COMPANY }).click();
        await page.getByText('Continue in the browser window that has opened').waitFor();
        // The person closes the first window and asks for another one.
        await page.getByRole('button', { name: 'Open the browser again' }).click();
        const { openedOutside } = desktop.electron.state;
        await until('the browser was opened twice', () => openedOutside.length === 2);
        const [given = '', asked = ''] = openedOutside;
        const visitor = createVisitor();
        const forged = new URL(`http://127.0.0.1:${new URL(asked).searchParams.get('app_port')}/?code=x&state=y`);
        expect((await fetch(forged)).status).toBe(404);
        expect(await statusOf(forged.port, '//')).toBe(404);
        const { response, urls } = await visitor.follow(asked);
        expect(await response?.text()).toBe('You are signed in. Close this page and return to the Portal.');
        await page.getByRole('navigation', { name: 'Main' }).waitFor();
        await expect(fetch(urls.at(-1) ?? '')).rejects.toThrow();
        await expect(visitor.follow(given)).rejects.toThrow();
        expect(desktop.answers.join()).not.toContain('"token"');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
