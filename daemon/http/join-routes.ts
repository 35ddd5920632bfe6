import type { Environment } from '../contract/environment.ts';
import type { Routes } from '../contract/route.ts';
import type { Database } from '../db/database.ts';
import type { RateBook } from '../domain/exchange-rates.ts';
import type { Network } from '../domain/reachable-addresses.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { activityRoutes } from '../features/activity/activity-routes.ts';
import { analyticsRoutes } from '../features/analytics/analytics-routes.ts';
import { auditRoutes } from '../features/audit/audit-routes.ts';
import { bulkCodeRoutes } from '../features/bulk-codes/bulk-codes-routes.ts';
import { calendarRoutes } from '../features/calendar/calendar-routes.ts';
import { campaignFileRoutes } from '../features/campaign-files/campaign-files-routes.ts';
import { campaignResultRoutes } from '../features/campaign-results/campaign-results-routes.ts';
import { campaignRoutes } from '../features/campaigns/campaigns-routes.ts';
import { claimRoutes } from '../features/claims/claims-routes.ts';
import { codeResultRoutes } from '../features/code-results/code-results-routes.ts';
import { codeRoutes } from '../features/codes/codes-routes.ts';
import { creatorAccessRoutes } from '../features/creator-access/creator-access-routes.ts';
import { creatorCodeRoutes } from '../features/creator-codes/creator-codes-routes.ts';
import { creatorMergeRoutes } from '../features/creator-merges/creator-merges-routes.ts';
import { creatorRoutes } from '../features/creators/creators-routes.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard-routes.ts';
import type { ReadDashboard } from '../features/dashboard/read-dashboard.ts';
import { deliveryRoutes } from '../features/deliveries/deliveries-routes.ts';
import { exchangeRateRoutes } from '../features/exchange-rates/exchange-rates-routes.ts';
import type { NoteMissingRate } from '../features/exchange-rates/note-missing-rate.ts';
import { gameRoutes } from '../features/game-access/games-routes.ts';
import { type JobRouteParts, jobRoutes } from '../features/jobs/jobs-routes.ts';
import { keyPoolRoutes } from '../features/key-pools/key-pools-routes.ts';
import { keyRoutes } from '../features/keys/keys-routes.ts';
import { leaderboardRoutes } from '../features/leaderboards/leaderboards-routes.ts';
import { leakSignRoutes } from '../features/leak-signs/leak-signs-routes.ts';
import { gameEventRoutes } from '../features/payments/game-event-routes.ts';
import { paymentRoutes } from '../features/payments/payment-routes.ts';
import { payoutDetailRoutes } from '../features/payout-details/payout-details-routes.ts';
import { ownStatementRoutes } from '../features/payouts/own-statements-routes.ts';
import { payoutRoutes } from '../features/payouts/payouts-routes.ts';
import { payoutResultRoutes } from '../features/payouts/results/results-routes.ts';
import { playerRoutes } from '../features/players/players-routes.ts';
import { redemptionRoutes } from '../features/redemptions/redemption-routes.ts';
import { scheduledChangeRoutes } from '../features/scheduled-changes/scheduled-changes-routes.ts';
import type { EventReports } from '../features/sdk-events/run-reports.ts';
import { sdkEventRoutes } from '../features/sdk-events/sdk-event-routes.ts';
import { searchRoutes } from '../features/search/search-routes.ts';
import { getPaymentSettings } from '../features/settings/currency-store.ts';
import { settingsRoutes } from '../features/settings/settings-routes.ts';
import { companyRoutes } from '../features/staff/company/company-routes.ts';
import type { Provider } from '../features/staff/company/provider.ts';
import { passkeyRoutes } from '../features/staff/passkeys/passkeys-routes.ts';
import { staffRoutes } from '../features/staff/staff-routes.ts';
import { tokenRoutes } from '../features/staff/tokens/tokens-routes.ts';
import { tagRoutes } from '../features/tags/tags-routes.ts';
import type { PlanBook } from '../features/tracking-plan/plan-book.ts';
import { trackingPlanRoutes } from '../features/tracking-plan/tracking-plan-routes.ts';
import { viewRoutes } from '../features/views/views-routes.ts';
import type { Post } from '../features/webhooks/test-webhook.ts';
import { webhookRoutes } from '../features/webhooks/webhooks-routes.ts';
import { ownEmailRoutes } from '../features/weekly-reports/weekly-reports-routes.ts';
import type { HotBatches } from '../hot/hot-batches.ts';
import type { Background } from '../lib/background.ts';
import type { Clock } from '../lib/clock.ts';
import type { FreshCopy } from '../lib/fresh-copy.ts';
import type { SecretKey } from '../lib/keyed.ts';

/** The parts that the features' routes need. */
export interface RouteParts extends JobRouteParts {
  db: Database;
  clock: Clock;
  readDashboard: ReadDashboard;
  secretKey: SecretKey;
  publicUrl: () => string;
  environment: Environment;
  hot: Omit<HotBatches, 'idle'>;
  keysChanged: () => void;
  rates: FreshCopy<RateBook>;
  noteMissingRate: NoteMissingRate;
  trackingPlans: PlanBook;
  jobStarted: () => void;
  stopping: AbortSignal;
  opened: readonly Network[];
  post: Post;
  mailReady: boolean;
  background: Background;
  provider: Provider | null;
  reports: EventReports;
  eventLog: EventLog | null;
}

/** Joins the routes. It does not compile if an API endpoint of the contract has no route. */
export const joinRoutes = (parts: RouteParts): Routes => ({
  ...campaignRoutes(parts),
  ...campaignFileRoutes(parts),
  ...calendarRoutes(parts),
  ...codeRoutes(parts),
  ...bulkCodeRoutes(parts),
  ...scheduledChangeRoutes(parts),
  ...keyPoolRoutes(parts),
  ...leaderboardRoutes(parts),
  ...leakSignRoutes(parts),
  ...campaignResultRoutes(parts),
  ...codeResultRoutes(parts),
  ...creatorCodeRoutes(parts),
  ...creatorRoutes(parts),
  ...playerRoutes(parts),
  ...claimRoutes(parts),
  ...searchRoutes(parts),
  ...dashboardRoutes(parts),
  ...gameRoutes(parts),
  ...tagRoutes(parts),
  ...sdkEventRoutes(parts),
  ...trackingPlanRoutes(parts),
  ...paymentRoutes(parts),
  ...payoutRoutes(parts),
  ...payoutDetailRoutes(parts),
  ...ownStatementRoutes(parts),
  ...payoutResultRoutes(parts),
  ...keyRoutes(parts),
  ...webhookRoutes(parts),
  ...deliveryRoutes(parts),
  ...creatorAccessRoutes(parts),
  ...creatorMergeRoutes(parts),
  ...passkeyRoutes(parts),
  ...tokenRoutes(parts),
  ...staffRoutes(parts),
  ...companyRoutes(parts),
  ...ownEmailRoutes(parts),
  ...viewRoutes(parts),
  ...auditRoutes(parts),
  ...activityRoutes(parts),
  ...settingsRoutes(parts),
  ...jobRoutes(parts),
  ...redemptionRoutes(parts),
  ...exchangeRateRoutes(parts),
  ...gameEventRoutes({ ...parts, readSettings: () => parts.db.read(getPaymentSettings) }),
  ...analyticsRoutes(parts),
});
