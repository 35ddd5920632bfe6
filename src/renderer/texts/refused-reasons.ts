import { inLanguage } from './language.ts';

/** Why attempts failed, by the daemon's reason. */
const english: Record<string, string> = {
  code_not_found: 'The code did not exist, or it was waiting for a moderator',
  referral_base_not_redeemable: 'This code is for creators: players need a creator’s code',
  code_inactive: 'The code was inactive',
  campaign_not_started: 'The campaign had not started',
  campaign_ended: 'The campaign had ended',
  campaign_paused: 'The campaign was paused',
  code_not_started: 'The code was not valid yet',
  code_expired: 'The code had expired',
  not_the_recipient: 'The code was for another player',
  conditions_not_met: 'The player did not meet a condition of the code',
  creator_suspended: 'The creator was suspended',
  self_referral: 'The player is the creator of this code',
  already_redeemed: 'The player had already redeemed the code',
  limit_reached: 'The code had reached its limit',
  key_pool_empty: 'The key pool was empty',
};

export const refusedReasons = await inLanguage(english, 'refused-reasons');
