import { formatCount, plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** Signs that a code has leaked or is being abused: the card on the code's page, and the rows behind a sign. */
const english = {
  title: 'Signs of a leak or abuse',
  note: 'hints only; players and payments are not affected',
  newest: (shown: number, total: number) => `The newest ${formatCount(shown)} of ${formatCount(total)}.`,
  day: 'Day',
  code: 'Code',
  sign: 'Sign',
  state: 'State',
  open: 'Open',
  seenBy: (name: string) => `Seen by ${name}`,
  kinds: {
    burst: (claims: number, usual: number) => `${plural(claims, 'claim')}, usually ${formatCount(usual)} a day`,
    no_landings: (claims: number, landings: number) =>
      `${plural(claims, 'claim')}, but ${landings === 0 ? 'no visits' : `only ${plural(landings, 'visit')}`} through the link`,
    shared: (players: number) => `${plural(players, 'other player')} tried a code that is meant for one player`,
    refunds: (refunds: number, usual: number) =>
      `${plural(refunds, 'refund')}, ${formatCount(usual)} expected at the campaign’s rate`,
  },
  meaning: {
    burst:
      'Players redeemed the code far more often than usual. It may have been posted publicly, or a stream may have gone well.',
    no_landings:
      'Most players reach this code through its link. On this day, most typed the code, so it may have been copied to a website.',
    shared:
      'Players tried a code that was meant for one use or for another player. The intended player may have passed it on.',
    refunds:
      'Players who redeemed this code got far more refunds than others. They may be paying to get the rewards and then claiming their money back.',
  },
  loading: 'Loading the sign',
  days: 'This day and the days before it',
  claims: 'Claims',
  landings: 'Visits through the link',
  revenue: 'Revenue',
  refunds: 'Refunds',
  players: 'Players with failed attempts',
  player: 'Player',
  tries: 'Attempts',
  last: 'Last attempt',
  refundList: 'Refunds to players who redeemed the code',
  transaction: 'Transaction',
  amount: 'Amount',
  received: 'Received',
  first50: 'Only the first 50 rows are shown.',
  gone: 'These rows are no longer stored.',
  markSeen: 'Mark as seen',
  markSeenText: 'This will remove the sign from the dashboard.',
};

export const leakSigns = await inLanguage(english, 'leak-signs');
