import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Navigate,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../components/states.tsx';
import { AccountPage } from '../features/account/account-page.tsx';
import { BulkCodesPage } from '../features/bulk-codes/bulk-codes-page.tsx';
import { CampaignPage } from '../features/campaign/campaign-page.tsx';
import { EditCampaignPage, NewCampaignPage } from '../features/campaign-editor/campaign-editor-pages.tsx';
import { CampaignsPage } from '../features/campaigns/campaigns-page.tsx';
import { CodePage, NewCodePage } from '../features/code-editor/code-editor-pages.tsx';
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
import { ModerationPage } from '../features/moderation/moderation-page.tsx';
import { useMay } from '../lib/session.ts';
import { NAV } from './nav.ts';
import { RouteFault } from './route-fault.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: RouteFault });
const route = (path: string, component: () => ReactNode, parent: AnyRoute = root) =>
  createRoute({ getParentRoute: () => parent, path, component });

// Dialogs are children: what they stand over stays as it was.
const campaigns = route('/campaigns', CampaignsPage);
const campaign = route('/campaigns/$campaignId', CampaignPage);
const tree = root.addChildren([
  route('/', Home),
  route('/dashboard', DashboardPage),
  campaigns.addChildren([route('new', NewCampaignPage, campaigns)]),
  campaign.addChildren([route('edit', EditCampaignPage, campaign), route('bulk', BulkCodesPage, campaign)]),
  route('/campaigns/$campaignId/new-code', NewCodePage),
  route('/campaigns/$campaignId/codes/$codeId', CodePage),
  route('/moderation', ModerationPage),
  route('/account', AccountPage),
]);

/** The daemon serves the Portal under /portal, the desktop app at its own root. */
const basepath = location.pathname.startsWith('/portal') ? '/portal' : '/';

/** An address's values are text, whatever they look like; the screens read them (`useParsedSearch`). */
export const createPortalRouter = () =>
  createRouter({
    routeTree: tree,
    basepath,
    defaultPreload: false,
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
  });

/** Where each role starts: the first screen of its menu. */
function Home() {
  const may = useMay();
  const first = NAV.find(({ needs }) => may(needs));
  return <Navigate to={first?.to ?? '/account'} replace />;
}

function NotFound() {
  return (
    <EmptyState
      icon={<IconMapOff size={26} />}
      title="There is no such page"
      action={
        <Button component={Link} to="/" variant="default">
          Go to the start
        </Button>
      }
    />
  );
}
