import type { SwitchedOffReason } from '../../../daemon/contract/words.ts';
import { formatCount, plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** Items that need the attention of staff, and the card with the reasons for failed attempts. */
const english = {
  title: 'Needs attention',
  ending: (name: string) => `${name} ends soon`,
  ends: (when: string) => `ends ${when}`,
  full: (code: string) => `${code} has reached its limit`,
  nearlyFull: (code: string) => `${code} has nearly reached its limit`,
  emptyPool: (name: string) => `${name} has no keys left`,
  emptyPoolWhy: 'players cannot redeem the codes that use it',
  lowPool: (name: string) => `${name} has few keys left`,
  lowPoolWhy: (left: number, low: number) => `${plural(left, 'key')} left (warning below ${formatCount(low)})`,
  leakSign: {
    burst: (code: string) => `${code} was redeemed far more often than usual`,
    no_landings: (code: string) => `${code} was mostly redeemed without its link`,
    shared: (code: string) => `Many players tried ${code}`,
    refunds: (code: string) => `Many refunds to players who redeemed ${code}`,
  },
  leakSignWhy: {
    burst: (claims: number, usual: number) => `${plural(claims, 'claim')} in a day, usually ${formatCount(usual)}`,
    no_landings: (claims: number, visits: number) =>
      `${plural(claims, 'claim')} but ${visits === 0 ? 'no visits' : `only ${plural(visits, 'visit')}`} in a day`,
    shared: (players: number) => `${plural(players, 'player')} in a day; the code is meant for one player`,
    refunds: (refunds: number) => `${plural(refunds, 'refund')} in a day, far above the campaign’s rate`,
  },
  uses: (used: number, limit: number) => `${formatCount(used)} of ${plural(limit, 'claim')}`,
  moderate: (count: number) => `${count === 1 ? '1 code' : `${formatCount(count)} codes`} to moderate`,
  oldest: (count: number, when: string) => (count === 1 ? `requested ${when}` : `oldest requested ${when}`),
  run: {
    approve: (run: number) => `Payout run ${run} is waiting for approval`,
    export: (run: number) => `Payout run ${run} is approved but not exported`,
    pay: (run: number) => `Payout run ${run} is exported but not marked as paid`,
  },
  runWhy: {
    approve: (amount: string, when: string) => `${amount}, prepared ${when}`,
    export: (amount: string, when: string) => `${amount}, approved ${when}`,
    pay: (amount: string, when: string) => `${amount}, exported ${when}`,
  },
  payoutDetails: (creator: string) => `New payout details from ${creator} are waiting for approval`,
  payoutDetailsWhy: (when: string) => `entered ${when}`,
  unpayable: (run: number, count: number) => `Payout run ${run} cannot pay ${plural(count, 'creator')}`,
  unpayableWhy: 'the payout method or the address is missing',
  missingRate: (currency: string) => `${currency} has no exchange rate`,
  missingRateWhy: (day: string, when: string) => `a payment from ${day} was refused ${when}`,
  rateCorrection: (currency: string) => `A correction to the ${currency} rate is waiting for approval`,
  rateCorrectionWhy: (when: string) => `requested ${when}`,
  oldRate: (currency: string) => `The exchange rate for ${currency} is outdated`,
  oldRateWhy: (day: string) => `valid from ${day}; new payments still use it`,
  webhook: {
    failing: (url: string) => `Messages to ${url} are failing`,
    paused: (url: string) => `Messages to ${url} are paused`,
    switched_off: (url: string) => `The webhook ${url} was disabled`,
  },
  webhookWhy: {
    failing: 'the last attempts failed; the server will retry',
    paused: 'after many failed attempts; the server will retry later',
  },
  disabledWhy: {
    'the endpoint answered 410 Gone': 'it responded with 410 Gone and no longer receives messages',
    'it failed for days': 'it failed for days and no longer receives messages',
  } satisfies Record<SwitchedOffReason, string> as Record<string, string>,
  job: {
    failed: (job: string) => `The job ${job} failed`,
    overdue: (job: string) => `The job ${job} is overdue`,
  },
  since: (when: string) => `since ${when}`,
  failedAt: (when: string) => `${when}; the server will retry`,
  refused: 'Failed attempts by reason',
  refusedNote: 'last 24 hours',
  findPlayer: 'Find a player and their failed attempts',
};

export const toDo = await inLanguage(english, 'to-do');
