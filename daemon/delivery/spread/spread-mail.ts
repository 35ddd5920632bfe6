import type { Handle } from '../../db/database.ts';
import { insertMails, listMessages } from '../mail/mail-deliveries-store.ts';
import { mailKindOf } from '../mail/mail-kinds.ts';
import { findMailRecipients } from '../mail/mail-recipients-store.ts';

/** Writes an email for each message that has an email recipient. If no mail server is configured, the emails wait. */
export async function spreadMail(
  handle: Handle,
  messages: readonly { outbox_id: number; event_type: string }[],
  now: number,
): Promise<void> {
  const ids = messages.filter(({ event_type }) => mailKindOf(event_type)).map(({ outbox_id }) => outbox_id);
  if (ids.length === 0) return;
  await insertMails(handle, await findMailRecipients(handle, await listMessages(handle, ids)), now);
}
