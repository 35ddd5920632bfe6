import type { Page } from 'playwright-core';
import { LEAK_SIGN_KINDS } from '../../../daemon/contract/words.ts';
import { done, type TestClient } from '../http/test-client.ts';
import { untilStill } from './browser.ts';

/** A screen of the Portal in one of its states. */
export interface ScreenState {
  name: string;
  /** The path below `/portal/`. */
  path: string;
  /** Opens the state, such as a menu, a drawer or a dialog. */
  act?: (page: Page) => Promise<void>;
}

const pressButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const openMenu = async (page: Page) => {
  await pressButton(/^Actions for/)(page);
  await page.getByRole('menu').waitFor();
};

/** Opens the drawer of the first row of a list. */
const openDrawer = async (page: Page) => {
  await page.locator('tbody').locator('a, button').first().click();
  await page.getByRole('dialog').waitFor();
};

const addCondition = async (page: Page) => {
  await pressButton('Set dates, a player or conditions')(page);
  await pressButton('Add a condition')(page);
  await page.getByRole('textbox', { name: 'Condition 1: attribute' }).fill('level');
  await page.getByRole('textbox', { name: 'Condition 1: value' }).fill('20');
  await page.getByRole('group', { name: 'Try it' }).waitFor();
};

const openAccount = async (page: Page) => {
  await page
    .locator('nav')
    .getByRole('button', { name: /^Account/ })
    .click();
  await page.getByRole('dialog').waitFor();
};

const openViews = async (page: Page) => {
  await pressButton('Views')(page);
  await page.getByRole('menu').waitFor();
};

const openSearch = async (page: Page) => {
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').waitFor();
};

const FUNNEL = '[["session_created",null],["shop",null]]';

