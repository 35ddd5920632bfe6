import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { fillQueue, statuses } from './moderation-queue.ts';

interface Sized {
  scrollHeight: number;
  clientHeight: number;
}

inBrowser('the moderation queue', (screens) => {
  it('undoes decisions one after the other, reports them below the rows, and accepts a reason by its number', async () => {
    const daemon = await screens.daemon();
    await fillQueue(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'moderator'), 'moderation');
    await page.getByRole('row', { name: 'SIX-CREW' }).waitFor();
    const dock = page.getByRole('status').filter({ hasText: /approved|rejected|waiting/ });
    for (const code of ['ONE', 'TWO', 'THREE']) {
      await page.keyboard.press('a');
      await dock.getByText(`${code}-CREW approved.`).waitFor();
    }
    // There is only one line with Undo, and it does not cover any row.
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(1);
    const bottomOf = (box: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0);
    const lastRow = bottomOf(await page.getByRole('row').last().boundingBox());
    expect((await dock.boundingBox())?.y).toBeGreaterThanOrEqual(lastRow);
    for (const code of ['THREE', 'TWO', 'ONE']) {
      await page.keyboard.press('u');
      await dock.getByText(`${code}-CREW is waiting again.`).waitFor();
    }
    await page.keyboard.press('u');
    await page.getByText('Nothing to undo').waitFor();
    expect(new Set(Object.values(await statuses(daemon)))).toEqual(new Set(['pending']));

    await page.getByRole('row', { name: 'ONE-CREW' }).focus();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject ONE-CREW' });
    await dialog.getByLabel('Reason').press('2');
    await page.keyboard.press('Enter');
    await dock.getByText('ONE-CREW rejected.').waitFor();
    expect((await statuses(daemon))['ONE-CREW']).toBe('rejected: Too close to another code');
  });

  it('starts with the code that has waited longest, and shows the codes in pages', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'CREW', { use_as_referral: 'Y' });
    for (let n = 0; n < 52; n += 1) {
      const body = { creator_id: `cr_${n}`, redemption_code: 'CREW', code: `WISH-${n}` };
      const made = await daemon.server.call('createCreatorCode', { body });
      if (!made.ok) throw new Error(JSON.stringify(made.body));
    }
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, moderator, 'moderation');
    const first = page.locator('tr[data-present]');
    await expect.poll(() => first.getAttribute('aria-label')).toBe('WISH-0 from cr_0');
    await page.getByText('52 creator codes waiting').waitFor();
    await page.getByText('1–50 of 52').waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect.poll(() => first.getAttribute('aria-label')).toBe('WISH-50 from cr_50');
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await page.getByText('2 codes approved.').waitFor();
    await page.getByText('No undecided codes left on this page').waitFor();
    await page.getByRole('button', { name: 'Go to the oldest codes' }).click();
    await expect.poll(() => first.getAttribute('aria-label')).toBe('WISH-0 from cr_0');
  });

  it('keeps the buttons visible in a narrow window, and names on one line', async () => {
    const daemon = await screens.daemon();
    await fillQueue(daemon);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open({ viewport: { width: 900, height: 700 } });
    await signInAt(page, daemon.url, moderator, 'moderation');
    const approve = page.getByRole('button', { name: 'Approve THREE-CREW' });
    await approve.waitFor();
    const box = await approve.boundingBox();
    expect(box && box.x + box.width).toBeLessThan(900);
    const cell = await page.getByRole('cell', { name: 'THREE-CREW' }).first().boundingBox();
    expect(cell?.height).toBeLessThan(70);
    await approve.click();
    await page.getByText('THREE-CREW approved.').waitFor();
    // A phone shows one code at a time until the user chooses the table.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('article').waitFor();
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('row', { name: /TWO-CREW/ }).waitFor();
    expect(page.url()).toContain('mode=table');
  });

  it('shows one code at a time, accepts fifty decisions from the keyboard, undoes a decision, and lists the decisions', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'CREW', { use_as_referral: 'Y' });
    await addCode(daemon, campaignId, 'OLD', { use_as_referral: 'Y' });
    const wish = async (creator_id: string, redemption_code: string, code: string) => {
      const made = await daemon.server.call('createCreatorCode', {
        body: { creator_id, redemption_code, code, display_name: `Name of ${creator_id}` },
      });
      if (!made.ok) throw new Error(JSON.stringify(made.body));
      return made.body.code_id;
    };
    const old = await wish('cr_0', 'OLD', 'RUDE-ONE');
    await daemon.owner.call('rejectCreatorCode', { params: { code_id: old }, body: { reason: 'Offensive' } });
    for (let n = 0; n < 55; n += 1) await wish(`cr_${n}`, 'CREW', `WISH-${n}`);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'moderator'), 'moderation');
    await page.getByText('One at a time').click();
    await expect.poll(() => page.url()).toContain('mode=one');
    const shown = page.getByRole('article');
    await shown.getByRole('heading', { name: 'WISH-0' }).waitFor();
    await shown.getByText('Name of cr_0').waitFor();
    await shown.getByText('RUDE-ONE').waitFor();
    await shown.getByText('Offensive').waitFor();
    await shown.getByText('1 of 55').waitFor();
    for (let n = 0; n < 50; n += 1) {
      await shown.getByRole('heading', { name: `WISH-${n}`, exact: true }).waitFor();
      // One rejection immediately follows another, and the second must not get the reason of the first.
      const isRejected = n % 5 >= 3;
      await page.keyboard.press(isRejected ? 'r' : 'a');
      if (!isRejected) continue;
      await page
        .getByRole('dialog', { name: `Reject WISH-${n}` })
        .getByLabel('Reason')
        .press('1');
      await page.keyboard.press('Enter');
    }
    await shown.getByRole('heading', { name: 'WISH-50' }).waitFor();
    await page.getByText('WISH-49 rejected.').waitFor();
    await page.keyboard.press('u');
    await shown.getByRole('heading', { name: 'WISH-49' }).waitFor();
    await page.getByText('6 creator codes waiting').waitFor();
    await page.keyboard.press('a');
    await page.getByText('WISH-49 approved.').waitFor();
    const all = Object.entries(await statuses(daemon)).filter(([code]) => code.startsWith('WISH'));
    expect(all.filter(([, status]) => status === 'approved')).toHaveLength(31);
    expect(all.filter(([, status]) => status === 'rejected: Offensive')).toHaveLength(19);

    const body = { display_name: 'Sir Reginald Fox' };
    done(await daemon.owner.edit('changeCreator', { params: { creator_id: 'cr_49' }, body }));
    await page.getByRole('tab', { name: 'Recent decisions' }).click();
    const rows = page.getByRole('table', { name: 'Recent decisions' }).getByRole('row');
    await rows.filter({ hasText: 'WISH-49' }).filter({ hasText: 'Undone' }).getByText('Offensive').waitFor();
    const isCut = ({ scrollHeight, clientHeight }: Sized) => scrollHeight > clientHeight;
    expect(await rows.getByRole('link', { name: 'Sir Reginald Fox' }).first().evaluate(isCut)).toBe(false);
    await page.getByRole('button', { name: 'Undo the decision on WISH-49' }).click();
    await page.getByText('WISH-49 is waiting again.').waitFor();
    await page.getByRole('tab', { name: 'Waiting' }).click();
    await shown.getByRole('heading', { name: 'WISH-49' }).waitFor();
  });
});
