/** Why tries were refused, by the daemon's reason; `players` adds what helps the player. */
export const refusedReasons: Record<string, string> = {
  code_not_found: 'There was no such code, or it waited for a moderator',
  referral_base_not_redeemable: 'This code is for creators: players need the code of a creator',
  code_inactive: 'The code was switched off',
  campaign_not_started: 'The campaign had not started',
  campaign_ended: 'The campaign was over',
  campaign_paused: 'The campaign was paused',
  creator_suspended: 'The creator was suspended',
  self_referral: 'Creators tried their own code',
  already_redeemed: 'The player had redeemed it already',
  limit_reached: 'Limit reached',
};
