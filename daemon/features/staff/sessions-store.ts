import { and, eq, lte } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

export interface NewSession {
  token_hash: string;
  staff_id: number;
  created_at: number;
  expires_at: number;
}

/** Also deletes expired sessions of the same person. */
export async function insertSession({ db, t }: Handle, session: NewSession): Promise<void> {
  const { staff_sessions } = t;
  await db
    .delete(staff_sessions)
    .where(and(eq(staff_sessions.staff_id, session.staff_id), lte(staff_sessions.expires_at, session.created_at)));
  await db.insert(staff_sessions).values(session);
}

export async function deleteSession({ db, t }: Handle, tokenHash: string): Promise<void> {
  await db.delete(t.staff_sessions).where(eq(t.staff_sessions.token_hash, tokenHash));
}

/** On every device. */
export async function deleteSessionsOf({ db, t }: Handle, staffId: number): Promise<void> {
  await db.delete(t.staff_sessions).where(eq(t.staff_sessions.staff_id, staffId));
}
