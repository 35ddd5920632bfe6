import { inArray } from 'drizzle-orm';
import type { EmailLanguage } from '../../contract/words.ts';
import type { Handle } from '../../db/database.ts';
import { findReaderEmail } from '../../features/weekly-reports/weekly-reports-store.ts';
import { type MailData, type MailKind, mailKindOf } from './mail-kinds.ts';

export interface MailableMessage {
  outbox_id: number;
  event_type: string;
  body: string;
  created_at: number;
}

/** Returns the email recipient of each of these messages, at most one. Messages without a recipient are absent. */
export async function findMailRecipients(
  handle: Handle,
  messages: readonly MailableMessage[],
): Promise<Map<number, string>> {
  const mailed = messages.flatMap(({ outbox_id, event_type, body, created_at }) => {
    const kind = mailKindOf(event_type);
    const { data } = JSON.parse(body) as { data: MailData };
    return kind && (kind.isCurrent?.(data, created_at) ?? true) ? [{ outbox_id, ...kind, data }] : [];
  });
  const creators = mailed.flatMap(({ recipient, data }) => (recipient === 'creator' ? [data.creator_id] : []));
  const emails = await findCreatorEmails(handle, [...new Set(creators)]);
  const staff = mailed.filter(({ recipient }) => recipient === 'staff');
  const readers = new Map<number, string | null>();
  for (const { data } of staff) readers.set(data.staff_id, await findReaderEmail(handle, data));
  const client = mailed.some(({ recipient }) => recipient === 'client') ? await findClientEmail(handle) : null;
  return new Map(
    mailed.flatMap(({ outbox_id, recipient, data }) => {
      const addresses = { client, creator: emails.get(data.creator_id), staff: readers.get(data.staff_id) };
      const address = addresses[recipient];
      return address ? [[outbox_id, address] as const] : [];
    }),
  );
}

/**
 * Returns the current address of the person whom an email is for, because it may have waited for days; null if there is
 * none or the person unsubscribed. For the client, it is the stored address.
 */
export async function findCurrentAddress(
  handle: Handle,
  { recipient }: MailKind,
  data: MailData,
  stored: string,
): Promise<string | null> {
  if (recipient === 'client') return stored;
  if (recipient === 'staff') return findReaderEmail(handle, data);
  return (await findCreatorEmails(handle, [data.creator_id])).get(data.creator_id) ?? null;
}

async function findCreatorEmails({ db, t: { creators: c } }: Handle, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db
    .select({ creator_id: c.creator_id, email: c.email, unsubscribed_at: c.unsubscribed_at })
    .from(c)
    .where(inArray(c.creator_id, [...ids]));
  return new Map(
    rows.flatMap(({ creator_id, email, unsubscribed_at }) =>
      email !== null && unsubscribed_at === null ? [[creator_id, email] as const] : [],
    ),
  );
}

async function findClientEmail({ db, t: { organisation: o } }: Handle): Promise<string | null> {
  const [row] = await db.select({ email: o.payout_email }).from(o);
  return row?.email ?? null;
}

/** Returns the language of the organisation's emails. */
export async function findEmailLanguage({ db, t: { organisation: o } }: Handle): Promise<EmailLanguage> {
  const [row] = await db.select({ language: o.email_language }).from(o);
  return row?.language ?? 'en';
}
