import { formatCount } from '../lib/format.ts';
import { inLanguage } from './language.ts';

const codesOf = (count: number) => (count === 1 ? '1 code' : `${formatCount(count)} codes`);
const campaignsOf = (count: number) => (count === 1 ? '1 campaign' : `${formatCount(count)} campaigns`);

/** The selected rows of a list, and the changes of all of them. */
const english = {
  label: 'Selected rows',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all rows of this page',
  selected: (count: number) => `${formatCount(count)} selected`,
  clear: 'Clear the selection',
  changed: (count: number) => `${formatCount(count)} changed`,
  unchanged: (count: number) => `${formatCount(count)} could not be changed`,
  more: (count: number) => `and ${formatCount(count)} more`,
  codes: {
    tags: {
      button: 'Tags',
      title: (count: number) => `Tags of ${codesOf(count)}`,
    },
    off: {
      button: 'Deactivate',
      title: (count: number) => `Deactivate ${codesOf(count)}?`,
      text: 'Players can no longer redeem them. You can activate them again.',
    },
    on: {
      button: 'Activate',
      title: (count: number) => `Activate ${codesOf(count)}?`,
      text: 'Players can redeem them while their campaign is active.',
    },
    limit: {
      button: 'Limit',
      title: (count: number) => `Limit of ${codesOf(count)}`,
      label: 'Maximum redemptions of each code',
      help: 'Leave blank for no limit',
      save: 'Set limit',
    },
    dates: {
      button: 'Dates',
      title: (count: number) => `Dates of ${codesOf(count)}`,
      starts: 'Redeemable from',
      ends: 'Redeemable until',
      choices: { keep: 'No change', none: 'No limit', at: 'At a time' },
      time: (label: string) => `${label}: time`,
      needed: 'Enter a date and a time.',
      save: 'Set dates',
    },
  },
  campaigns: {
    tags: {
      button: 'Tags',
      title: (count: number) => `Tags of ${campaignsOf(count)}`,
    },
    games: {
      button: 'Games',
      title: (count: number) => `Games of ${campaignsOf(count)}`,
      save: 'Set games',
    },
    title: {
      publish: (count: number) => `Publish ${campaignsOf(count)}?`,
      pause: (count: number) => `Pause ${campaignsOf(count)}?`,
      archive: (count: number) => `Archive ${campaignsOf(count)}?`,
      restore: (count: number) => `Restore ${campaignsOf(count)}?`,
    },
    text: {
      publish: 'Players can redeem their codes between the start and the end of each campaign.',
      pause: 'Players cannot redeem their codes until you resume them. Their revenue continues to count.',
      archive:
        'Their codes stop working, and they no longer count revenue. You can restore them later, but payments received until then never count.',
      restore:
        'Their codes stay off until you resume them. They count revenue from now on, but no payments received while they were archived.',
    },
    button: {
      publish: (count: number) => `Publish ${formatCount(count)}`,
      pause: (count: number) => `Pause ${formatCount(count)}`,
      archive: (count: number) => `Archive ${formatCount(count)}`,
      restore: (count: number) => `Restore ${formatCount(count)}`,
    },
  },
};

export const selection = await inLanguage(english, 'selection');
