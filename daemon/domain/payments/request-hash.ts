import { createHash } from 'node:crypto';
import type { PaymentEvent } from './payment-event.ts';

// Distinguishes requests with the same ID. Amounts are hashed as JSON numbers, as in the stored hashes; a double holds
// the amount of one payment exactly.

/** Hashes the fields that a repeated request must have in common with the first; its times may differ. */
export const requestHashOf = (events: readonly PaymentEvent[]): string =>
  hashOf(events.map(({ createdAt: _, ...event }) => contentOf(event)));

/** Hashes a request in the format of earlier versions, which includes the times. */
const olderHashOf = (events: readonly PaymentEvent[]): string => hashOf(events.map(contentOf));

/** A repeated request may be converted at another rate, so only what the player paid counts. */
const contentOf = <Event extends Pick<PaymentEvent, 'amount' | 'paid'>>({ paid, ...event }: Event) => ({
  ...event,
  amount: Number(paid?.minor ?? event.amount),
  currency: paid?.currency,
});

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('base64url');

/** Returns whether the stored request has the same events. */
export const isSameRequest = (
  stored: string,
  { requestHash, events }: { requestHash: string; events: PaymentEvent[] },
) => stored === requestHash || stored === olderHashOf(events);
