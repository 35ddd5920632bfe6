import { formatCount } from '../lib/format.ts';
import { inLanguage } from './language.ts';

const codesOf = (count: number) => (count === 1 ? '1 code' : `${formatCount(count)} codes`);
const campaignsOf = (count: number) => (count === 1 ? '1 campaign' : `${formatCount(count)} campaigns`);

/** The selected rows of a list, and the changes to all of them. */
const english = {
  label: 'Selected rows',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all rows on this page',
  selected: (count: number) => `${formatCount(count)} selected`,
  clear: 'Clear the selection',
  changed: (count: number) => `${formatCount(count)} changed`,
  unchanged: (count: number) => `${formatCount(count)} could not be changed`,
  more: (count: number) => `and ${formatCount(count)} more`,
  codes: {
    tags: {
      button: 'Tags',
      title: (count: number) => `Tags for ${codesOf(count)}`,
    },
    off: {
      button: 'Deactivate',
      title: (count: number) => `Deactivate ${codesOf(count)}?`,
      text: (count: number): string =>
        count === 1
          ? 'Players will no longer be able to redeem it. You can activate it again.'
          : 'Players will no longer be able to redeem them. You can activate them again.',
    },
    on: {
      button: 'Activate',
      title: (count: number) => `Activate ${codesOf(count)}?`,
      text: (count: number) =>
        `Players will be able to redeem ${count === 1 ? 'it' : 'them'} while the campaign is active.`,
    },
    limit: {
      button: 'Limit',
      title: (count: number) => `Limit for ${codesOf(count)}`,
      label: 'Maximum redemptions per code',
      help: 'Leave blank for no limit',
      save: 'Set limit',
    },
    dates: {
      button: 'Dates',
      title: (count: number) => `Dates for ${codesOf(count)}`,
      starts: 'Redeemable from',
      ends: 'Redeemable until',
      choices: { keep: 'No change', none: 'No limit', at: 'Set a date and time' },
      time: (label: string) => `${label}: time`,
      needed: 'Enter a date and time',
      save: 'Set dates',
    },
  },
  campaigns: {
    tags: {
      button: 'Tags',
      title: (count: number) => `Tags for ${campaignsOf(count)}`,
    },
    games: {
      button: 'Games',
      title: (count: number) => `Games for ${campaignsOf(count)}`,
      save: 'Set games',
    },
    title: {
      publish: (count: number) => `Publish ${campaignsOf(count)}?`,
      pause: (count: number) => `Pause ${campaignsOf(count)}?`,
      archive: (count: number) => `Archive ${campaignsOf(count)}?`,
      restore: (count: number) => `Restore ${campaignsOf(count)}?`,
    },
    text: {
      publish: (count: number) =>
        `Players will be able to redeem the codes of ${count === 1 ? 'this' : 'each'} campaign between its start and its end.`,
      pause: (count: number): string =>
        count === 1
          ? 'Players will not be able to redeem codes of this campaign until you resume it. Revenue will continue to count.'
          : 'Players will not be able to redeem codes of these campaigns until you resume them. Revenue will continue to count.',
      archive: (count: number): string =>
        count === 1
          ? 'The codes of this campaign will stop working, and revenue will no longer count. You can restore the campaign later, but payments received in the meantime will never count.'
          : 'The codes of these campaigns will stop working, and revenue will no longer count. You can restore the campaigns later, but payments received in the meantime will never count.',
      restore: (count: number): string =>
        count === 1
          ? 'Players will not be able to redeem codes of this campaign until you resume it. Revenue will count from now on, but payments received while the campaign was archived will never count.'
          : 'Players will not be able to redeem codes of these campaigns until you resume them. Revenue will count from now on, but payments received while a campaign was archived will never count.',
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
