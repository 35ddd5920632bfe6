import type { EndpointName } from '../../../daemon/contract/contract.ts';
import {
  IconActivity,
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
import { texts } from '../texts/texts.ts';

const { screens } = texts.shell;

interface NavEntry {
  to: string;
  label: string;
  icon: typeof IconCash;
  /** The endpoint that the user's role must be allowed to call to see the entry. */
  needs: EndpointName;
}

/** The entries of the menu; those of the account stand under a heading of their own. */
export const NAV: readonly NavEntry[] = [
  { to: '/dashboard', label: screens.dashboard, icon: IconChartBar, needs: 'dashboard' },
  { to: '/campaigns', label: screens.campaigns, icon: IconSpeakerphone, needs: 'listCampaigns' },
  { to: '/moderation', label: screens.moderation, icon: IconChecklist, needs: 'decideCreatorCodes' },
  { to: '/creators', label: screens.creators, icon: IconUsersGroup, needs: 'listCreators' },
  { to: '/players', label: screens.players, icon: IconUserQuestion, needs: 'getPlayer' },
  { to: '/payouts', label: screens.payouts, icon: IconCash, needs: 'listPayoutRuns' },
  { to: '/events', label: screens.events, icon: IconActivity, needs: 'listEvents' },
  { to: '/webhooks', label: screens.webhooks, icon: IconWebhook, needs: 'listWebhooks' },
  { to: '/jobs', label: screens.jobs, icon: IconClockPlay, needs: 'listJobs' },
];
export const ACCOUNT_NAV: readonly NavEntry[] = [
  { to: '/api-keys', label: screens.keys, icon: IconKey, needs: 'listApiKeys' },
  { to: '/staff', label: screens.staff, icon: IconUsers, needs: 'listStaff' },
  { to: '/audit', label: screens.audit, icon: IconHistory, needs: 'listAudit' },
  { to: '/settings', label: screens.settings, icon: IconSettings, needs: 'changeSettings' },
];
