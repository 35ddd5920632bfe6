import { fieldFault } from '../../contract/field-faults.ts';
import type { Problem } from '../../contract/refusals.ts';

/** The type of payments. Events of all other types are SDK events. */
const PAYMENT = 'payment';

const textAt = (event: unknown, name: string): string | null => {
  if (typeof event !== 'object' || event === null || !Object.hasOwn(event, name)) return null;
  const value = (event as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
};

export const isPayment = (event: unknown) => textAt(event, 'event_type') === PAYMENT;

/** Returns true for `payment`, and for text that a person would read as `payment`. */
export const looksLikePayment = (event: unknown) =>
  textAt(event, 'event_type')?.normalize('NFKC').trim().toLowerCase() === PAYMENT;

/** Returns whether a payment has a currency other than the organisation's. */
export const namesOtherCurrency = (event: unknown, currency: string) =>
  (textAt(event, 'currency')?.toUpperCase() ?? currency) !== currency;

/**
 * Finds an event whose type is misspelt, such as ` Payment`. If it were stored as an SDK event, its money would not
 * count.
 */
export function findMisspeltPayment(events: readonly unknown[]): Problem | null {
  const index = events.findIndex((event) => !isPayment(event) && looksLikePayment(event));
  if (index < 0) return null;
  return { code: 'invalid_request', errors: [fieldFault('', ['events', index, 'event_type'], 'misspelt_payment')] };
}

/** Finds an event for another game, if the key is limited to a game. One such event is enough to refuse the request. */
export function findForeignGame(events: readonly unknown[], keyGameId: string | null): Problem | null {
  if (keyGameId === null) return null;
  const index = events.findIndex((event) => (textAt(event, 'game_id') ?? keyGameId) !== keyGameId);
  if (index < 0) return null;
  return { code: 'wrong_game', errors: [fieldFault('', ['events', index, 'game_id'], 'other_game')] };
}
