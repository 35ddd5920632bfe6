import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allScreens, goToScreen, loadScreen, type ScreenState } from '../support/browsers/all-screens.ts';
import { inBrowser, signInAt, untilStill } from '../support/browsers/browser.ts';
import { cutOff, outOfPlace } from '../support/browsers/layout.ts';
import type { TestDatabase } from '../support/world/daemon.ts';
import { demoDatabase, startDemo } from '../support/world/demo.ts';

/** If this names a folder, the test saves a picture of every screen there, in every size, in light and dark mode. */
const { REDEEMD_SCREENS } = process.env;
const { source } = createRequire(import.meta.url)('axe-core') as { source: string };

/** Returns the violations of the given axe-core rules, or of all its rules, with one line per element. */
async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (rules?.length === 0) return [];
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const { violations }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}

interface Look {
  name: string;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /** The axe-core rules whose results can differ from those in `laptop-light`. If missing, all rules are checked. */
  rules?: readonly string[];
}
/** The screens whose lists have room for whole names and addresses on a laptop. */
const SHOWN_WHOLE = ['player', 'payouts-new', 'payout-run', 'webhooks', 'deliveries'];
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1920, height: 1080 };
const CHECKED: Look[] = [
  { name: 'laptop-light', viewport: LAPTOP, colorScheme: 'light' },
  { name: 'laptop-dark', viewport: LAPTOP, colorScheme: 'dark', rules: ['color-contrast'] },
  { name: 'phone-light', viewport: PHONE, colorScheme: 'light', rules: ['scrollable-region-focusable', 'target-size'] },
];
const PICTURED: Look[] = [
  ...CHECKED,
  { name: 'phone-dark', viewport: PHONE, colorScheme: 'dark', rules: ['color-contrast'] },
  { name: 'desk-light', viewport: DESK, colorScheme: 'light', rules: [] },
  { name: 'desk-dark', viewport: DESK, colorScheme: 'dark', rules: [] },
];

inBrowser('every screen', (screens) => {
  let database: TestDatabase;
  let demo: Awaited<ReturnType<typeof startDemo>>;
  let states: ScreenState[];
  beforeAll(async () => {
    database = await demoDatabase();
    demo = await startDemo(database.url);
    states = await allScreens(demo.owner);
  }, 120_000);
  afterAll(async () => {
    await demo.close();
    await database.drop();
  });

  it('fits and is accessible in wide and narrow windows, in light and dark mode', async () => {
    // The zone is not the organisation's, so every time is shown twice and takes as much room as possible.
    const { page } = await screens.open({ timezoneId: 'UTC' });
    const found: string[] = [];
    const lookAt = async (state: string) => {
      for (const { name, viewport, colorScheme, rules } of REDEEMD_SCREENS ? PICTURED : CHECKED) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await untilStill(page);
        const faults = [...(await violationsOn(page, rules)), ...(await outOfPlace(page))];
        found.push(...faults.map((fault) => `${state}, ${name}: ${fault}`));
        if (REDEEMD_SCREENS) await picture(page, join(REDEEMD_SCREENS, name), state);
      }
      await page.setViewportSize(LAPTOP);
    };
    await page.goto(`${demo.url}/portal`);
    await page.getByLabel('Password', { exact: true }).waitFor();
    await lookAt('sign-in');
    await signInAt(page, demo.url, demo.who);
    let mustLoad = true;
    for (const state of states) {
      if (mustLoad) await loadScreen(page, demo.url, state);
      else await goToScreen(page, state);
      mustLoad = state.act !== undefined;
      if (SHOWN_WHOLE.includes(state.name))
        found.push(...(await cutOff(page)).map((text) => `${state.name} cuts “${text}”`));
      await lookAt(state.name);
    }
    await page.close();
    expect(found).toEqual([]);
  }, 600_000);

  it('is checked for images without alternative text, and for content beyond the edge of the window', async () => {
    const { page } = await screens.open();
    await signInAt(page, demo.url, demo.who);
    await page.evaluate(
      'document.querySelector("#content").append(Object.assign(document.createElement("img"), { width: 2000, style: "overflow: visible" }))',
    );
    expect((await violationsOn(page)).join()).toContain('image-alt');
    expect((await outOfPlace(page)).join()).toContain('beyond the edge: IMG');
    await page.close();
  });
});

async function picture(page: Page, folder: string, name: string) {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
