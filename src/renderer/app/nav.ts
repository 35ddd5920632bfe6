import {
  IconCash,
  IconChartBar,
  IconChecklist,
  IconClockPlay,
  IconSettings,
  IconSpeakerphone,
  IconUserQuestion,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { EndpointName } from '../../../daemon/contract/contract.ts';
import { texts } from '../texts/texts.ts';

const { screens } = texts.shell;

/** The entries of the menu, each with the endpoint that the user's role must be allowed to call to see it. */
export const NAV = [
  { to: '/dashboard', label: screens.dashboard, icon: IconChartBar, needs: 'dashboard' as EndpointName },
  { to: '/campaigns', label: screens.campaigns, icon: IconSpeakerphone, needs: 'listCampaigns' as EndpointName },
  { to: '/moderation', label: screens.moderation, icon: IconChecklist, needs: 'decideCreatorCodes' as EndpointName },
  { to: '/creators', label: screens.creators, icon: IconUsers, needs: 'listCreators' as EndpointName },
  { to: '/players', label: screens.players, icon: IconUserQuestion, needs: 'getPlayer' as EndpointName },
  { to: '/payouts', label: screens.payouts, icon: IconCash, needs: 'listPayoutRuns' as EndpointName },
  { to: '/webhooks', label: screens.webhooks, icon: IconWebhook, needs: 'listWebhooks' as EndpointName },
  { to: '/jobs', label: screens.jobs, icon: IconClockPlay, needs: 'listJobs' as EndpointName },
  { to: '/settings', label: screens.settings, icon: IconSettings, needs: 'changeSettings' as EndpointName },
] as const;
