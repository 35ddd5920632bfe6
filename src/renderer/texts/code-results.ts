import { inLanguage } from './language.ts';

/** The codes with the most revenue in a period. */
const english = {
  title: 'Top codes',
  note: 'Claims and revenue for every code that players used in a period',
  code: 'Code',
  campaign: 'Campaign',
  creator: 'Creator',
  claims: 'Claims',
  payments: 'Payments',
  revenue: 'Revenue',
  refunds: 'Refunds',
  none: 'No code was used in this period',
  noneText: 'Choose another period.',
  overlap:
    'A payment counts for every redeem code that its player redeemed, so these amounts do not add up to the total revenue.',
};

export const codeResults = await inLanguage(english, 'code-results');
