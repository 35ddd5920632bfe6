import {
  IconCash,
  IconChartBar,
  IconChecklist,
  IconClockPlay,
  IconSettings,
  IconSpeakerphone,
  IconWebhook,
} from '@tabler/icons-react';
import type { EndpointName } from '../../../daemon/contract/contract.ts';

/** The entries of the menu, each with the endpoint that the user's role must be allowed to call to see it. */
export const NAV = [
  { to: '/dashboard', label: 'Dashboard', icon: IconChartBar, needs: 'dashboard' as EndpointName },
  { to: '/campaigns', label: 'Campaigns', icon: IconSpeakerphone, needs: 'listCampaigns' as EndpointName },
  { to: '/moderation', label: 'Moderation', icon: IconChecklist, needs: 'decideCreatorCodes' as EndpointName },
  { to: '/payouts', label: 'Payouts', icon: IconCash, needs: 'listPayoutRuns' as EndpointName },
  { to: '/webhooks', label: 'Webhooks', icon: IconWebhook, needs: 'listWebhooks' as EndpointName },
  { to: '/jobs', label: 'Jobs', icon: IconClockPlay, needs: 'listJobs' as EndpointName },
  { to: '/settings', label: 'Settings', icon: IconSettings, needs: 'changeSettings' as EndpointName },
] as const;
