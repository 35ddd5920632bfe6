import { eq, inArray } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { isWorthMailing } from './daily-result-rules.ts';

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
  const found = new Map<number, string>();
  const client = messages.some(({ event_type }) => isForClient(event_type)) ? await findPayoutEmail(handle) : null;
  const results = messages.flatMap((message) => {
    const about = resultOf(message);
    return about && isWorthMailing(about.date, message.created_at) ? { ...about, outbox_id: message.outbox_id } : [];
  });
  const emails = await findCreatorEmails(handle, [...new Set(results.map(({ creator_id }) => creator_id))]);
  for (const { outbox_id, event_type } of messages) if (client && isForClient(event_type)) found.set(outbox_id, client);
  for (const { outbox_id, creator_id } of results) {
    const email = emails.get(creator_id);
    if (email) found.set(outbox_id, email);
  }
  return found;
}

/** Returns the creator's email address for results; null if there is none or the creator unsubscribed. */
export async function findCreatorEmail(handle: Handle, creatorId: string): Promise<string | null> {
  return (await findCreatorEmails(handle, [creatorId])).get(creatorId) ?? null;
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

async function findPayoutEmail({ db, t: { organisation: o } }: Handle): Promise<string | null> {
  const [row] = await db.select({ email: o.payout_email }).from(o);
  return row?.email ?? null;
}

/**
 * Unsubscribes; a second call changes nothing.
 * @returns false if the creator does not exist
 */
export async function setUnsubscribed({ db, t: { creators: c } }: Handle, creatorId: string, now: number) {
  const [row] = await db.select({ since: c.unsubscribed_at }).from(c).where(eq(c.creator_id, creatorId));
  if (!row) return false;
  if (row.since === null) await db.update(c).set({ unsubscribed_at: now }).where(eq(c.creator_id, creatorId));
  return true;
}

/** Checks whether messages of a type are sent by email. */
export const isMailed = (eventType: string) => eventType === 'creator.daily_result' || isForClient(eventType);

/** Messages about payouts go to the client. */
const isForClient = (eventType: string) => eventType.startsWith('payout.');

/** Returns the creator and day of a result message; null for messages of other types. */
export function resultOf({ event_type, body }: Pick<MailableMessage, 'event_type' | 'body'>) {
  if (event_type !== 'creator.daily_result') return null;
  const { data } = JSON.parse(body) as { data: { creator_id: string; date: string } };
  return { creator_id: data.creator_id, date: data.date };
}
