import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addMember } from '../support/http/staff.ts';
import { createGate } from '../support/world/create-gate.ts';
import { itInFull } from '../support/world/in-full.ts';
import { fillQueue, statuses } from './moderation-queue.ts';

inBrowser('the moderation queue', (screens) => {
  it('can be emptied with the keyboard alone', async () => {
    const daemon = await screens.daemon();
    await fillQueue(daemon);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open();
    await page.goto(`${daemon.url}/portal/`);
    await page.getByLabel('Email').waitFor();
    await page.keyboard.type(moderator.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(moderator.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Moderation' }).waitFor();
    const present = () =>
      page.evaluate('document.querySelector("tr[data-present]")?.getAttribute("aria-label") ?? null');
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    await page.getByRole('row', { name: 'SIX-CREW' }).waitFor();
    // The code that has waited longest comes first: ONE, TWO, THREE, FOUR, FIVE, SIX.
    expect(await present()).toBe('ONE-CREW from cr_ONE');

    await page.keyboard.press('j');
    expect([await present(), await focused()]).toEqual(['TWO-CREW from cr_TWO', 'TWO-CREW from cr_TWO']);
    await page.keyboard.press('a');
    await page.getByText('TWO-CREW approved.').waitFor();
    await expect.poll(focused).toBe('THREE-CREW from cr_THREE');
    await page.keyboard.press('u');
    await page.getByText('TWO-CREW is waiting again.').waitFor();
    await expect.poll(focused).toBe('TWO-CREW from cr_TWO');
    await page.keyboard.press('a');
    await page.getByText('TWO-CREW approved.').waitFor();
    await expect.poll(focused).toBe('THREE-CREW from cr_THREE');
    await page.keyboard.press('k');
    expect(await present()).toBe('ONE-CREW from cr_ONE');

    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject ONE-CREW' });
    await dialog.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    // Letters that are shortcuts elsewhere are plain text here.
    await page.keyboard.type('A jar of x');
    await page.keyboard.press('Enter');
    await page.getByText('ONE-CREW rejected.').waitFor();

    await expect.poll(present).toBe('THREE-CREW from cr_THREE');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Shift+A');
    await page.getByText('2 codes approved.').waitFor();
    await expect
      .poll(() => statuses(daemon))
      .toEqual({
        'ONE-CREW': 'rejected: A jar of x',
        'TWO-CREW': 'approved',
        'THREE-CREW': 'approved',
        'FOUR-CREW': 'pending',
        'FIVE-CREW': 'approved',
        'SIX-CREW': 'pending',
      });
    await page.getByText('2 creator codes waiting').waitFor();
  });

  itInFull('counts the waiting codes again if one is decided during the count', async () => {
    const daemon = await screens.daemon();
    await fillQueue(daemon);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open();
    const counted = createGate();
    const decided = createGate();
    let isDeciding = false;
    await page.route(
      (url) => url.searchParams.get('page_size') === '1',
      async (route) => {
        if (!isDeciding) return route.continue();
        const response = await route.fetch();
        counted.open();
        await decided.opened;
        // The page aborts this request if it is already counting again.
        await route.fulfill({ response }).catch(() => undefined);
      },
    );
    await signInAt(page, daemon.url, moderator, 'moderation');
    await page.getByText('6 creator codes waiting').waitFor();
    await page.getByRole('row', { name: 'ONE-CREW' }).waitFor();
    isDeciding = true;
    await page.keyboard.press('a');
    await page.getByText('ONE-CREW approved.').waitFor();
    await counted.opened;
    await page.keyboard.press('a');
    await page.getByText('TWO-CREW approved.').waitFor();
    decided.open();
    await page.getByText('4 creator codes waiting').waitFor();
  });

  itInFull('names the codes that someone else has already decided', async () => {
    const daemon = await screens.daemon();
    await fillQueue(daemon);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, moderator, 'moderation');
    await page.getByRole('row', { name: 'ONE-CREW' }).waitFor();
    // The owner decides first.
    const listed = await daemon.owner.call('listAllCreatorCodes', { query: { q: 'ONE-CREW' } });
    const codeId = listed.ok ? listed.body.data[0]?.code_id : undefined;
    await daemon.owner.call('rejectCreatorCode', { params: { code_id: codeId ?? 0 }, body: { reason: 'No' } });
    await page.getByLabel('Select ONE-CREW').check();
    await page.getByLabel('Select TWO-CREW').check();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await page.getByText('TWO-CREW approved.').waitFor();
    await page.getByText('Already decided by another moderator: ONE-CREW.').waitFor();
    expect(await statuses(daemon)).toMatchObject({ 'ONE-CREW': 'rejected: No', 'TWO-CREW': 'approved' });
  });

  itInFull('puts codes back if the daemon cannot be reached', async () => {
    const daemon = await screens.daemon();
    await fillQueue(daemon);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open({ mayLoseConnection: true });
    await page.route('**/decide', (route) => route.abort());
    await signInAt(page, daemon.url, moderator, 'moderation');
    await page.getByRole('row', { name: 'SIX-CREW' }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('Nothing was decided').waitFor();
    await page.getByRole('row', { name: 'SIX-CREW' }).waitFor();
    expect((await statuses(daemon))['ONE-CREW']).toBe('pending');
  });
});
