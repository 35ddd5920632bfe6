import { inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { EmailLanguage } from '../../contract/words.ts';
import type { Handle, Tables } from '../../db/database.ts';
import { isKeptFor } from '../../db/query/kept-creator.ts';
import { findReaderEmail } from '../../features/weekly-reports/weekly-reports-store.ts';
import { type MailData, type MailKind, mailKindOf } from './mail-kinds.ts';

export interface MailableMessage {
  outbox_id: number;
  event_type: string;
  body: string;
  created_at: number;
}

/** Returns the address to which each of these messages is emailed. Messages without a recipient are absent. */
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
  const emailOf = await createEmailOf(handle, [...new Set(creators)]);
  const staff = mailed.filter(({ recipient }) => recipient === 'staff');
  const readers = new Map<number, string | null>();
  for (const { data } of staff) readers.set(data.staff_id, await findReaderEmail(handle, data));
  const client = mailed.some(({ recipient }) => recipient === 'client') ? await findClientEmail(handle) : null;
  return new Map(
    mailed.flatMap(({ outbox_id, data, ...kind }) => {
      const addresses = {
        client,
        creator: emailOf(kind, data),
        staff: readers.get(data.staff_id),
        address: data.to,
      };
      const address = addresses[kind.recipient];
      return address ? [[outbox_id, address] as const] : [];
    }),
  );
}

/**
 * Returns the current address of an email's recipient, because the email may have waited for days; null if there is
 * none or the person unsubscribed. For the recipients `client` and `address`, returns the stored address.
 */
export async function findCurrentAddress(
  handle: Handle,
  kind: MailKind,
  data: MailData,
  stored: string,
): Promise<string | null> {
  if (kind.recipient === 'client' || kind.recipient === 'address') return stored;
  if (kind.recipient === 'staff') return findReaderEmail(handle, data);
  return (await createEmailOf(handle, [data.creator_id]))(kind, data);
}

/**
 * Reads the addresses of creators; a merged creator's emails go to the creator they were merged into.
 * @returns a function that returns the address for a kind of email to a creator; null if there is none
 */
async function createEmailOf({ db, t: { creators: c } }: Handle, ids: readonly string[]) {
  const reader = alias(c, 'reader') as unknown as Tables['creators'];
  const selected = db
    .select({ creator_id: c.creator_id, email: reader.email, unsubscribed_at: reader.unsubscribed_at })
    .from(c)
    .innerJoin(reader, isKeptFor(reader, c));
  const rows = ids.length === 0 ? [] : await selected.where(inArray(c.creator_id, [...ids]));
  const byId = new Map(rows.map((row) => [row.creator_id, row]));
  return ({ isAlwaysSent }: Pick<MailKind, 'isAlwaysSent'>, data: { creator_id: string }): string | null => {
    const creator = byId.get(data.creator_id);
    return creator && (isAlwaysSent || creator.unsubscribed_at === null) ? creator.email : null;
  };
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
