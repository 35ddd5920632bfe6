import { inLanguage } from './language.ts';

/** The palette: a search over everything. */
const english = {
  label: 'Search everything',
  placeholder: 'Search screens, actions, campaigns, codes, creators, players…',
  results: 'Results',
  nothing: 'Nothing found',
  searching: 'Searching…',
  failed: 'The search failed',
  groups: {
    recent: 'Recently opened',
    actions: 'Actions',
    similar: 'Did you mean',
    screens: 'Screens',
    campaigns: 'Campaigns',
    codes: 'Codes',
    creators: 'Creators',
    players: 'Players',
    runs: 'Payout runs',
    staff: 'Staff',
  },
  account: 'Password and sign-in',
  actions: {
    campaign: 'New campaign',
    importCampaign: 'Import campaign',
    keyPool: 'New key pool',
    topCodes: 'Top codes',
    calendar: 'Calendar',
    importCreators: 'Import creators',
    run: 'New payout run',
    key: 'New API key',
    webhook: 'New webhook endpoint',
    person: 'Invite a person',
    shortcuts: 'Keyboard shortcuts',
  },
  schemes: { light: 'Light theme', dark: 'Dark theme', auto: 'System theme' },
  signOut: 'Sign out',
  findPlayer: (id: string) => `Open player “${id}”`,
  codeOf: (creator: string) => `${creator}’s code`,
  run: (id: number) => `Payout run ${id}`,
  runUntil: (day: string, campaign: string | null) =>
    campaign === null ? `until ${day}` : `${campaign}, until ${day}`,
  keys: { move: 'move', open: 'open', close: 'close' },
};

export const palette = await inLanguage(english, 'palette');
