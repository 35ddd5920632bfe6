import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '../../../daemon/contract/endpoint.ts';
import { DEMO_PASSWORD, emailOf } from '../../../daemon/demo/accounts.ts';
import { isFull } from '../amounts.ts';
import type { TestDatabase } from '../world/daemon.ts';
import { demoDatabase, startDemo } from '../world/demo.ts';
import { inBrowser, samePort, signInAt, untilStill } from './browser.ts';
import { COUNT_CLICKS, clicksOn, takePicture, toldClicks } from './count-clicks.ts';

export type Demo = Awaited<ReturnType<typeof startDemo>>;

export interface Task {
  /** The name, as in the task's heading in docs/roles. */
  name: string;
  /** Whether `npm test` runs the task; `npm run test:full` runs all tasks. */
  isMain?: true;
  /** Starts at the role's first screen. The final screen is the picture of the task. */
  play(page: Page, demo: Demo): Promise<void>;
}

/**
 * Runs the most likely tasks of a role on the demo's data through the screens; docs/roles says how many clicks each one
 * takes.
 */
export function roleDay(role: Role, tasks: readonly Task[]) {
  const told = toldClicks(`roles/${role}.md`);

  inBrowser(`a first day in the role ${role}`, (screens) => {
    let database: TestDatabase;
    let demo: Demo;
    beforeAll(async () => {
      database = await demoDatabase();
      demo = await startDemo(database.url, await samePort());
    }, 120_000);
    afterAll(async () => {
      await demo.close();
      await database.drop();
    });

    it('is described in docs/roles, task by task', () => {
      expect([...told.keys()]).toEqual(tasks.map(({ name }) => name));
    });

    const played = tasks.map((task, at) => ({ ...task, at })).filter(({ isMain }) => isFull || isMain);
    it.each(played)('$name', async ({ name, play, at }) => {
      const { context, page } = await screens.open();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript({ content: COUNT_CLICKS });
      await signInAt(page, demo.url, { email: emailOf(role), password: DEMO_PASSWORD });
      await page.locator('#content').getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate('sessionStorage.removeItem("clicks")');
      await play(page, demo);
      await untilStill(page);
      await takePicture(page, `roles/${role}-${at + 1}.png`);
      const clicks = await clicksOn(page);
      await page.close();
      expect(clicks, `clicks in “${name}”`).toBe(told.get(name));
    });
  });
}
