// Vitest runs this file before each test file when reach.mjs measures which sites are reached.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from '../paths.mjs';
import { noteReached, shared } from './note-reached.mjs';

const folder = String(process.env.REDEEMD_TEST_REACHED);
const { __vitest_worker__: worker } = /** @type {{ __vitest_worker__?: { filepath?: string } }} */ (globalThis);
shared.testFile = relative(root, worker?.filepath ?? '');
writeFileSync(join(folder, 'current'), shared.testFile);
shared.reached = (site) => noteReached(site, folder);

/** @param {import('playwright-core').BrowserContext} context */
function hear(context) {
  context.on('console', (message) => {
    const [, site] = /^reached (\d+)$/.exec(message.text()) ?? [];
    if (site) noteReached(Number(site), folder);
  });
  return context;
}

/** @param {import('playwright-core').Browser} browser */
function hearAll(browser) {
  for (const context of browser.contexts()) hear(context);
  const { newContext } = browser;
  browser.newContext = async (...options) => hear(await newContext.apply(browser, options));
  return browser;
}

// All tests get their pages from these two functions.
if (!shared.isHeard) {
  shared.isHeard = true;
  const { launch, connectOverCDP } = chromium;
  chromium.launch = async (...given) => hearAll(await launch.apply(chromium, given));
  chromium.connectOverCDP = async (/** @type {any[]} */ ...given) =>
    hearAll(await Reflect.apply(connectOverCDP, chromium, given));
}
