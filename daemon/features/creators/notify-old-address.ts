import type { Handle } from '../../db/database.ts';
import { announce } from '../outbox/outbox-store.ts';
import type { CreatorRow } from './creators-store.ts';

/** Returns whether two addresses differ, ignoring case. */
export const isOtherAddress = (before: string | null, after: string | null): boolean =>
  before?.toLowerCase() !== after?.toLowerCase();

interface AddressChange {
  before: Pick<CreatorRow, 'creator_id' | 'display_name' | 'email'>;
  email: string | null;
}

/** Sends an email to each creator address that has been replaced or removed. */
export async function notifyOldAddresses(
  handle: Handle,
  changes: readonly AddressChange[],
  now: number,
): Promise<void> {
  const notified = changes.flatMap(({ before: { creator_id, display_name, email: to }, email }) =>
    to !== null && isOtherAddress(to, email) ? [{ creator_id, display_name, to }] : [],
  );
  if (notified.length === 0) return;
  const messages = notified.map((data) => ({ type: 'creator.address_changed', data, always: true }) as const);
  await announce(handle, messages, now);
}
