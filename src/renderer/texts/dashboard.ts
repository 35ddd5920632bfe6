import { inLanguage } from './language.ts';

const english = {
  title: 'Dashboard',
  note: 'Live figures for your organisation',
  revenue: 'Revenue',
  refunded: (amount: string) => `${amount} refunded`,
  commission: 'Commission',
  claims: 'Claims',
  payments: 'Payments',
  refused: 'Failed attempts',
  refusedNote: 'last 24 hours',
  dayBefore: 'vs the previous 24 hours',
  active: 'Active campaigns',
  campaigns: {
    title: 'Campaigns',
    note: 'in this period',
    empty: 'No campaign has run in this period.',
    topCodes: 'All codes by revenue',
    footnote:
      'A campaign’s revenue comes from players who redeemed its codes. A payment can count for several campaigns, so these amounts do not add up to the total above.',
  },
  first: {
    waitTitle: 'No figures yet',
    waitText:
      'Revenue, claims and commission will appear here once players redeem codes. A colleague with the Owner or Live ops role must create the first campaign.',
  },
};

export const dashboard = await inLanguage(english, 'dashboard');
