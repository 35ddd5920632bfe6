import { createHash } from 'node:crypto';
import type { PaymentEvent } from './payment-event.ts';

// Distinguishes requests with the same ID. Amounts are hashed as JSON numbers, as in the stored hashes; a double holds
// the amount of one payment exactly.

/** Hashes the fields that a repeated request must have in common with the first; its times may differ. */
export const requestHashOf = (events: readonly PaymentEvent[]): string =>
  hashOf(events.map((event) => contentOf(event, undefined)));

/** Hashes a request in the format of earlier versions, which includes the times. */
const olderHashOf = (events: readonly PaymentEvent[]): string =>
  hashOf(events.map((event) => contentOf(event, event.createdAt)));

/** A repeated request may be converted at another rate, so only what the player paid counts. */
const contentOf = (
  { gameId, transactionId, userId, amount, refundOf, paid }: PaymentEvent,
  createdAt: number | undefined,
) => ({
  gameId,
  transactionId,
  userId,
  amount: Number(paid?.minor ?? amount),
  refundOf,
  createdAt,
  currency: paid?.currency,
});

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('base64url');

/** Returns whether a request contains the same events as the earlier one with the hash `stored`. */
export const isSameRequest = (
  stored: string,
  { requestHash, events }: { requestHash: string; events: PaymentEvent[] },
) => stored === requestHash || stored === olderHashOf(events);
