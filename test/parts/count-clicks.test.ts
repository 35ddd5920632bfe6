import { expect, it } from 'vitest';
import { inBrowser } from '../support/browsers/browser.ts';
import { COUNT_CLICKS, clicksOn } from '../support/browsers/count-clicks.ts';

/**
 * Covers the button when the pointer first reaches it, and uncovers it after the first click. The button is away from
 * the corner, because Chromium itself can report a pointer there before the click.
 */
const COVERED_ONCE = `
  const cover = Object.assign(document.createElement('div'), { style: 'position: fixed; inset: 0' });
  const button = document.querySelector('button');
  button.style.margin = '40px';
  button.addEventListener('pointermove', () => document.body.append(cover), { once: true });
  addEventListener('pointerup', () => setTimeout(() => cover.remove()), { once: true, capture: true });
  button.addEventListener('click', () => { button.textContent = 'Clicked'; });`;

inBrowser('a person’s clicks', (screens) => {
  it('are counted once, even if something covers the target at first', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open({ isAlone: true });
    await page.addInitScript({ content: COUNT_CLICKS });
    await page.goto(`${daemon.url}/healthz`);
    await page.evaluate(`document.body.innerHTML = '<button>Click</button>'; ${COVERED_ONCE}`);
    await page.getByRole('button', { name: 'Click' }).click();
    await page.getByRole('button', { name: 'Clicked' }).waitFor();
    expect(await clicksOn(page)).toBe(1);
    await page.mouse.click(1, 300);
    expect(await clicksOn(page)).toBe(2);
  });
});
