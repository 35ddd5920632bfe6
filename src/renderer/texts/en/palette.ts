/** The palette: a search over everything. */
export const palette = {
  label: 'Search everything',
  placeholder: 'Search screens, campaigns, codes, creators, players…',
  results: 'Results',
  nothing: 'Nothing found',
  searching: 'Searching…',
  failed: 'The search did not work',
  groups: {
    screens: 'Screens',
    campaigns: 'Campaigns',
    codes: 'Codes',
    creators: 'Creators',
    players: 'Players',
    runs: 'Payout runs',
    staff: 'Staff',
  },
  account: 'Password and sign-in',
  newCampaign: 'New campaign',
  findPlayer: (id: string) => `Look for the player ${id}`,
  codeOf: (creator: string) => `Code of ${creator}`,
  run: (id: number) => `Payout run ${id}`,
  runUntil: (day: string, campaign: string | null) =>
    campaign === null ? `until ${day}` : `${campaign}, until ${day}`,
  keys: { move: 'move', open: 'open', close: 'close' },
};
