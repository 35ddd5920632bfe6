import { formatCount, plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** Signs that a code leaked or is abused: the card of a code, and the rows that prove a sign. */
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
      `${plural(claims, 'claim')}, but only ${plural(landings, 'visit')} through the link`,
    shared: (players: number) => `${plural(players, 'other player')} tried a code that is meant for one player`,
    refunds: (refunds: number, usual: number) =>
      `${plural(refunds, 'refund')}, ${formatCount(usual)} at the rate of the campaign`,
  },
  meaning: {
    burst:
      'Players redeemed the code far more often than usual. It may have been posted in public, or a stream went well.',
    no_landings:
      'Most players of this code come through its link. On this day most typed it, so it may have been copied to a website.',
    shared:
      'Players tried a code for one use or one player, although it was not theirs. Its owner may have passed it on.',
    refunds:
      'Players of this code got far more refunds than others. They may pay and take the money back for the rewards.',
  },
  loading: 'Loading the sign',
  days: 'The day and the days before',
  claims: 'Claims',
  landings: 'Visits through the link',
  revenue: 'Revenue',
  refunds: 'Refunds',
  players: 'Players who were refused',
  player: 'Player',
  tries: 'Attempts',
  last: 'Last attempt',
  refundList: 'Refunds of players who redeemed the code',
  transaction: 'Transaction',
  amount: 'Amount',
  received: 'Received',
  first50: 'The list ends after 50 rows.',
  gone: 'These rows are no longer stored.',
  markSeen: 'Mark as seen',
  markSeenText: 'This takes the sign off the dashboard.',
};

export const leakSigns = await inLanguage(english, 'leak-signs');
