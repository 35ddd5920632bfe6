import { createRoute } from '@tanstack/react-router';
import {
  IconActivity,
  IconArrowsSort,
  IconBell,
  IconCash,
  IconChartBar,
  IconChecklist,
  IconClockPlay,
  IconHistory,
  IconKey,
  IconSettings,
  IconUserQuestion,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '../components/first-icons.tsx';
import { texts } from '../texts/texts.ts';
import { ofCampaigns } from './campaign-routes.ts';
import { Home } from './home.tsx';
import { ofKeyPools } from './key-pool-routes.ts';
import { root } from './root-route.tsx';
import { dialog, lazyPage, screen } from './screen.ts';

// The screens in the order of the menu, each with its address, its page, its menu entry and the endpoint that the
// user's role must be allowed to call.

const rateScreens = () => import('../features/exchange-rates/rates-screens.ts');
const importsScreens = () => import('../features/imports/imports-screens.ts');
const keysScreens = () => import('../features/keys/keys-screens.ts');
const payoutsScreens = () => import('../features/payouts/payouts-screens.ts');
const staffScreens = () => import('../features/staff/staff-screens.ts');
const webhookEditorPages = () => import('../features/webhooks/webhook-editor-pages.tsx');

const { screens: names } = texts.shell;

const home = createRoute({ getParentRoute: () => root, path: '/', component: Home });
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyPage(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

const dashboard = screen(root, '/dashboard', {
  page: lazyPage(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  needs: 'dashboard',
  menu: { group: 'main', label: names.dashboard, goKey: 'd', icon: IconChartBar },
});

const moderation = screen(root, '/moderation', {
  page: lazyPage(() => import('../features/moderation/moderation-page.tsx'), 'ModerationPage'),
  needs: 'decideCreatorCodes',
  menu: { group: 'main', label: names.moderation, goKey: 'm', icon: IconChecklist },
});

const creators = screen(root, '/creators', {
  page: lazyPage(() => import('../features/creators/creators-page.tsx'), 'CreatorsPage'),
  needs: 'listCreators',
  menu: { group: 'main', label: names.creators, goKey: 'r', icon: IconUsersGroup },
});
const importCreators = screen(root, '/creators/import', {
  page: lazyPage(importsScreens, 'ImportCreatorsPage'),
  needs: 'importCreators',
});
const creator = screen(root, '/creators/$creatorId', {
  page: lazyPage(() => import('../features/creator/creator-page.tsx'), 'CreatorPage'),
  needs: 'getCreator',
});
const editCreator = dialog(creator, 'edit', {
  page: lazyPage(() => import('../features/creator/edit-creator-page.tsx'), 'EditCreatorPage'),
  needs: 'changeCreator',
});
const ofCreators = [creators, importCreators, creator.addChildren([editCreator])] as const;

const players = screen(root, '/players', {
  page: lazyPage(() => import('../features/players/players-page.tsx'), 'PlayersPage'),
  needs: 'getPlayer',
  menu: { group: 'main', label: names.players, goKey: 'p', icon: IconUserQuestion },
});

const payouts = screen(root, '/payouts', {
  page: lazyPage(() => import('../features/payouts/runs/payouts-page.tsx'), 'PayoutsPage'),
  needs: 'listPayoutRuns',
  menu: { group: 'main', label: names.payouts, goKey: 'o', icon: IconCash },
});
const newRun = screen(root, '/payouts/new', { page: lazyPage(payoutsScreens, 'DryRunPage'), needs: 'createPayoutRun' });
const tiersTrial = screen(root, '/payouts/trial/$campaignId', {
  page: lazyPage(payoutsScreens, 'TrialPage'),
  needs: 'dryRunPayouts',
});
const unmatched = screen(root, '/payouts/unmatched', {
  page: lazyPage(() => import('../features/payouts/unmatched/unmatched-page.tsx'), 'UnmatchedPage'),
  needs: 'listUnmatchedPayments',
});
const run = screen(root, '/payouts/$runId', { page: lazyPage(payoutsScreens, 'RunPage'), needs: 'getPayoutRun' });
const importResults = screen(root, '/payouts/$runId/results', {
  page: lazyPage(() => import('../features/payouts/results/import-results-page.tsx'), 'ImportResultsPage'),
  needs: 'importPayoutResults',
});
const ofPayouts = [payouts, newRun, tiersTrial, unmatched, run, importResults] as const;

const exchangeRates = screen(root, '/exchange-rates', {
  page: lazyPage(rateScreens, 'RatesPage'),
  needs: 'listExchangeRates',
  menu: { group: 'main', label: names.exchangeRates, goKey: 'x', icon: IconArrowsSort },
});
const newRate = dialog(exchangeRates, 'new', {
  page: lazyPage(rateScreens, 'NewRatePage'),
  needs: 'createExchangeRate',
});
const importRates = screen(root, '/exchange-rates/import', {
  page: lazyPage(importsScreens, 'ImportRatesPage'),
  needs: 'importExchangeRates',
});

const events = screen(root, '/events', {
  page: lazyPage(() => import('../features/events/events-page.tsx'), 'EventsPage'),
  needs: 'listEvents',
  menu: { group: 'main', label: names.events, goKey: 'e', icon: IconActivity },
});

const webhooks = screen(root, '/webhooks', {
  page: lazyPage(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  needs: 'listWebhooks',
  menu: { group: 'main', label: names.webhooks, goKey: 'w', icon: IconWebhook },
});
const newWebhook = dialog(webhooks, 'new', {
  page: lazyPage(webhookEditorPages, 'NewWebhookPage'),
  needs: 'createWebhook',
});
const editWebhook = dialog(webhooks, '$webhookId/edit', {
  page: lazyPage(webhookEditorPages, 'EditWebhookPage'),
  needs: 'changeWebhook',
});

const jobs = screen(root, '/jobs', {
  page: lazyPage(() => import('../features/jobs/jobs-page.tsx'), 'JobsPage'),
  needs: 'listJobs',
  menu: { group: 'main', label: names.jobs, goKey: 'j', icon: IconClockPlay },
});

const apiKeys = screen(root, '/api-keys', {
  page: lazyPage(keysScreens, 'KeysPage'),
  needs: 'listApiKeys',
  menu: { group: 'account', label: names.keys, goKey: 'a', icon: IconKey },
});
const newKey = dialog(apiKeys, 'new', { page: lazyPage(keysScreens, 'NewKeyPage'), needs: 'createApiKey' });
const editKey = dialog(apiKeys, '$keyId/edit', { page: lazyPage(keysScreens, 'EditKeyPage'), needs: 'changeApiKey' });

const staff = screen(root, '/staff', {
  page: lazyPage(staffScreens, 'StaffPage'),
  needs: 'listStaff',
  menu: { group: 'account', label: names.staff, goKey: 's', icon: IconUsers },
});
const invite = dialog(staff, 'new', { page: lazyPage(staffScreens, 'InvitePage'), needs: 'createStaff' });
const editMember = dialog(staff, '$staffId/edit', {
  page: lazyPage(staffScreens, 'EditMemberPage'),
  needs: 'changeStaff',
});

const mentions = screen(root, '/mentions', {
  page: lazyPage(() => import('../features/mentions/mentions-page.tsx'), 'MentionsPage'),
  needs: 'listMentions',
  menu: { group: 'main', label: names.mentions, goKey: 'n', icon: IconBell },
});

const audit = screen(root, '/audit', {
  page: lazyPage(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  needs: 'listAudit',
  menu: { group: 'account', label: names.audit, goKey: 'l', icon: IconHistory },
});

const settings = screen(root, '/settings', {
  page: lazyPage(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  needs: 'changeSettings',
  menu: { group: 'account', label: names.settings, goKey: 't', icon: IconSettings },
});

export const routes = root.addChildren([
  home,
  dashboard,
  ...ofCampaigns,
  ...ofKeyPools,
  moderation,
  ...ofCreators,
  players,
  ...ofPayouts,
  exchangeRates.addChildren([newRate]),
  importRates,
  events,
  webhooks.addChildren([newWebhook, editWebhook]),
  jobs,
  mentions,
  apiKeys.addChildren([newKey, editKey]),
  staff.addChildren([invite, editMember]),
  audit,
  settings,
  account,
]);
