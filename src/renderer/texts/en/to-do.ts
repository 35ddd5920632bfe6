import { formatCount } from '../../lib/format.ts';

/** What staff should look at, and why tries were refused. */
export const toDo = {
  title: 'What to do',
  ending: (name: string) => `${name} is ending`,
  ends: (when: string) => `ends ${when}`,
  full: (code: string) => `${code} is used up`,
  nearlyFull: (code: string) => `${code} is nearly used up`,
  uses: (used: number, limit: number) => `${formatCount(used)} of ${formatCount(limit)} uses`,
  moderate: (count: number) => `${count === 1 ? '1 code' : `${formatCount(count)} codes`} to moderate`,
  oldest: (when: string) => `the oldest was asked for ${when}`,
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
  refused: 'Refused tries by reason',
  refusedNote: 'last 24 hours',
  reasons: {
    code_not_found: 'No such code, or it waits for a moderator',
    referral_base_not_redeemable: 'A code for creators, not for players',
    code_inactive: 'The code is switched off',
    campaign_not_started: 'The campaign has not started',
    campaign_ended: 'The campaign is over',
    campaign_paused: 'The campaign is paused',
    creator_suspended: 'The creator is suspended',
    self_referral: 'A creator’s own code',
    already_redeemed: 'Redeemed already by this player',
    limit_reached: 'The code is used up',
  } as Record<string, string>,
  findPlayer: 'Find a player',
};
