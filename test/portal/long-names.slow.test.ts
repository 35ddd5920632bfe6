import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { outOfPlace } from '../support/browsers/layout.ts';
import { addCode, addCreatorCode, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

const LONG = 'Ω'.repeat(200);
const MIRRORED = `\u202Eدعوة الموسم ${'מבצע '.repeat(30)}`.slice(0, 200).trim();
const NAMES = [LONG, MIRRORED, `<b>${'W'.repeat(190)}</b>`];

inBrowser('text that staff, games and players enter', (screens) => {
  it('does not break any screen, even if names are as long as allowed, right-to-left or markup', {
    timeout: 180_000,
  }, async () => {
    const daemon = await screens.daemon();
    const ids: number[] = [];
    for (const name of NAMES)
      ids.push(await runningCampaign(daemon, { name, notes: `${name} `.repeat(20).slice(0, 4000) }));
    const [campaignId = 0] = ids;
    const { code_id } = await addCode(daemon, campaignId, 'A'.repeat(64), { name: LONG });
    await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y', name: MIRRORED });
    for (const [at, name] of NAMES.entries()) {
      const creator_id = `${at}${'c'.repeat(254)}`;
      const { code } = await addCreatorCode(daemon, creator_id, 'BASE');
      done(await daemon.owner.edit('changeCreator', { params: { creator_id }, body: { display_name: name } }));
      done(await daemon.server.call('redeem', { body: { user_id: name, code } }));
      done(await daemon.owner.call('createApiKey', { body: { name: name.slice(0, 100), kind: 'server' } }));
    }
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER);
    const found: string[] = [];
    const codePage = `campaigns/${campaignId}/codes/${code_id}`;
    const creator = `creators/0${'c'.repeat(254)}`;
    const player = `players?user=${encodeURIComponent(MIRRORED)}`;
    for (const path of [
      'dashboard',
      'campaigns',
      `campaigns/${campaignId}`,
      `campaigns/${campaignId}/edit`,
      codePage,
      'creators',
      creator,
      'players?tab=claims&receipt=any',
      player,
      'api-keys',
      'audit',
    ]) {
      await page.goto(`${daemon.url}/portal/${path}`);
      await page.locator('#content').getByRole('heading').first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        const faults = await outOfPlace(page);
        found.push(...faults.map((fault) => `${path.slice(0, 30)} at ${width} px: ${fault}`));
      }
    }
    expect(found).toEqual([]);
  });
});
