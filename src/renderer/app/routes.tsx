import { createRootRoute, createRoute } from '@tanstack/react-router';
import {
  IconActivity,
  IconArrowsSort,
  IconCash,
  IconChartBar,
  IconChecklist,
  IconClockPlay,
  IconHistory,
  IconKey,
  IconSettings,
  IconSpeakerphone,
  IconUserQuestion,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '../components/icons.tsx';
import { NotFound } from '../components/not-found.tsx';
import type { SearchValues } from '../lib/search-values.ts';
import { texts } from '../texts/texts.ts';
import { Home } from './home.tsx';
import { RouteFault } from './route-fault.tsx';
import { dialog, lazyPage, screen } from './screen.ts';
import { Shell } from './shell.tsx';

// The screens in the order of the menu, each with its address, page, the endpoint that a role needs, and menu entry.

const campaignEditorPages = () => import('../features/campaign-editor/campaign-editor-pages.tsx');
const campaignScreens = () => import('../features/campaign/campaign-screens.ts');
const codeScreens = () => import('../features/code/code-screens.ts');
const rateScreens = () => import('../features/exchange-rates/rates-screens.ts');
const importsScreens = () => import('../features/imports/imports-screens.ts');
const keysScreens = () => import('../features/keys/keys-screens.ts');
const payoutsScreens = () => import('../features/payouts/payouts-screens.ts');
const staffScreens = () => import('../features/staff/staff-screens.ts');
const webhookEditorPages = () => import('../features/webhooks/webhook-editor-pages.tsx');

const { screens: names } = texts.shell;

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <NotFound />,
  errorComponent: RouteFault,
  validateSearch: (values: Record<string, unknown>) => values as SearchValues,
});
const home = createRoute({ getParentRoute: () => root, path: '/', component: Home });
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyPage(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

const dashboard = screen(root, '/dashboard', {
  page: lazyPage(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  needs: 'dashboard',
  menu: { group: 'main', label: names.dashboard, icon: IconChartBar },
});

const campaigns = screen(root, '/campaigns', {
  page: lazyPage(() => import('../features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  needs: 'listCampaigns',
  menu: { group: 'main', label: names.campaigns, icon: IconSpeakerphone },
});
const newCampaign = dialog(campaigns, 'new', {
  page: lazyPage(campaignEditorPages, 'NewCampaignPage'),
  needs: 'createCampaign',
});
const importCampaign = screen(root, '/campaigns/import', {
  page: lazyPage(importsScreens, 'ImportCampaignPage'),
  needs: 'importCampaign',
});
const campaign = screen(root, '/campaigns/$campaignId', {
  page: lazyPage(campaignScreens, 'CampaignPage'),
  needs: 'getCampaign',
});
const editCampaign = dialog(campaign, 'edit', {
  page: lazyPage(campaignEditorPages, 'EditCampaignPage'),
  needs: 'changeCampaign',
});
const bulkCodes = dialog(campaign, 'bulk', {
  page: lazyPage(() => import('../features/bulk-codes/bulk-codes-page.tsx'), 'BulkCodesPage'),
  needs: 'generateCodes',
});
const batch = screen(root, '/campaigns/$campaignId/batches/$batchId', {
  page: lazyPage(campaignScreens, 'BatchPage'),
  needs: 'getBatch',
});
const editBatch = dialog(batch, 'edit', { page: lazyPage(campaignScreens, 'EditBatchPage'), needs: 'changeBatch' });
const newCode = screen(root, '/campaigns/$campaignId/new-code', {
  page: lazyPage(codeScreens, 'NewCodePage'),
  needs: 'createCode',
});
const importCodes = screen(root, '/campaigns/$campaignId/codes/import', {
  page: lazyPage(importsScreens, 'ImportCodesPage'),
  needs: 'importCodes',
});
const code = screen(root, '/campaigns/$campaignId/codes/$codeId', {
  page: lazyPage(codeScreens, 'CodePage'),
  needs: 'getCode',
});
const codeFigures = screen(code, '/', { page: lazyPage(codeScreens, 'CodeFiguresPage'), needs: 'getCodeFigures' });
const editCode = screen(code, 'edit', { page: lazyPage(codeScreens, 'EditCodePage'), needs: 'getCode' });

const moderation = screen(root, '/moderation', {
  page: lazyPage(() => import('../features/moderation/moderation-page.tsx'), 'ModerationPage'),
  needs: 'decideCreatorCodes',
  menu: { group: 'main', label: names.moderation, icon: IconChecklist },
});

const creators = screen(root, '/creators', {
  page: lazyPage(() => import('../features/creators/creators-page.tsx'), 'CreatorsPage'),
  needs: 'listCreators',
  menu: { group: 'main', label: names.creators, icon: IconUsersGroup },
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
  menu: { group: 'main', label: names.players, icon: IconUserQuestion },
});

const payouts = screen(root, '/payouts', {
  page: lazyPage(() => import('../features/payouts/runs/payouts-page.tsx'), 'PayoutsPage'),
  needs: 'listPayoutRuns',
  menu: { group: 'main', label: names.payouts, icon: IconCash },
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
  menu: { group: 'main', label: names.exchangeRates, icon: IconArrowsSort },
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
  menu: { group: 'main', label: names.events, icon: IconActivity },
});

const webhooks = screen(root, '/webhooks', {
  page: lazyPage(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  needs: 'listWebhooks',
  menu: { group: 'main', label: names.webhooks, icon: IconWebhook },
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
  menu: { group: 'main', label: names.jobs, icon: IconClockPlay },
});

const apiKeys = screen(root, '/api-keys', {
  page: lazyPage(keysScreens, 'KeysPage'),
  needs: 'listApiKeys',
  menu: { group: 'account', label: names.keys, icon: IconKey },
});
const newKey = dialog(apiKeys, 'new', { page: lazyPage(keysScreens, 'NewKeyPage'), needs: 'createApiKey' });
const editKey = dialog(apiKeys, '$keyId/edit', { page: lazyPage(keysScreens, 'EditKeyPage'), needs: 'changeApiKey' });

const staff = screen(root, '/staff', {
  page: lazyPage(staffScreens, 'StaffPage'),
  needs: 'listStaff',
  menu: { group: 'account', label: names.staff, icon: IconUsers },
});
const invite = dialog(staff, 'new', { page: lazyPage(staffScreens, 'InvitePage'), needs: 'createStaff' });
const editMember = dialog(staff, '$staffId/edit', {
  page: lazyPage(staffScreens, 'EditMemberPage'),
  needs: 'changeStaff',
});

const audit = screen(root, '/audit', {
  page: lazyPage(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  needs: 'listAudit',
  menu: { group: 'account', label: names.audit, icon: IconHistory },
});
const settings = screen(root, '/settings', {
  page: lazyPage(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  needs: 'changeSettings',
  menu: { group: 'account', label: names.settings, icon: IconSettings },
});

export const routes = root.addChildren([
  home,
  dashboard,
  campaigns.addChildren([newCampaign]),
  importCampaign,
  campaign.addChildren([editCampaign, bulkCodes]),
  batch.addChildren([editBatch]),
  newCode,
  importCodes,
  code.addChildren([codeFigures, editCode]),
  moderation,
  ...ofCreators,
  players,
  ...ofPayouts,
  exchangeRates.addChildren([newRate]),
  importRates,
  events,
  webhooks.addChildren([newWebhook, editWebhook]),
  jobs,
  apiKeys.addChildren([newKey, editKey]),
  staff.addChildren([invite, editMember]),
  audit,
  settings,
  account,
]);
