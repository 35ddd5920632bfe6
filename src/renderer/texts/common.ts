import { inLanguage } from './language.ts';

/** Words that many screens use. */
const english = {
  save: 'Save',
  cancel: 'Cancel',
  edit: 'Edit',
  loading: 'Loading',
  never: 'Never',
  showMore: 'Show more',
  actionsFor: (name: string) => `Actions for ${name}`,
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
  games: {
    label: 'Games',
    all: 'All games',
    switch: 'Game',
    wrong: 'A game ID has 1–64 letters, digits or underscores',
  },
  states: {
    offline: 'No connection to the server',
    notLoaded: 'This could not be loaded',
    request: (id: string) => `Request ${id}`,
    again: 'Try again',
    lost: 'Connection lost.',
    figuresOf: (time: string) => `Figures from ${time}.`,
    notFound: 'Page not found',
    toStart: 'Go to the home page',
    noAccess: 'Your account cannot open this page',
    noAccessText: (name: string, role: string) => `You are signed in as ${name}, ${role}. An owner can change roles.`,
    noAccessGames: (name: string, role: string, games: string) =>
      `You are signed in as ${name}, ${role}, limited to ${games}. An owner can change roles and games.`,
  },
  campaignStatuses: {
    draft: 'Draft',
    scheduled: 'Scheduled',
    active: 'Active',
    paused: 'Paused',
    ended: 'Ended',
    archived: 'Archived',
  },
  payoutMethods: { paypal: 'PayPal', wise: 'Wise', bank: 'Bank transfer' },
  timeInZone: (time: string, zone: string) => `${time} in ${zone}`,
  inZone: (zone: string) => `In ${zone}`,
  noConnectionText: 'Cannot reach the server. Check that it is running and that you are online.',
  ownFault: 'Something went wrong in the Portal. Reload the page and try again.',
  notSaved: 'The file was not saved',
  answered: (status: number) => `The server responded with status ${status}.`,
  savedTo: (place: string) => `Saved to ${place}`,
  saved: (name: string) => `Saved ${name}`,
  roles: {
    owner: 'Owner',
    live_ops: 'Live ops',
    moderator: 'Moderator',
    finance: 'Finance',
    viewer: 'Viewer',
  },
};

export const common = await inLanguage(english, 'common');
