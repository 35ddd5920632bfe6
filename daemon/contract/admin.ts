import { accessTokenEndpoints } from './admin/access-tokens.ts';
import { activityEndpoints } from './admin/activity.ts';
import { auditEndpoints } from './admin/audit.ts';
import { batchEndpoints } from './admin/batches.ts';
import { bulkCodeEndpoints } from './admin/bulk-codes.ts';
import { calendarEndpoints } from './admin/calendar.ts';
import { campaignFileEndpoints } from './admin/campaign-files.ts';
import { campaignResultEndpoints } from './admin/campaign-results.ts';
import { campaignEndpoints } from './admin/campaigns.ts';
import { claimEndpoints } from './admin/claims.ts';
import { codeFigureEndpoints } from './admin/code-figures.ts';
import { codeResultEndpoints } from './admin/code-results.ts';
import { codeEndpoints } from './admin/codes.ts';
import { creatorAccountEndpoints } from './admin/creator-account.ts';
import { creatorCodeEndpoints } from './admin/creator-codes.ts';
import { creatorMergeEndpoints } from './admin/creator-merges.ts';
import { creatorEndpoints } from './admin/creators.ts';
import { dashboardEndpoints } from './admin/dashboard.ts';
import { deliveryEndpoints } from './admin/deliveries.ts';
import { eventFigureEndpoints } from './admin/event-figures.ts';
import { sdkEventEndpoints } from './admin/events.ts';
import { exchangeRateEndpoints } from './admin/exchange-rates.ts';
import { gameEndpoints } from './admin/games.ts';
import { jobEndpoints } from './admin/jobs.ts';
import { keyPoolEndpoints } from './admin/key-pools.ts';
import { keyEndpoints } from './admin/keys.ts';
import { leakSignEndpoints } from './admin/leak-signs.ts';
import { ownEmailEndpoints } from './admin/own-emails.ts';
import { passkeyEndpoints } from './admin/passkeys.ts';
import { paymentEndpoints } from './admin/payments.ts';
import { payoutResultEndpoints } from './admin/payout-results.ts';
import { payoutEndpoints } from './admin/payouts.ts';
import { playerEndpoints } from './admin/players.ts';
import { scheduledChangeEndpoints } from './admin/scheduled-changes.ts';
import { searchEndpoints } from './admin/search.ts';
import { sessionEndpoints } from './admin/session.ts';
import { settingsEndpoints } from './admin/settings.ts';
import { staffEndpoints } from './admin/staff.ts';
import { tagEndpoints } from './admin/tags.ts';
import { trackingPlanEndpoints } from './admin/tracking-plan.ts';
import { viewEndpoints } from './admin/views.ts';
import { webhookEndpoints } from './admin/webhooks.ts';

export const adminEndpoints = {
  ...sessionEndpoints,
  ...ownEmailEndpoints,
  ...passkeyEndpoints,
  ...accessTokenEndpoints,
  ...staffEndpoints,
  ...viewEndpoints,
  ...auditEndpoints,
  ...activityEndpoints,
  ...campaignEndpoints,
  ...campaignFileEndpoints,
  ...calendarEndpoints,
  ...leakSignEndpoints,
  ...campaignResultEndpoints,
  ...codeResultEndpoints,
  ...codeEndpoints,
  ...codeFigureEndpoints,
  ...bulkCodeEndpoints,
  ...batchEndpoints,
  ...scheduledChangeEndpoints,
  ...keyPoolEndpoints,
  ...creatorCodeEndpoints,
  ...creatorEndpoints,
  ...creatorAccountEndpoints,
  ...creatorMergeEndpoints,
  ...playerEndpoints,
  ...claimEndpoints,
  ...searchEndpoints,
  ...dashboardEndpoints,
  ...gameEndpoints,
  ...tagEndpoints,
  ...sdkEventEndpoints,
  ...eventFigureEndpoints,
  ...trackingPlanEndpoints,
  ...exchangeRateEndpoints,
  ...paymentEndpoints,
  ...payoutEndpoints,
  ...payoutResultEndpoints,
  ...keyEndpoints,
  ...webhookEndpoints,
  ...deliveryEndpoints,
  ...settingsEndpoints,
  ...jobEndpoints,
};
