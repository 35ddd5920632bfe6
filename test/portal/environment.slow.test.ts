import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { OWNER, startTestDaemon } from '../support/world/daemon.ts';

const LOOK = `(() => {
  const { backgroundColor, color } = getComputedStyle(document.querySelector('[data-testid=environment] > span'));
  return [backgroundColor, color];
})()`;

const env = (name: string, colour: string) => ({
  REDEEMD_ENVIRONMENT: name,
  REDEEMD_ENVIRONMENT_COLOUR: colour,
});

inBrowser('the environment', (screens) => {
  it('is shown with its name and colour before sign-in and on every screen, is in the title, and is readable in any colour', async () => {
    for (const [name, colour, shown, text] of [
      ['staging', '#ffff00', 'rgb(255, 255, 0)', 'rgb(0, 0, 0)'],
      ['pre-production', 'purple', 'rgb(128, 0, 128)', 'rgb(255, 255, 255)'],
    ] as const) {
      const daemon = await startTestDaemon({ env: env(name, colour) });
      const { page } = await screens.open();
      await page.goto(`${daemon.url}/portal/`);
      const mark = page.getByTestId('environment').getByText(name, { exact: true });
      const look = () => page.evaluate(LOOK);
      await mark.waitFor();
      expect(await look()).toEqual([shown, text]);
      await expect.poll(() => page.title()).toBe(`${name} · Sign in · redeemd`);
      await signInAt(page, daemon.url, OWNER, 'campaigns');
      for (const screen of ['Campaigns', 'Jobs', 'Settings']) {
        await page.getByRole('link', { name: screen }).click();
        await page.getByRole('heading', { level: 1, name: screen }).waitFor();
        expect(await look()).toEqual([shown, text]);
        expect(await page.title()).toBe(`${name} · ${screen} · redeemd`);
      }
      await page.close();
      await daemon.close();
    }
  });

  it('is not named in production', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'jobs');
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    expect(await page.getByTestId('environment').count()).toBe(0);
    expect(await page.title()).toBe('Jobs · redeemd');
  });
});
