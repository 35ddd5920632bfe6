import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFound } from '../components/not-found.tsx';
import { AccountPage } from '../features/account/account-page.tsx';
import { BulkCodesPage } from '../features/bulk-codes/bulk-codes-page.tsx';
import { CampaignPage } from '../features/campaign/campaign-page.tsx';
import { EditCampaignPage, NewCampaignPage } from '../features/campaign-editor/campaign-editor-pages.tsx';
import { CampaignsPage } from '../features/campaigns/campaigns-page.tsx';
import { CodePage, NewCodePage } from '../features/code-editor/code-editor-pages.tsx';
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
import { JobsPage } from '../features/jobs/jobs-page.tsx';
import { ModerationPage } from '../features/moderation/moderation-page.tsx';
import { DryRunPage } from '../features/payouts/dry-run-page.tsx';
import { PayoutsPage } from '../features/payouts/payouts-page.tsx';
import { RunPage } from '../features/payouts/run-page.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { EditWebhookPage, NewWebhookPage } from '../features/webhooks/webhook-editor-pages.tsx';
import { WebhooksPage } from '../features/webhooks/webhooks-page.tsx';
import { useMay } from '../lib/session.ts';
import { guarded, guardedDialog } from './guarded.tsx';
import { NAV } from './nav.ts';
import { RouteFault } from './route-fault.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: () => <NotFound />, errorComponent: RouteFault });
const route = (path: string, component: () => ReactNode, parent: AnyRoute = root) =>
  createRoute({ getParentRoute: () => parent, path, component });

// Dialogs are child routes, so that the screen below a dialog stays as it was.
const campaigns = route('/campaigns', guarded(CampaignsPage, 'listCampaigns'));
const campaign = route('/campaigns/$campaignId', guarded(CampaignPage, 'getCampaign'));
const webhooks = route('/webhooks', guarded(WebhooksPage, 'listWebhooks'));
const tree = root.addChildren([
  route('/', Home),
  route('/dashboard', guarded(DashboardPage, 'dashboard')),
  campaigns.addChildren([route('new', guardedDialog(NewCampaignPage, 'createCampaign'), campaigns)]),
  campaign.addChildren([
    route('edit', guardedDialog(EditCampaignPage, 'changeCampaign'), campaign),
    route('bulk', guardedDialog(BulkCodesPage, 'generateCodes'), campaign),
  ]),
  route('/campaigns/$campaignId/new-code', guarded(NewCodePage, 'createCode')),
  route('/campaigns/$campaignId/codes/$codeId', guarded(CodePage, 'getCode')),
  route('/moderation', guarded(ModerationPage, 'decideCreatorCodes')),
  route('/payouts', guarded(PayoutsPage, 'listPayoutRuns')),
  route('/payouts/new', guarded(DryRunPage, 'createPayoutRun')),
  route('/payouts/$runId', guarded(RunPage, 'getPayoutRun')),
  webhooks.addChildren([
    route('new', guardedDialog(NewWebhookPage, 'createWebhook'), webhooks),
    route('$webhookId/edit', guardedDialog(EditWebhookPage, 'changeWebhook'), webhooks),
  ]),
  route('/jobs', guarded(JobsPage, 'listJobs')),
  route('/settings', guarded(SettingsPage, 'changeSettings')),
  route('/account', AccountPage),
]);

/** The daemon serves the Portal under /portal, the desktop app at its own root. */
const basepath = location.pathname.startsWith('/portal') ? '/portal' : '/';

/** The router keeps search values as text; the screens parse them (`useParsedSearch`). */
export const createPortalRouter = () =>
  createRouter({
    routeTree: tree,
    basepath,
    defaultPreload: false,
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
  });

/** Sends each role to the first screen of its menu. */
function Home() {
  const may = useMay();
  const first = NAV.find(({ needs }) => may(needs));
  return <Navigate to={first?.to ?? '/account'} replace />;
}
