import { createHash } from 'node:crypto';
import type { PaymentEvent } from './payment-batch.ts';

// Distinguishes requests with the same ID. Amounts are hashed as JSON numbers because stored hashes are, and a double
// holds one payment exactly.

/** Hashes the fields that a repeated request must have in common with the first; its times may differ. */
export const requestHashOf = (events: readonly PaymentEvent[]): string =>
  hashOf(events.map(({ createdAt: _, ...event }) => ({ ...event, amount: Number(event.amount) })));

/** Hashes a request in the format of earlier versions, which includes the times. */
const olderHashOf = (events: readonly PaymentEvent[]): string =>
  hashOf(events.map((event) => ({ ...event, amount: Number(event.amount) })));

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('base64url');

/** Returns whether the stored request has the same events. */
export const isSameRequest = (
  stored: string,
  { requestHash, events }: { requestHash: string; events: PaymentEvent[] },
) => stored === requestHash || stored === olderHashOf(events);
