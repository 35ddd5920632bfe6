import { inLanguage } from './language.ts';

/** The frame around every screen: menu, account, the sentences for what is missing. */
const english = {
  skip: 'Skip to content',
  menu: 'Menu',
  closeMenu: 'Close the menu',
  mainMenu: 'Main',
  searchAll: 'Search everything',
  waiting: (count: number) => `${count} waiting`,
  unseen: (count: number) => `${count} new`,
  groups: { account: 'Administration' },
  screens: {
    dashboard: 'Dashboard',
    campaigns: 'Campaigns',
    keyPools: 'Key pools',
    moderation: 'Moderation',
    creators: 'Creators',
    players: 'Players',
    payouts: 'Payouts',
    exchangeRates: 'Exchange rates',
    events: 'SDK events',
    webhooks: 'Webhooks',
    jobs: 'Jobs',
    mentions: 'Mentions',
    keys: 'API keys',
    staff: 'Staff',
    audit: 'Audit log',
    settings: 'Settings',
  },
  accountOf: 'Account:',
  scheme: 'Colour scheme',
  schemes: { light: 'Light', dark: 'Dark', auto: 'System' },
  language: 'Language',
  password: 'Password and sign-in',
  shortcuts: 'Keyboard shortcuts',
  changeServer: 'Change server',
  signOut: 'Sign out',
  signInAgain: 'Sign in again',
  oneMoreStep: 'One more step',
  leave: {
    title: 'Leave without saving?',
    text: 'Your unsaved changes will be lost.',
    confirm: 'Leave',
    cancel: 'Stay',
  },
};

export const shell = await inLanguage(english, 'shell');
