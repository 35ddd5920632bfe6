import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

inBrowser('staff in the Portal', (screens) => {
  itInFull('can click the link that they aim at, even if the game filter appears late', async () => {
    const daemon = await screens.daemon();
    for (const game of ['alpha', 'beta']) await runningCampaign(daemon, { name: game, games: [game] });
    const { page } = await screens.open({ isAlone: true });
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/admin/games*', async (route) => {
      await isAsked;
      await route.continue();
    });
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    const link = page.getByRole('navigation').getByRole('link', { name: 'Staff' });
    const before = await link.boundingBox();
    answer();
    await page.getByRole('navigation').getByRole('combobox', { name: 'Game' }).waitFor();
    expect(await link.boundingBox()).toEqual(before);
  });

  it('see only what belongs to their games, which an owner can change', async () => {
    const daemon = await screens.daemon();
    await runningCampaign(daemon, { name: 'Alpha only', games: ['alpha'] });
    await runningCampaign(daemon, { name: 'Every game' });
    const member = await addMember(daemon, 'live_ops');
    const { page: owner } = await screens.open();
    await signInAt(owner, daemon.url, OWNER, `staff/${member.staff_id}/edit`);
    const games = owner.getByRole('combobox', { name: 'Games' });
    await games.fill('no/game');
    await owner.getByRole('button', { name: 'Save', exact: true }).click();
    await owner.getByText('A game ID has 1–64 letters, digits or underscores').waitFor();
    await games.press('Backspace');
    await games.fill('alpha');
    await owner.getByRole('button', { name: 'Save', exact: true }).click();
    await owner.getByRole('row', { name: /Live ops.*alpha/ }).waitFor();

    const choice = owner.getByRole('navigation').getByRole('combobox', { name: 'Game' });
    expect(await choice.count()).toBe(0);
    await runningCampaign(daemon, { name: 'Beta only', games: ['beta'] });
    await owner.goto(`${daemon.url}/portal/campaigns`);
    await owner.getByRole('link', { name: 'Beta only' }).waitFor();
    await choice.click();
    await owner.getByRole('option', { name: 'alpha' }).click();
    await owner.getByRole('link', { name: 'Beta only' }).waitFor({ state: 'detached' });
    await owner.getByRole('link', { name: 'Every game' }).waitFor();
    await owner.goto(`${daemon.url}/portal/events`);
    expect(await choice.inputValue()).toBe('alpha');
    await owner.getByRole('tab', { name: 'Overview' }).waitFor();
    expect(await owner.getByRole('searchbox', { name: 'Game' }).count()).toBe(0);
    await choice.click();
    await owner.getByRole('option', { name: 'All games' }).click();
    await owner.getByRole('searchbox', { name: 'Game' }).waitFor();

    const { page } = await screens.open();
    await signInAt(page, daemon.url, member, 'campaigns');
    await page.getByRole('link', { name: 'Alpha only' }).waitFor();
    expect(await page.getByText('Every game').count()).toBe(0);
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New campaign' });
    await dialog.getByText('Your account is limited to some games; choose only from these games').waitFor();
    await dialog.getByLabel('Name').fill('Another');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Another' }).waitFor();
    const { data } = done(await daemon.owner.call('listCampaigns', { query: { q: 'Another' } }));
    expect(data).toMatchObject([{ games: ['alpha'] }]);
    await page.goto(`${daemon.url}/portal/webhooks`);
    await page.getByText(/limited to alpha\. An owner can change roles and games\./).waitFor();
  });
});
