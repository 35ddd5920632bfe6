import type { Page } from 'playwright-core';

/**
 * Counts the clicks that reach the page. While another element covers the target, Playwright stops the event at the
 * window and clicks again, so only listeners below the window count each click once.
 */
export const COUNT_CLICKS = `document.addEventListener('pointerdown', ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks') ?? 0) + 1);
}, true)`;

export const clicksOn = async (page: Page) => Number(await page.evaluate('sessionStorage.getItem("clicks") ?? 0'));
