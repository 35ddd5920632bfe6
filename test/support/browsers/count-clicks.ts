import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../../build/paths.mjs';

/**
 * Counts the clicks that reach the page. While another element covers the target, Playwright stops the event at the
 * window and clicks again, so only listeners below the window count each click once.
 */
export const COUNT_CLICKS = `document.addEventListener('pointerdown', ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks') ?? 0) + 1);
}, true)`;

export const clicksOn = async (page: Page) => Number(await page.evaluate('sessionStorage.getItem("clicks") ?? 0'));

const TASK_HEADING = /^## (.+) \((\d+) clicks?\)$/gm;

/** Reads the tasks from a page in docs/, with the number of clicks in each heading. */
export function toldClicks(path: string): Map<string, number> {
  const page = readFileSync(join(root, 'docs', path), 'utf8');
  return new Map([...page.matchAll(TASK_HEADING)].map(([, name = '', clicks]) => [name, Number(clicks)]));
}

/** In `npm run pictures`, takes one of the pictures in docs/pictures. */
export async function takePicture(page: Page, path: string): Promise<void> {
  const { REDEEMD_PICTURES: folder } = process.env;
  if (folder) await page.screenshot({ path: join(folder, path) });
}
