import { plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** A trial of other commission tiers on past payments, for campaigns and payouts. */
const english = {
  tab: 'Try other tiers',
  title: 'Try other tiers on the last 90 days',
  note: 'See what each creator would have earned. Nothing is saved: the campaign’s tiers and all payouts stay the same.',
  help: 'The highest tier that a creator has reached applies to all their revenue since the start of the period. Earlier revenue keeps its tiers, but counts towards the next tier. Creators with a custom percentage keep it.',
  from: 'From',
  to: 'To',
  timeMissing: 'Enter a date and time',
  afterStart: 'The end must be after the start',
  submit: 'Try tiers',
  reset: 'Reset tiers',
  first: 'These are the stored amounts. Change the tiers and select “Try tiers”.',
  outdated: 'The form has changed since these amounts were calculated. Select “Try tiers” to update the amounts.',
  tried: 'The amounts below use the tiers in the form.',
  loading: 'Loading the tiers',
  list: 'Commission by creator',
  revenue: 'Revenue in the period',
  commission: 'Stored commission',
  trial: 'With these tiers',
  difference: 'Difference',
  creator: 'Creator',
  creators: (count: number) => plural(count, 'creator'),
  empty: 'No commission in this period',
  emptyText: 'No payment in this period counts for a creator in the campaign. Choose an earlier start.',
};

export const tiersTrial = await inLanguage(english, 'tiers-trial');
