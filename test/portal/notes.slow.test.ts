import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, signInAt, untilStill } from '../support/browsers/browser.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

const NAMES = ['Montgomery-Fitzgerald Broadcasting', 'Wolfeschlegelsteinhausen Studios', 'The Long Evening Show'];

/** Finds the visible controls whose centre a notification covers. On a phone, the content ends above notifications. */
const COVERED = `(() => {
  const isInView = ({ top, bottom, left, right, width }, box) => width > 0 && top >= box.top && bottom <= box.bottom && left >= 0 && right <= innerWidth;
  const notes = document.querySelector('.mantine-Notification-root').closest('.mantine-Notifications-root').parentElement;
  const whole = { top: 0, bottom: innerWidth < 1000 ? notes.getBoundingClientRect().top : innerHeight };
  const scroller = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowY) ? element : scroller(element.parentElement));
  const controls = [...document.querySelectorAll('header a, header button, nav a, nav button, main button')]
    .filter((element) => element.checkVisibility())
    .filter((element) => [whole, scroller(element)?.getBoundingClientRect() ?? whole].every((box) => isInView(element.getBoundingClientRect(), box)));
  const covered = controls.filter((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return notes.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  const { bottom } = document.querySelector('#content > div').getBoundingClientRect();
  const isScrolled = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight;
  if (isScrolled && bottom > whole.bottom + 1) return { seen: 0, covered: ['the end of the screen'] };
  return { seen: controls.length, covered: covered.map((element) => element.textContent || element.ariaLabel) };
})()`;

inBrowser('notifications', (screens) => {
  it.each([
    { width: 1280, height: 800 },
    { width: 390, height: 800 },
  ])('do not cover controls, even if three long ones are shown, at $width × $height', async (viewport) => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    const creators = NAMES.map((name, at) => ({
      creator: `c${at}`,
      amount: 100,
      name,
      method: 'paypal',
      address: 'a@b.test',
    }));
    await withEarnings(daemon, creators);
    const { run_id } = done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
    done(await daemon.owner.call('approvePayoutRun', { params: { run_id: String(run_id) } }));
    for (const { creator } of creators)
      await daemon.owner.edit('changeCreator', {
        params: { creator_id: creator },
        body: { payout_hold: 'Chargebacks' },
      });
    const { page } = await screens.open({ viewport });
    await signInAt(page, daemon.url, OWNER, `payouts/${run_id}`);
    const button = page.getByRole('button', { name: 'Mark as exported' });
    const note = page.locator('.mantine-Notification-root');
    for (let shown = 1; shown <= 3; shown += 1) {
      await expect.poll(() => button.isEnabled()).toBe(true);
      await button.press('Enter');
      await expect.poll(() => note.count()).toBe(shown);
      // Notifications stay while the pointer is over one of them.
      if (shown === 1) await note.hover();
    }
    await untilStill(page);
    await expectReachable(page, 3);
    if (viewport.width > 1000) return;
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expectReachable(page, 3);
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Dashboard' }).waitFor();
    await expectReachable(page, 10);
  });
});

async function expectReachable(page: Page, atLeast: number) {
  const { seen, covered } = await page.evaluate<{ seen: number; covered: string[] }>(COVERED);
  expect(covered).toEqual([]);
  expect(seen).toBeGreaterThanOrEqual(atLeast);
}
