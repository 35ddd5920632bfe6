import type { Handle } from '../../db/database.ts';
import { findMailRecipients, isMailed } from '../../features/daily-results/mail-recipients-store.ts';
import { insertMails, listMessages } from '../mail/mail-deliveries-store.ts';

/** Gives messages that somebody is to have by e-mail to that person. Without a mail server they wait for one. */
export async function spreadMail(
  handle: Handle,
  messages: readonly { outbox_id: number; event_type: string }[],
  now: number,
): Promise<void> {
  const ids = messages.filter(({ event_type }) => isMailed(event_type)).map(({ outbox_id }) => outbox_id);
  if (ids.length === 0) return;
  await insertMails(handle, await findMailRecipients(handle, await listMessages(handle, ids)), now);
}
