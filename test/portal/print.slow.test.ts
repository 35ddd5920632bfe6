import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

/** The size of A4 without margins. */
const PAPER = { width: 700, height: 1000 };

/** Finds elements that belong only on a screen, are not black, or are cut off. */
const NOT_FOR_PAPER = `(() => {
  const told = (element) => element.tagName + ' ' + element.className + ' "' + element.textContent.slice(0, 40) + '"';
  const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility() && element.offsetWidth > 1);
  const controls = shown.filter((element) => element.matches('nav, [role=tab], .mantine-Button-root, button:not(table *)'));
  const texts = shown.filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''));
  const pale = texts.filter((element) => getComputedStyle(element).color !== 'rgb(0, 0, 0)');
  const cut = texts.filter((element) => {
    const { right } = element.getBoundingClientRect();
    return right > innerWidth + 1 || (element.closest('table') && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible');
  });
  return [...controls.map((element) => 'control ' + told(element)), ...pale.map((element) => 'pale ' + told(element)), ...cut.map((element) => 'cut ' + told(element))];
})()`;

const background = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');

inBrowser('a printed screen', (screens) => {
  it('has only the content, black on white, with complete tables', async () => {
    const daemon = await screens.daemon();
    const name = `Ann ${'Summers '.repeat(12)}`.trim();
    const { campaignId } = await withEarnings(daemon, [{ creator: 'ann', amount: 500, name }]);
    const { run_id } = done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
    const { page } = await screens.open({ colorScheme: 'dark', viewport: PAPER });
    await signInAt(page, daemon.url, OWNER);
    await page.emulateMedia({ media: 'print' });
    const found: string[] = [];
    for (const path of [
      'campaigns',
      `campaigns/${campaignId}`,
      'creators',
      `payouts/${run_id}`,
      'audit',
      'audit?entry=2',
    ]) {
      await page.goto(`${daemon.url}/portal/${path}`);
      await page.getByRole('row').nth(1).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
      found.push(...(await page.evaluate<string[]>(NOT_FOR_PAPER)).map((fault) => `${path}: ${fault}`));
      expect(await background(page)).toBe('rgb(255, 255, 255)');
    }
    expect(found).toEqual([]);
    // An open entry is printed instead of the list.
    expect(await page.getByRole('table').count()).toBe(1);
  });
});
