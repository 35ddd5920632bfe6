import { AppError, type Problem } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findCreatorForUpdate, updateCreator } from '../creators/creators-store.ts';
import { isOtherAddress, notifyOldAddresses } from '../creators/notify-old-address.ts';
import { announce } from '../outbox/outbox-store.ts';
import { LINK_LIFETIME_MS, MAILED_LINKS_WINDOW_MS, MAX_MAILED_LINKS, readLinkToken } from './creator-access-rules.ts';
import { countAddressLinks, findAddressLink, useAddressLinks } from './creator-access-store.ts';
import { LINK_USED, newLink } from './creator-links.ts';

/** Sends a link to the address that a creator requested. Until the link is opened, the current address stays valid. */
export const requestAddress = (db: Database, creatorId: string, email: string, now: number): Promise<void> =>
  db.write(async (handle) => {
    const creator = await findCreatorForUpdate(handle, creatorId);
    if (!creator) throw new AppError('unauthorized');
    if (!isOtherAddress(creator.email, email)) throw new AppError(ALREADY_OWN);
    const sent = await countAddressLinks(handle, creatorId, email, now - MAILED_LINKS_WINDOW_MS);
    if (sent >= MAX_MAILED_LINKS) throw new AppError(ENOUGH_LINKS);
    const { linkId } = await newLink(
      handle,
      { creator_id: creatorId, origin: 'address', new_email: email },
      LINK_LIFETIME_MS,
      now,
    );
    const { display_name } = creator;
    const data = {
      creator_id: creatorId,
      display_name,
      to: email,
      link_id: linkId,
      minutes: LINK_LIFETIME_MS / 60_000,
    };
    await announce(handle, [{ type: 'creator.address_link', data, always: true }], now);
  });

const ALREADY_OWN: Problem = { code: 'duplicate', detail: 'This is already your address.' };
const ENOUGH_LINKS: Problem = {
  code: 'too_many_requests',
  detail: 'Three links have been sent within an hour. Try again later.',
  retryAfterSeconds: MAILED_LINKS_WINDOW_MS / 1000,
};

/**
 * Changes the address with the link that was sent to it, and notifies the old address.
 * @returns the new address
 */
export async function confirmAddress(db: Database, secretKey: SecretKey, token: string, now: number): Promise<string> {
  const linkId = readLinkToken(secretKey, token);
  const confirmed = linkId !== null && (await db.write((handle) => change(handle, linkId, now)));
  if (!confirmed) throw new AppError({ code: 'invalid_credentials', detail: LINK_USED });
  return confirmed;
}

async function change(handle: Handle, linkId: number, now: number): Promise<string | null> {
  const asked = await findAddressLink(handle, linkId, now);
  // Because of the lock, requests with two links for the same creator take turns. The link is then read again, because
  // the other request may have made it invalid.
  const creator = asked && (await findCreatorForUpdate(handle, asked.creatorId));
  const link = creator && (await findAddressLink(handle, linkId, now));
  if (!link) return null;
  const { creatorId, email } = link;
  await useAddressLinks(handle, creatorId, now);
  await updateCreator(handle, creatorId, { email, updated_at: now });
  await notifyOldAddresses(handle, [{ before: creator, email }], now);
  const entry = { staffId: null, action: 'creator.confirm_email', entity: 'creator', entityId: creatorId };
  await recordAudit(handle, { ...entry, before: { email: creator.email }, after: { email } }, now);
  return email;
}
