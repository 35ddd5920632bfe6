import { inLanguage } from './language.ts';

/** The calendar of campaigns, batches and codes. */
const english = {
  title: 'Calendar',
  note: 'When players can redeem codes, in the organisation’s time zone. Dots are scheduled changes.',
  loading: 'Loading the calendar',
  previous: 'Previous month',
  present: 'This month',
  next: 'Next month',
  keys: '← and → change the month',
  none: 'Nothing in this month',
  noneText: 'No campaign runs in this month, and no batch or code has dates in it.',
  partial: 'There is more in this month than the calendar shows. Choose a game to see less.',
  until: (end: string) => `Until ${end}`,
  from: (start: string) => `From ${start}`,
  period: (start: string, end: string) => `${start} – ${end}`,
};

export const calendar = await inLanguage(english, 'calendar');
