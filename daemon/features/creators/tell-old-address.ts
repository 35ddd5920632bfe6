import type { Handle } from '../../db/database.ts';
import { announce } from '../outbox/outbox-store.ts';
import type { CreatorRow } from './creators-store.ts';

/** Upper and lower case make no other address. */
export const isOtherAddress = (before: string | null, after: string | null): boolean =>
  before?.toLowerCase() !== after?.toLowerCase();

/** Tells the address that a creator had that it was replaced or removed. */
export async function tellOldAddress(
  handle: Handle,
  { creator_id, display_name, email }: Pick<CreatorRow, 'creator_id' | 'display_name' | 'email'>,
  after: string | null,
  now: number,
): Promise<void> {
  if (email === null || !isOtherAddress(email, after)) return;
  const data = { creator_id, display_name, to: email };
  await announce(handle, [{ type: 'creator.address_changed', data, always: true }], now);
}
