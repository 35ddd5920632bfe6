import type { Handle } from '../../db/database.ts';
import { findMailRecipients, isMailed } from '../../features/daily-results/mail-recipients-store.ts';
import { insertMails, listMessages } from '../mail/mail-deliveries-store.ts';

/** Writes an email for each message that has an email recipient. If no mail server is configured, the emails wait. */
export async function spreadMail(
  handle: Handle,
  messages: readonly { outbox_id: number; event_type: string }[],
  now: number,
): Promise<void> {
  const ids = messages.filter(({ event_type }) => isMailed(event_type)).map(({ outbox_id }) => outbox_id);
  if (ids.length === 0) return;
  await insertMails(handle, await findMailRecipients(handle, await listMessages(handle, ids)), now);
}
