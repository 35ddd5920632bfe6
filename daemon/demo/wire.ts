import { currencyDigits } from '../contract/currencies.ts';
import type { Payment, Play } from './play.ts';

/** Returns an event in the form in which the SDK on a web page sends it. */
export const sdkEventOf = (event: Play['events'][number], eventId: string, at: number) => ({
  event_type: event.type,
  event: { event_sub_type: event.subType, event_details: { level: (event.userId.charCodeAt(10) % 40) + 1 } },
  game_id: event.gameId,
  created_at: new Date(at).toISOString(),
  session_id: event.sessionId,
  event_id: eventId,
  anon_id: `anon_${event.sessionId}`,
  user_details: { user_id: event.userId },
  app_details: { app_version: '2.4.0' },
  ...(event.link === null ? {} : { service_referral_link: event.link }),
});

/** Returns a payment in the form in which the game's server sends it. */
export const paymentOf = ({ transactionId, gameId, userId, currency, amount, refundOf }: Payment, at: number) => ({
  event_type: 'payment',
  created_at: new Date(at).toISOString(),
  game_id: gameId,
  event: { user_id: userId, amount: amount / 10 ** (currencyDigits(currency) ?? 0) },
  currency,
  transaction_id: transactionId,
  ...(refundOf === null ? {} : { refund_of: refundOf }),
});
