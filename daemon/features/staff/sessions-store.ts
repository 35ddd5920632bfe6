import { and, eq, lte } from 'drizzle-orm';
import type { Database, Handle } from '../../db/database.ts';
import { ORGANISATION_ID } from '../../db/seed.ts';

export interface NewSession {
  token_hash: string;
  staff_id: number;
  created_at: number;
  expires_at: number;
}

/** Inserts a session and deletes expired sessions of the same person. */
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

/** Deletes the person's sessions on every device. */
export async function deleteSessionsOf({ db, t }: Handle, staffId: number): Promise<void> {
  await db.delete(t.staff_sessions).where(eq(t.staff_sessions.staff_id, staffId));
}

/** Stores the position at which the log of Postgres ended after a change by this session. */
export const noteWrite = (db: Database, tokenHash: string, position: number): Promise<void> =>
  db.write(async ({ db, t: { staff_sessions: sessions } }) => {
    await db.update(sessions).set({ wrote_position: position }).where(eq(sessions.token_hash, tokenHash));
  });

/** Finds a session, even an expired one, with its person and what the organisation requires of them. */
export async function findSession({ db, t }: Handle, tokenHash: string) {
  const { staff, staff_sessions: sessions, organisation } = t;
  const [session] = await db
    .select({
      tokenHash: sessions.token_hash,
      expiresAt: sessions.expires_at,
      wrotePosition: sessions.wrote_position,
      staffId: staff.staff_id,
      role: staff.role,
      games: staff.games,
      removed_at: staff.removed_at,
      totp_secret: staff.totp_secret,
      totp_confirmed_at: staff.totp_confirmed_at,
      totpRequired: organisation.totp_required,
    })
    .from(sessions)
    .innerJoin(staff, eq(staff.staff_id, sessions.staff_id))
    .innerJoin(organisation, eq(organisation.organisation_id, ORGANISATION_ID))
    .where(eq(sessions.token_hash, tokenHash));
  return session;
}
