import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import type { CreatorLinkOrigin, CreatorSessionKind } from '../../db/tables/words.ts';

/** An address may belong to several creators. Each of the first few gets a link. */
const MOST_CREATORS = 3;

export function listCreatorsByEmail({ db, t: { creators: c } }: Handle, email: string) {
  return db
    .select({ creator_id: c.creator_id, display_name: c.display_name })
    .from(c)
    .where(sql`lower(${c.email}) = ${email.toLowerCase()} and ${c.email} is not null`)
    .orderBy(asc(c.creator_id))
    .limit(MOST_CREATORS);
}

export interface NewLink {
  creator_id: string;
  origin: CreatorLinkOrigin;
  created_at: number;
  expires_at: number;
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
    .where(and(eq(l.creator_id, creatorId), gt(l.created_at, after), eq(l.origin, 'email')));
  return Number(row?.links ?? 0);
}

/** Marks a link as used. @returns its creator; null if it does not exist, has expired or was used */
export async function useLink({ db, t }: Handle, linkId: number, now: number): Promise<string | null> {
  const { creator_links: l } = t;
  const [row] = await db
    .update(l)
    .set({ used_at: now })
    .where(and(eq(l.link_id, linkId), isNull(l.used_at), gt(l.expires_at, now)))
    .returning({ creator_id: l.creator_id });
  return row?.creator_id ?? null;
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

/** Finds a session, even an expired one. */
export async function findCreatorSession({ db, t }: Handle, tokenHash: string) {
  const { creator_sessions: s } = t;
  const [session] = await db.select().from(s).where(eq(s.token_hash, tokenHash));
  return session;
}
