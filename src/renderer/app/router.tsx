import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  type RouteComponent,
  stringifySearchWith,
} from '@tanstack/react-router';
import { NotFound } from '../components/not-found.tsx';
import { BASE_PATH } from '../lib/base-path.ts';
import { useMay } from '../lib/session.ts';
import { guarded, guardedDialog } from './guarded.tsx';
import { ACCOUNT_NAV, NAV } from './nav.ts';
import { RouteFault } from './route-fault.tsx';
import {
  AccountPage,
  AuditPage,
  BatchPage,
  BulkCodesPage,
  CampaignPage,
  CampaignsPage,
  CodeFiguresPage,
  CodePage,
  CreatorPage,
  CreatorsPage,
  DashboardPage,
  DryRunPage,
  EditCampaignPage,
  EditCodePage,
  EditCreatorPage,
  EditKeyPage,
  EditMemberPage,
  EditWebhookPage,
  EventsPage,
  ImportCampaignPage,
  ImportCodesPage,
  ImportCreatorsPage,
  InvitePage,
  JobsPage,
  KeysPage,
  ModerationPage,
  NewCampaignPage,
  NewCodePage,
  NewKeyPage,
  NewWebhookPage,
  PayoutsPage,
  PlayersPage,
  RunPage,
  SettingsPage,
  StaffPage,
  UnmatchedPage,
  WebhooksPage,
} from './screens.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: () => <NotFound />, errorComponent: RouteFault });
const route = (path: string, component: RouteComponent, parent: AnyRoute = root) =>
  createRoute({ getParentRoute: () => parent, path, component });

// Dialogs are child routes, so that the screen below a dialog stays as it was.
const campaigns = route('/campaigns', guarded(CampaignsPage, 'listCampaigns'));
const campaign = route('/campaigns/$campaignId', guarded(CampaignPage, 'getCampaign'));
const code = route('/campaigns/$campaignId/codes/$codeId', guarded(CodePage, 'getCode'));
const creator = route('/creators/$creatorId', guarded(CreatorPage, 'getCreator'));
const webhooks = route('/webhooks', guarded(WebhooksPage, 'listWebhooks'));
const apiKeys = route('/api-keys', guarded(KeysPage, 'listApiKeys'));
const staff = route('/staff', guarded(StaffPage, 'listStaff'));
const tree = root.addChildren([
  route('/', Home),
  route('/dashboard', guarded(DashboardPage, 'dashboard')),
  campaigns.addChildren([route('new', guardedDialog(NewCampaignPage, 'createCampaign'), campaigns)]),
  campaign.addChildren([
    route('edit', guardedDialog(EditCampaignPage, 'changeCampaign'), campaign),
    route('bulk', guardedDialog(BulkCodesPage, 'generateCodes'), campaign),
  ]),
  route('/campaigns/$campaignId/new-code', guarded(NewCodePage, 'createCode')),
  route('/campaigns/import', guarded(ImportCampaignPage, 'importCampaign')),
  route('/campaigns/$campaignId/codes/import', guarded(ImportCodesPage, 'importCodes')),
  route('/campaigns/$campaignId/batches/$batchId', guarded(BatchPage, 'getBatch')),
  code.addChildren([
    route('/', guarded(CodeFiguresPage, 'getCodeFigures'), code),
    route('edit', guarded(EditCodePage, 'getCode'), code),
  ]),
  route('/moderation', guarded(ModerationPage, 'decideCreatorCodes')),
  route('/creators', guarded(CreatorsPage, 'listCreators')),
  route('/creators/import', guarded(ImportCreatorsPage, 'importCreators')),
  creator.addChildren([route('edit', guardedDialog(EditCreatorPage, 'changeCreator'), creator)]),
  route('/players', guarded(PlayersPage, 'getPlayer')),
  route('/payouts', guarded(PayoutsPage, 'listPayoutRuns')),
  route('/payouts/new', guarded(DryRunPage, 'createPayoutRun')),
  route('/payouts/unmatched', guarded(UnmatchedPage, 'listUnmatchedPayments')),
  route('/payouts/$runId', guarded(RunPage, 'getPayoutRun')),
  webhooks.addChildren([
    route('new', guardedDialog(NewWebhookPage, 'createWebhook'), webhooks),
    route('$webhookId/edit', guardedDialog(EditWebhookPage, 'changeWebhook'), webhooks),
  ]),
  route('/jobs', guarded(JobsPage, 'listJobs')),
  apiKeys.addChildren([
    route('new', guardedDialog(NewKeyPage, 'createApiKey'), apiKeys),
    route('$keyId/edit', guardedDialog(EditKeyPage, 'changeApiKey'), apiKeys),
  ]),
  staff.addChildren([
    route('new', guardedDialog(InvitePage, 'createStaff'), staff),
    route('$staffId/edit', guardedDialog(EditMemberPage, 'changeStaff'), staff),
  ]),
  route('/audit', guarded(AuditPage, 'listAudit')),
  route('/events', guarded(EventsPage, 'listEvents')),
  route('/settings', guarded(SettingsPage, 'changeSettings')),
  route('/account', AccountPage),
]);

/** The router keeps search values as text; the screens parse them (`useParsedSearch`). */
export const createPortalRouter = () =>
  createRouter({
    routeTree: tree,
    basepath: BASE_PATH || '/',
    defaultPreload: false,
    // The router's own reading would make a number of `q=2026` and a boolean of `true`.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: stringifySearchWith(String),
  });

/** Sends each role to the first screen of its menu. */
function Home() {
  const may = useMay();
  const first = [...NAV, ...ACCOUNT_NAV].find(({ needs }) => may(needs));
  return <Navigate to={first?.to ?? '/account'} replace />;
}
