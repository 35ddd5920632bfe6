import { expect, it } from 'vitest';
import { inBrowser, type Screens, signInAt } from '../support/browsers/browser.ts';
import { addCode } from '../support/http/campaigns.ts';
import { addEarner, playerPays, withEarnings } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

const FAN = 'Fan/of <i>Ann</i>';

/** Creates a linked player who paid, did not get the rewards of a second code, and has failed attempts. */
async function startWithPlayer(screens: Screens) {
  const daemon = await screens.daemon();
  const { campaignId } = await withEarnings(daemon, [{ creator: 'ann', amount: 5, name: 'Ann' }]);
  const [base] = done(await daemon.owner.call('listCodes', { params: { campaign_id: campaignId } })).data;
  await addEarner(daemon, 'dan', base.code, FAN);
  await playerPays(daemon, FAN, 12.5);
  await addCode(daemon, campaignId, '2026', { usage_limit: 1 });
  const redeem = (user_id: string, code: string) => daemon.server.call('redeem', { body: { user_id, code } });
  const { redemption_id } = done(await redeem(FAN, '2026'));
  const body = { redemption_id, status: 'failed' as const, detail: 'Inventory is full' };
  done(await daemon.server.call('reportRedemption', { body }));
  await redeem(FAN, '2026');
  await redeem(FAN, 'NO_SUCH');
  await redeem('other', '2026');
  await daemon.server.call('validate', { body: { user_id: FAN, code: 'ONLY_LOOKED' } });
  return { daemon, redemption_id };
}

inBrowser('players in the Portal', (screens) => {
  it('have pages that show why a code did not work, and let support grant rewards again and release claims', async () => {
    const { daemon, redemption_id } = await startWithPlayer(screens);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'players');
    await page.getByLabel('Player ID').fill(FAN);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: FAN }).waitFor();
    await page.getByText('Linked to').waitFor();
    await page.getByText('Linked the player', { exact: true }).first().waitFor();
    await page.getByText('The code does not exist, or it is waiting for a moderator.').waitFor();
    await page.getByText('The player has already redeemed this code').waitFor();
    await page.getByText('US$12.50').first().waitFor();
    expect(await page.getByText('ONLY_LOOKED').count()).toBe(0);
    await page.getByRole('switch', { name: 'Show validation-only attempts' }).click();
    await page.getByText('ONLY_LOOKED').waitFor();
    await page.getByText('Inventory is full').waitFor();

    const remedies = page.getByRole('button', { name: 'Remedies for the claim of 2026' });
    await remedies.click();
    await page.getByRole('menuitem', { name: 'Grant again' }).click();
    const granting = page.getByRole('dialog', { name: 'Grant the rewards again?' });
    await granting.getByLabel('Reason').fill('Inventory was full');
    await granting.getByRole('button', { name: 'Grant again' }).click();
    await page.getByText('Granted again by').waitFor();
    await granting.waitFor({ state: 'hidden' });
    await remedies.click();
    await page.getByRole('menuitem', { name: 'Release' }).click();
    const releasing = page.getByRole('dialog', { name: 'Release this claim?' });
    await releasing.getByLabel('Reason').fill('By mistake');
    await releasing.getByRole('button', { name: 'Release' }).click();
    await releasing.waitFor({ state: 'hidden' });
    await page.getByText('Released by').waitFor();
    expect(await remedies.count()).toBe(0);
    const { data } = done(await daemon.owner.call('listClaims', { query: { user_id: FAN, released: 'true' } }));
    expect(data).toMatchObject([{ redemption_id, remedies: [{ kind: 'grant_again' }, { kind: 'release' }] }]);
  });

  itInFull('whose rewards never arrived are listed, with filters that are kept in the address', async () => {
    const { daemon } = await startWithPlayer(screens);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'players?tab=claims');
    const rows = page.getByRole('table', { name: 'Claims' }).getByRole('row');
    await page.getByRole('link', { name: FAN }).waitFor();
    expect(await rows.count()).toBe(2);
    await page.getByRole('combobox', { name: 'Rewards' }).click();
    await page.getByRole('option', { name: 'Not confirmed' }).click();
    await page.getByRole('link', { name: 'fan_of_ann' }).waitFor();
    expect(await rows.count()).toBe(3);
    await page.getByRole('searchbox', { name: 'Filter by code' }).fill('2026');
    await page.getByText('No matching claims').waitFor();
    await page.getByRole('combobox', { name: 'Rewards' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.reload();
    await page.getByRole('link', { name: FAN }).click();
    await page.getByRole('heading', { name: FAN }).waitFor();
  });

  itInFull('who do not exist are reported; typing a code shows its claims; moderators can only read', async () => {
    const { daemon } = await startWithPlayer(screens);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, moderator, 'players?user=stranger-1');
    await page.getByText('No player has this ID').waitFor();
    await page.getByLabel('Player ID').fill('2026');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: FAN }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Filter by code' }).inputValue()).toBe('2026');
    expect(await page.getByRole('button', { name: /^Remedies/ }).count()).toBe(0);
  });
});
