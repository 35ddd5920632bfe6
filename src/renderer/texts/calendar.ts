import { inLanguage } from './language.ts';

/** The calendar of campaigns, batches and codes. */
const english = {
  title: 'Calendar',
  note: 'When players can redeem codes, in the organisation’s time zone. Dots mark scheduled changes.',
  loading: 'Loading the calendar',
  previous: 'Previous month',
  present: 'This month',
  next: 'Next month',
  keys: '← and → change the month',
  none: 'Nothing in the month shown',
  noneText: 'No campaigns run in the month shown, and no batches or codes have dates in it.',
  partial: 'The calendar cannot show everything in the month. To see fewer entries, choose a game.',
  until: (end: string) => `Until ${end}`,
  from: (start: string) => `From ${start}`,
  period: (start: string, end: string) => `${start} – ${end}`,
};

export const calendar = await inLanguage(english, 'calendar');
