import { formatCount, plural } from '../../lib/format.ts';

/** What staff should look at, and why tries were refused. */
export const toDo = {
  title: 'Needs attention',
  ending: (name: string) => `${name} is ending`,
  ends: (when: string) => `ends ${when}`,
  full: (code: string) => `${code} has reached its limit`,
  nearlyFull: (code: string) => `${code} has nearly reached its limit`,
  uses: (used: number, limit: number) => `${formatCount(used)} of ${formatCount(limit)} uses`,
  moderate: (count: number) => `${count === 1 ? '1 code' : `${formatCount(count)} codes`} to moderate`,
  oldest: (when: string) => `oldest requested ${when}`,
  run: {
    approve: (run: number) => `Payout run ${run} waits for approval`,
    export: (run: number) => `Payout run ${run} is approved but not exported`,
    pay: (run: number) => `Payout run ${run} is exported but not marked as paid`,
  },
  runWhy: {
    approve: (amount: string, when: string) => `${amount}, prepared ${when}`,
    export: (amount: string, when: string) => `${amount}, approved ${when}`,
    pay: (amount: string, when: string) => `${amount}, exported ${when}`,
  },
  unpayable: (run: number, count: number) => `Payout run ${run} cannot pay ${plural(count, 'creator')}`,
  unpayableWhy: 'the payout method or the address is missing',
  webhook: {
    failing: (url: string) => `Messages to ${url} fail`,
    paused: (url: string) => `Messages to ${url} are paused`,
    switched_off: (url: string) => `${url} was switched off`,
  },
  webhookWhy: {
    failing: 'the last attempts failed; the server tries again',
    paused: 'after many failed attempts; the server tries again later',
    switched_off: 'after it failed for days; messages no longer go there',
  },
  job: {
    failed: (job: string) => `The job ${job} failed`,
    overdue: (job: string) => `The job ${job} is overdue`,
  },
  since: (when: string) => `since ${when}`,
  failedAt: (when: string) => `${when}; the server tries again`,
  refused: 'Failed attempts by reason',
  refusedNote: 'last 24 hours',
  findPlayer: 'Find a player and their failed attempts',
};
