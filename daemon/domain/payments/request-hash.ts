import { createHash } from 'node:crypto';
import type { PaymentEvent } from './payment-batch.ts';

// Tells requests with one id apart. Amounts are hashed as JSON numbers, because stored hashes were made like this, and
// one payment fits a double.

/** Of what a repeated request must have in common with the first; its times may differ. */
export const requestHashOf = (events: readonly PaymentEvent[]): string =>
  hashOf(events.map(({ createdAt: _, ...event }) => ({ ...event, amount: Number(event.amount) })));

/** As earlier versions stored it, with the times. */
const olderHashOf = (events: readonly PaymentEvent[]): string =>
  hashOf(events.map((event) => ({ ...event, amount: Number(event.amount) })));

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('base64url');

/** Whether the stored request has the events of this one. */
export const isSameRequest = (
  stored: string,
  { requestHash, events }: { requestHash: string; events: PaymentEvent[] },
) => stored === requestHash || stored === olderHashOf(events);
