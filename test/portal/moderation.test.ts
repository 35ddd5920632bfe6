import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browser.ts';
import { addCode, runningCampaign } from '../support/campaign.ts';
import { startTestDaemon, type TestDaemon } from '../support/daemon.ts';
import { addMember } from '../support/members.ts';

const WISHES = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX'];

/** Custom codes of as many creators, oldest first. */
async function fillQueue(daemon: TestDaemon) {
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'CREW', { use_as_referral: 'Y' });
  for (const wish of WISHES) {
    const body = { creator_id: `cr_${wish}`, redemption_code: 'CREW', code: `${wish}-CREW` };
    const made = await daemon.server.call('createCreatorCode', { body });
    if (!made.ok) throw new Error(JSON.stringify(made.body));
  }
}

async function statuses(daemon: TestDaemon) {
  const listed = await daemon.owner.call('listAllCreatorCodes', { query: { page_size: 100 } });
  if (!listed.ok) throw new Error('The codes could not be listed');
  return Object.fromEntries(
    listed.body.data.map(({ code, status, rejection_reason }) => [
      code,
      rejection_reason ? `${status}: ${rejection_reason}` : status,
    ]),
  );
}

inBrowser('the moderation queue', (screens) => {
  it('is worked through by the keyboard alone', async () => {
    const daemon = await startTestDaemon();
    await fillQueue(daemon);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open();
    await page.goto(`${daemon.url}/portal/`);
    await page.getByLabel('E-mail').waitFor();
    await page.keyboard.type(moderator.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(moderator.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Moderation' }).waitFor();
    const present = () =>
      page.evaluate('document.querySelector("tr[data-present]")?.getAttribute("aria-label") ?? null');
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    await page.getByRole('row', { name: 'SIX-CREW' }).waitFor();
    expect(await present()).toBe('SIX-CREW of cr_SIX');

    // Newest first: SIX, FIVE, FOUR, THREE, TWO, ONE.
    await page.keyboard.press('j');
    expect([await present(), await focused()]).toEqual(['FIVE-CREW of cr_FIVE', 'FIVE-CREW of cr_FIVE']);
    await page.keyboard.press('a');
    await page.getByText('FIVE-CREW approved.').waitFor();
    await expect.poll(focused).toBe('FOUR-CREW of cr_FOUR');
    await page.keyboard.press('k');
    expect(await present()).toBe('SIX-CREW of cr_SIX');

    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject SIX-CREW' });
    await dialog.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    // Letters that are keys elsewhere are text here.
    await page.keyboard.type('A jar of x');
    await page.keyboard.press('Enter');
    await page.getByText('SIX-CREW rejected.').waitFor();

    await expect.poll(present).toBe('FOUR-CREW of cr_FOUR');
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
        'ONE-CREW': 'pending',
        'TWO-CREW': 'approved',
        'THREE-CREW': 'pending',
        'FOUR-CREW': 'approved',
        'FIVE-CREW': 'approved',
        'SIX-CREW': 'rejected: A jar of x',
      });
    await page.getByText('2 creator codes waiting').waitFor();
    await daemon.close();
  });

  it('names what somebody else has decided meanwhile', async () => {
    const daemon = await startTestDaemon();
    await fillQueue(daemon);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, moderator, 'moderation');
    await page.getByRole('row', { name: 'ONE-CREW' }).waitFor();
    // Somebody else was faster.
    const listed = await daemon.owner.call('listAllCreatorCodes', { query: { q: 'ONE-CREW' } });
    const codeId = listed.ok ? listed.body.data[0]?.code_id : undefined;
    await daemon.owner.call('rejectCreatorCode', { params: { code_id: codeId ?? 0 }, body: { reason: 'No' } });
    await page.getByLabel('Select ONE-CREW').check();
    await page.getByLabel('Select TWO-CREW').check();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await page.getByText('TWO-CREW approved.').waitFor();
    await page.getByText('Decided by somebody else already: ONE-CREW.').waitFor();
    expect(await statuses(daemon)).toMatchObject({ 'ONE-CREW': 'rejected: No', 'TWO-CREW': 'approved' });
  });

  it('puts codes back where the daemon cannot be reached', async () => {
    const daemon = await startTestDaemon();
    await fillQueue(daemon);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open({ mayLoseConnection: true });
    await signInAt(page, daemon.url, moderator, 'moderation');
    await page.getByRole('row', { name: 'SIX-CREW' }).waitFor();
    await page.route('**/decide', (route) => route.abort());
    await page.keyboard.press('a');
    await page.getByText('Nothing was decided').waitFor();
    await page.getByRole('row', { name: 'SIX-CREW' }).waitFor();
    expect((await statuses(daemon))['SIX-CREW']).toBe('pending');
    await daemon.close();
  });
});
