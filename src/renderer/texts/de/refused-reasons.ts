import type { refusedReasons as english } from '../refused-reasons.ts';

export const refusedReasons: typeof english = {
  code_not_found: 'Den Code gab es nicht, oder er wartete auf die Moderation',
  referral_base_not_redeemable: 'Dieser Code ist für Creator: Spieler brauchen den Code eines Creators',
  code_inactive: 'Der Code war inaktiv',
  campaign_not_started: 'Die Kampagne hatte noch nicht begonnen',
  campaign_ended: 'Die Kampagne war beendet',
  campaign_paused: 'Die Kampagne war pausiert',
  code_not_started: 'Der Code galt noch nicht',
  code_expired: 'Der Code war abgelaufen',
  not_the_recipient: 'Der Code war für einen anderen Spieler',
  conditions_not_met: 'Der Spieler erfüllte eine Bedingung des Codes nicht',
  creator_suspended: 'Der Creator war gesperrt',
  self_referral: 'Creator haben ihren eigenen Code verwendet',
  already_redeemed: 'Der Spieler hatte ihn schon eingelöst',
  limit_reached: 'Limit erreicht',
  key_pool_empty: 'Der Schlüsselpool war leer',
};
