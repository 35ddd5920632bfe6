import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { inBrowser, type Screens, savedBy, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { playerPays } from '../support/http/earnings.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { addMember } from '../support/http/staff.ts';
import { done, iso } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

const FAN = 'Fan/of <i>Ann</i>';
const LINK = 'https://game.example/?linkId=ann';
const DAY = 86_400_000;

/** Creates a player who came through a link before signing in, claimed two codes, paid, and got a refund. */
async function startWithPlayer(screens: Screens) {
  const daemon = await screens.daemon();
  const campaignId = await runningCampaign(daemon, { name: 'Spring sale' });
  const event = (daysAgo: number, change: object) => ({
    ...sdkEvent(),
    ...{ event_id: randomUUID(), anon_id: 'anon_1', created_at: iso(Date.now() - daysAgo * DAY), ...change },
  });
  const anonymous = { user_details: { user_id: 'anon_1' } };
  const visit = { event_type: 'session_created', service_referral_link: LINK, utms: { utm_source: 'mail' } };
  const levels = Array.from({ length: 30 }, () => event(1, { event_type: 'level', user_details: { user_id: FAN } }));
  const events = [event(3, { ...visit, ...anonymous }), event(2, { user_details: { user_id: FAN } }), ...levels];
  expect(done(await daemon.server.call('gameEvent', { body: { events } })).rejected).toEqual([]);
  for (const code of ['FIRST', 'SECOND']) {
    await addCode(daemon, campaignId, code);
    const { redemption_id } = done(await daemon.server.call('redeem', { body: { user_id: FAN, code } }));
    const body = { reason: 'By mistake' };
    if (code === 'FIRST') done(await daemon.owner.call('releaseClaim', { params: { redemption_id }, body }));
  }
  await playerPays(daemon, FAN, 12.5, Date.now(), { transaction_id: 't-1' });
  await playerPays(daemon, FAN, -12.5, Date.now(), { refund_of: 't-1' });
  return daemon;
}

inBrowser('the timeline of a player in the Portal', (screens) => {
  it('shows what happened, newest first, with links and filters, and can be saved as a CSV', async () => {
    const daemon = await startWithPlayer(screens);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `players?user=${encodeURIComponent(FAN)}`);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const table = page.getByRole('table', { name: 'Timeline' });
    const rows = table.locator('tbody tr:not([aria-hidden])');
    await rows.filter({ hasText: 'Refund of t-1' }).waitFor();
    expect(await rows.count()).toBe(25);
    const kinds = async () => (await rows.locator('td:nth-child(2)').allInnerTexts()).slice(0, 5);
    expect(await kinds()).toEqual(['Refund', 'Payment', 'Claim', 'Claim', 'Event']);
    await page.getByRole('button', { name: 'Show more' }).click();
    await table.getByText('utm_source=mail, not signed in').waitFor();
    expect(await rows.count()).toBe(36);

    await page.getByRole('button', { name: `${LINK}, event` }).click();
    const drawer = page.getByRole('dialog', { name: 'session_created' });
    await drawer.getByText('"utm_source": "mail"').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });

    const { name, bytes } = await savedBy(page, () => page.getByRole('button', { name: 'Save as CSV' }).click());
    expect(name).toBe('timeline.csv');
    expect(bytes.toString().trim().split('\r\n')).toHaveLength(1 + 36);

    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Claims' }).click();
    await rows.filter({ hasText: 'FIRST' }).getByText('Released').waitFor();
    await page.reload();
    await rows.filter({ hasText: 'FIRST' }).waitFor();
    expect(await rows.count()).toBe(2);
    expect(await rows.filter({ hasText: 'SECOND' }).getByText('Released').count()).toBe(0);
    await page.getByRole('link', { name: 'Spring sale' }).first().waitFor();
    await page.getByRole('link', { name: 'SECOND' }).click();
    await page.getByRole('heading', { name: 'SECOND' }).waitFor();
  });

  itInFull('is hidden from roles that cannot see SDK events, even at its address', async () => {
    const daemon = await startWithPlayer(screens);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, moderator, `players?user=${encodeURIComponent(FAN)}&show=timeline`);
    await page.getByRole('heading', { name: 'Payments and refunds' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Timeline' }).count()).toBe(0);
  });
});
