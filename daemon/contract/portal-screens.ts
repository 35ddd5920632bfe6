/** The screens of the Portal by the first part of their paths, and where each is explained under /docs. */
export const HELP_PLACES = {
  dashboard: 'portal#campaigns-and-codes',
  campaigns: 'portal#campaigns-and-codes',
  'key-pools': 'portal#campaigns-and-codes',
  moderation: 'roles/moderator',
  creators: 'portal#creators-and-players',
  players: 'portal#creators-and-players',
  payouts: 'finance#the-life-of-a-run',
  'exchange-rates': 'finance#payments-in-other-currencies',
  webhooks: 'operating#webhooks',
  jobs: 'operating#scheduled-jobs',
  'api-keys': 'game-server#from-a-game-server',
  staff: 'portal#roles',
  audit: 'portal#administration',
  events: 'game-server#in-a-web-page-or-game',
  settings: 'portal#administration',
  account: 'portal#administration',
  mentions: 'portal#administration',
} as const;

export type PortalScreen = keyof typeof HELP_PLACES;
export const PORTAL_SCREENS = Object.keys(HELP_PLACES) as PortalScreen[];