/** Returns every screen that the demo's owner sees, with its menus, drawers and dialogs. */
export async function allScreens(owner: TestClient): Promise<ScreenState[]> {
  const running = done(await owner.call('listCampaigns', { query: { status: 'active' } })).data[0];
  const campaign = `campaigns/${running.campaign_id}`;
  const codes = done(await owner.call('listCodes', { params: { campaign_id: running.campaign_id } })).data;
  const [creator] = done(await owner.call('listCreators', {})).data;
  const [pool] = done(await owner.call('listKeyPools', {})).data;
  const keyPool = `key-pools/${pool.pool_id}`;
  const signs = done(await owner.call('listLeakSigns', {})).data;
  const [run] = done(await owner.call('listPayoutRuns', {})).data;
  const [paid] = done(await owner.call('listPayoutRuns', { query: { status: 'paid' } })).data;
  const [claim] = done(await owner.call('listClaims', {})).data;
  const player = `players?user=${encodeURIComponent(claim.user_id)}`;
  return [
    { name: 'dashboard', path: 'dashboard' },
    { name: 'search', path: 'dashboard', act: openSearch },
    { name: 'account-menu', path: 'dashboard', act: openAccount },
    { name: 'campaigns', path: 'campaigns' },
    { name: 'calendar', path: 'campaigns/calendar' },
    { name: 'top-codes', path: 'campaigns/top-codes' },
    { name: 'top-codes-periods', path: 'campaigns/top-codes', act: pressButton('More') },
    { name: 'campaigns-menu', path: 'campaigns', act: openMenu },
    { name: 'views-menu', path: 'campaigns', act: openViews },
    { name: 'campaign-new', path: 'campaigns/new' },
    { name: 'campaign-duplicate', path: `campaigns/new?from=${running.campaign_id}` },
    { name: 'campaign', path: campaign },
    { name: 'campaign-activity', path: `${campaign}?tab=activity` },
    { name: 'campaign-edit', path: `${campaign}/edit` },
    { name: 'campaign-schedule', path: `${campaign}/schedule` },
    { name: 'bulk-codes', path: `${campaign}/bulk` },
    { name: 'code-new', path: `${campaign}/new-code` },
    { name: 'code-conditions', path: `${campaign}/new-code`, act: addCondition },
    ...['redeem', 'referral'].flatMap((type) => {
      const code = codes.find(({ code_type }: { code_type: string }) => code_type === type);
      const path = `${campaign}/codes/${code?.code_id}`;
      return code
        ? [
            { name: `code-${type}`, path },
            { name: `code-${type}-edit`, path: `${path}/edit` },
            { name: `code-${type}-activity`, path: `${path}/activity` },
          ]
        : [];
    }),
    ...LEAK_SIGN_KINDS.map((kind) => {
      const { sign_id, campaign_id, main_code_id } = signs.find((sign: { kind: string }) => sign.kind === kind);
      return { name: `leak-sign-${kind}`, path: `campaigns/${campaign_id}/codes/${main_code_id}?sign=${sign_id}` };
    }),
    { name: 'batches', path: `${campaign}?tab=batches` },
    { name: 'codes-import', path: `${campaign}/codes/import` },
    { name: 'campaign-import', path: 'campaigns/import' },
    { name: 'creators-import', path: 'creators/import' },
    { name: 'key-pools', path: 'key-pools' },
    { name: 'key-pool-new', path: 'key-pools/new' },
    { name: 'key-pool', path: keyPool },
    { name: 'key-pool-unused', path: `${keyPool}?state=unused` },
    { name: 'key-pool-key', path: `${keyPool}?state=unused`, act: pressButton(/^Show key ••••/) },
    { name: 'key-pool-edit', path: `${keyPool}/edit` },
    { name: 'key-pool-add', path: `${keyPool}/add` },
    { name: 'moderation', path: 'moderation' },
    { name: 'creators', path: 'creators' },
    { name: 'creator', path: `creators/${creator.creator_id}` },
    { name: 'creator-results', path: `creators/${creator.creator_id}?tab=results` },
    { name: 'creator-payouts', path: `creators/${creator.creator_id}?tab=payouts` },
    { name: 'creator-activity', path: `creators/${creator.creator_id}?tab=activity` },
    { name: 'creator-edit', path: `creators/${creator.creator_id}/edit` },
    { name: 'players', path: 'players' },
    { name: 'player', path: player },
    { name: 'player-timeline', path: `${player}&show=timeline` },
    { name: 'claims', path: 'players?tab=claims&receipt=any' },
    { name: 'payouts', path: 'payouts' },
    { name: 'payouts-new', path: 'payouts/new' },
    { name: 'payouts-trial', path: `payouts/trial/${running.campaign_id}` },
    { name: 'payout-run', path: `payouts/${run.run_id}` },
    { name: 'payout-run-statement', path: `payouts/${run.run_id}`, act: openDrawer },
    { name: 'payout-run-activity', path: `payouts/${run.run_id}?tab=activity` },
    { name: 'payout-run-files', path: `payouts/${run.run_id}?tab=files` },
    { name: 'payout-run-results', path: `payouts/${paid.run_id}/results` },
    { name: 'payouts-unmatched', path: 'payouts/unmatched' },
    { name: 'creator-details', path: `creators/${creator.creator_id}?tab=details` },
    { name: 'events', path: 'events' },
    { name: 'events-list', path: 'events?tab=list' },
    { name: 'event', path: 'events?tab=list', act: openDrawer },
    { name: 'events-funnel', path: `events?tab=steps&steps=${encodeURIComponent(FUNNEL)}` },
    { name: 'events-plan', path: 'events?tab=plan&game=game_1' },
    { name: 'webhooks', path: 'webhooks' },
    { name: 'webhooks-menu', path: 'webhooks', act: openMenu },
    { name: 'webhook-new', path: 'webhooks/new' },
    { name: 'deliveries', path: 'webhooks?tab=deliveries' },
    { name: 'exchange-rates', path: 'exchange-rates' },
    { name: 'exchange-rate-new', path: 'exchange-rates/new' },
    { name: 'exchange-rates-import', path: 'exchange-rates/import' },
    { name: 'jobs', path: 'jobs' },
    { name: 'mentions', path: 'mentions' },
    { name: 'api-keys', path: 'api-keys' },
    { name: 'api-keys-menu', path: 'api-keys', act: openMenu },
    { name: 'api-key-new', path: 'api-keys/new' },
    { name: 'staff', path: 'staff' },
    { name: 'staff-menu', path: 'staff', act: openMenu },
    { name: 'staff-new', path: 'staff/new' },
    { name: 'audit', path: 'audit' },
    { name: 'audit-entry', path: 'audit', act: openDrawer },
    { name: 'settings', path: 'settings' },
    { name: 'account', path: 'account' },
    { name: 'not-found', path: 'no-such-screen' },
  ];
}

/** Loads a screen and waits until it is still. */
export async function loadScreen(page: Page, url: string, state: ScreenState) {
  await page.goto(`${url}/portal/${state.path}`);
  await whenShown(page, state);
}

/** Goes to a screen without loading the Portal again. The page must not show a menu or unsaved input. */
export async function goToScreen(page: Page, state: ScreenState) {
  await page.evaluate(`new Promise((rendered) => {
    const stop = __TSR_ROUTER__.subscribe('onRendered', () => rendered(stop()));
    __TSR_ROUTER__.history.push('/portal/${state.path}');
  })`);
  await whenShown(page, state);
}

async function whenShown(page: Page, { act }: ScreenState) {
  await page.locator('#content').getByRole('heading').first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
  await act?.(page);
  await untilStill(page);
}
