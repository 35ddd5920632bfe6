import { and, asc, count, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import type { CreatorLinkOrigin, CreatorSessionKind } from '../../db/tables/words.ts';

/** An address can belong to several creators. At most this many of them receive a link. */
const MOST_CREATORS = 3;

/** Returns the creator on whose page this creator's codes appear: the one they were merged into, or themselves. */
export async function findPageOwner({ db, t: { creators: c } }: Handle, creatorId: string): Promise<string | null> {
  const [row] = await db.select({ into: c.merged_into }).from(c).where(eq(c.creator_id, creatorId));
  return row ? (row.into ?? creatorId) : null;
}

/** Lists the creators with this address. A merged creator is replaced with the creator they were merged into. */
export async function listCreatorsByEmail({ db, t: { creators: c } }: Handle, email: string): Promise<string[]> {
  const rows = await db
    .select({ creator_id: c.creator_id, into: c.merged_into })
    .from(c)
    .where(sql`lower(${c.email}) = ${email.toLowerCase()} and ${c.email} is not null`)
    .orderBy(asc(c.creator_id))
    .limit(MOST_CREATORS);
  return [...new Set(rows.map(({ creator_id, into }) => into ?? creator_id))];
}

export interface NewLink {
  creator_id: string;
  origin: CreatorLinkOrigin;
  created_at: number;
  expires_at: number;
  /** The address that the link confirms. */
  new_email?: string;
}

/** @returns the ID of the new link */
export async function insertLink({ db, t }: Handle, link: NewLink): Promise<number> {
  const { creator_links: l } = t;
  const [row] = await db.insert(l).values(link).returning({ link_id: l.link_id });
  if (!row) throw new Error('The insert of a link returned no row');
  return row.link_id;
}

export async function countMailedLinks({ db, t }: Handle, creatorId: string, after: number): Promise<number> {
  const { creator_links: l } = t;
  const [row] = await db
    .select({ links: count() })
    .from(l)
    .where(and(eq(l.creator_id, creatorId), gt(l.created_at, after), inArray(l.origin, ['email', 'invitation'])));
  return Number(row?.links ?? 0);
}

/**
 * Counts the links that a creator requested for new addresses, and the links sent to an address; returns the larger
 * number.
 */
export async function countAddressLinks(handle: Handle, creatorId: string, email: string, after: number) {
  const { creator_links: l } = handle.t;
  const those = (which: SQL | undefined) =>
    handle.db
      .select({ links: count() })
      .from(l)
      .where(and(which, gt(l.created_at, after)));
  const [[own], [its]] = await Promise.all([
    those(and(eq(l.creator_id, creatorId), eq(l.origin, 'address'))),
    those(and(isNotNull(l.new_email), sql`lower(${l.new_email}) = ${email.toLowerCase()}`)),
  ]);
  return Math.max(Number(own?.links), Number(its?.links));
}

/**
 * Marks a link to the page as used.
 * @returns null if the link does not exist, has expired or has already been used
 */
export async function useLink({ db, t }: Handle, linkId: number, now: number) {
  const { creator_links: l } = t;
  const [row] = await db
    .update(l)
    .set({ used_at: now })
    .where(and(eq(l.link_id, linkId), isNull(l.new_email), isNull(l.used_at), gt(l.expires_at, now)))
    .returning({ creatorId: l.creator_id, origin: l.origin });
  return row ?? null;
}

/** Finds a link that confirms an address and is still valid. */
export async function findAddressLink({ db, t }: Handle, linkId: number, now: number) {
  const { creator_links: l } = t;
  const [row] = await db
    .select({ creatorId: l.creator_id, email: l.new_email })
    .from(l)
    .where(and(eq(l.link_id, linkId), isNotNull(l.new_email), isNull(l.used_at), gt(l.expires_at, now)));
  return row && row.email !== null ? { creatorId: row.creatorId, email: row.email } : null;
}

/** Marks all of a creator's address links as used. */
export async function useAddressLinks({ db, t }: Handle, creatorId: string, now: number): Promise<void> {
  const { creator_links: l } = t;
  await db
    .update(l)
    .set({ used_at: now })
    .where(and(eq(l.creator_id, creatorId), eq(l.origin, 'address'), isNull(l.used_at)));
}

export interface NewCreatorSession {
  token_hash: string;
  creator_id: string;
  kind: CreatorSessionKind;
  created_at: number;
  expires_at: number;
}

export async function insertCreatorSession({ db, t }: Handle, session: NewCreatorSession): Promise<void> {
  await db.insert(t.creator_sessions).values(session);
}

export async function deleteCreatorSession({ db, t }: Handle, tokenHash: string): Promise<void> {
  await db.delete(t.creator_sessions).where(eq(t.creator_sessions.token_hash, tokenHash));
}

/** Ends a creator's sessions, and invalidates all links that have not been used. */
export async function endAccess({ db, t }: Handle, creatorId: string, now: number): Promise<void> {
  const { creator_links: l, creator_sessions: s } = t;
  await db
    .update(l)
    .set({ used_at: now })
    .where(and(eq(l.creator_id, creatorId), isNull(l.used_at)));
  await db.delete(s).where(eq(s.creator_id, creatorId));
}

/** Finds a session, even an expired one. */
export async function findCreatorSession({ db, t }: Handle, tokenHash: string) {
  const { creator_sessions: s } = t;
  const [session] = await db.select().from(s).where(eq(s.token_hash, tokenHash));
  return session;
}
