import { expect, it } from 'vitest';
import { findLeakSigns } from '../../daemon/features/leak-signs/find-leak-signs.ts';
import { DAY_MS, HOUR_MS, startOfUtcDay } from '../../daemon/lib/clock.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('signs of leaks in the Portal', (screens) => {
  it('are listed as tasks, lead to the failed attempts behind them, and can be marked as seen', async () => {
    const daemon = await screens.daemon();
    const { campaign_id, code_id } = await addCode(daemon, await runningCampaign(daemon), 'FOR-ONE', {
      usage_limit: 1,
    });
    for (const user_id of ['kim', 'lee', 'mia', 'noa', 'oli', 'pat'])
      await daemon.server.call('redeem', { body: { user_id, code: 'FOR-ONE' } });
    const yesterday = { from: startOfUtcDay(Date.now()) - DAY_MS, to: startOfUtcDay(Date.now()) };
    await daemon.db.write(({ db, t }) => db.update(t.refused_tries).set({ created_at: yesterday.from + 12 * HOUR_MS }));
    await findLeakSigns(daemon.db, yesterday, { zone: 'UTC' });

    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'dashboard');
    await page.getByText('5 players in a day; the code is meant for one').waitFor();
    await page.getByRole('link', { name: 'Many players tried FOR-ONE' }).click();
    const drawer = page.getByRole('dialog', { name: 'Signs of a leak or abuse' });
    const players = drawer.getByRole('table', { name: 'Players with failed attempts' });
    await players.getByRole('link', { name: 'pat' }).waitFor();
    expect(await players.getByRole('link').allTextContents()).toEqual(['lee', 'mia', 'noa', 'oli', 'pat']);
    await drawer.getByRole('button', { name: 'Mark as seen' }).click();
    await drawer.waitFor({ state: 'detached' });
    const card = page.getByRole('region', { name: 'Signs of a leak or abuse' });
    await card.getByText('Seen by').waitFor();
    await card.getByRole('link', { name: '5 other players tried a code that is meant for one' }).click();
    await drawer.getByText('The intended player may have passed it on').waitFor();
    expect(new URL(page.url()).searchParams.has('sign')).toBe(true);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    // Viewers cannot see players, so there is no link to the failed attempts.
    const viewer = await addMember(daemon, 'viewer');
    const other = await screens.open();
    await signInAt(other.page, daemon.url, viewer, `campaigns/${campaign_id}/codes/${code_id}`);
    await other.page.getByText('5 other players tried a code that is meant for one').waitFor();
    expect(await other.page.getByRole('link', { name: /^5 other players/ }).count()).toBe(0);
  });
});
