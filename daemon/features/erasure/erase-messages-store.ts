import { and, eq, isNotNull } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { holdsText, replacedText } from '../../db/query/text.ts';
import type { Erasure } from './erasure-rules.ts';

/** Returns the text that names a player in a message's body. */
const named = (userId: string) => `"user_id":${JSON.stringify(userId)}`;

/** Finds messages about the user. No index supports this, so it reads the whole table. */
export async function findMessages(handle: Handle, userId: string): Promise<{ outbox_id: number }[]> {
  const { outbox: o } = handle.t;
  return handle.db
    .select({ outbox_id: o.outbox_id })
    .from(o)
    .where(holdsText(handle, o.body, named(userId)));
}

/** Replaces the user's ID in a message. If the message has not been sent yet, it will be sent with the tombstone. */
export async function eraseMessage(
  handle: Handle,
  { outbox_id }: { outbox_id: number },
  { userId, tombstone }: Erasure,
): Promise<boolean> {
  const { outbox: o } = handle.t;
  const changed = await handle.db
    .update(o)
    .set({ body: replacedText(o.body, named(userId), named(tombstone)) })
    .where(and(eq(o.outbox_id, outbox_id), holdsText(handle, o.body, named(userId))))
    .returning({ outbox_id: o.outbox_id });
  return changed.length > 0;
}

/** Deletes the stored responses of receivers, which may contain anything. */
export async function dropAnswers({ db, t }: Handle, { outbox_id }: { outbox_id: number }): Promise<boolean> {
  const { deliveries: d } = t;
  const dropped = await db
    .update(d)
    .set({ answer_text: null })
    .where(and(eq(d.outbox_id, outbox_id), isNotNull(d.answer_text)))
    .returning({ delivery_id: d.delivery_id });
  return dropped.length > 0;
}
