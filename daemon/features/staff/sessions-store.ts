import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Database, Handle, Tables } from '../../db/database.ts';
import { ORGANISATION_ID } from '../../db/seed.ts';

export interface NewSession {
  token_hash: string;
  staff_id: number;
  created_at: number;
  expires_at: number;
  /** The provider's tokens, encrypted, if the session was opened with a company account. */
  provider_grant?: string;
  provider_checked_at?: number;
}

/** Inserts a session and deletes the same person's expired sessions. */
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

/** Deletes the person's sessions on all devices. */
export async function deleteSessionsOf({ db, t }: Handle, staffId: number): Promise<void> {
  await db.delete(t.staff_sessions).where(eq(t.staff_sessions.staff_id, staffId));
}

/** Deletes the person's sessions that were opened with a company account. */
export async function deleteCompanySessionsOf({ db, t }: Handle, staffId: number): Promise<void> {
  const { staff_sessions: sessions } = t;
  await db.delete(sessions).where(and(eq(sessions.staff_id, staffId), isNotNull(sessions.provider_checked_at)));
}

/**
 * Reserves the check of a session's groups for the caller. Only one daemon may do the check at a time, because some
 * providers accept a refresh token only once.
 * @param longestMs a check that started longer ago counts as failed; so does one with a start in the future, which a
 * wrong clock stored
 * @returns whether the caller may do the check
 */
export async function claimGroupCheck(
  { db, t: { staff_sessions: sessions } }: Handle,
  { tokenHash, checkedAt }: { tokenHash: string; checkedAt: number },
  { now, longestMs }: { now: number; longestMs: number },
): Promise<boolean> {
  const { provider_check_began_at: began } = sessions;
  const isFree = or(isNull(began), lte(began, now - longestMs), gt(began, now + longestMs));
  const isUnchanged = and(eq(sessions.token_hash, tokenHash), eq(sessions.provider_checked_at, checkedAt));
  const claimed = await db
    .update(sessions)
    .set({ provider_check_began_at: now })
    .where(and(isUnchanged, isFree))
    .returning({ token_hash: sessions.token_hash });
  return claimed.length > 0;
}

/** Ends the check in progress; if it succeeded, stores the new tokens. */
export async function endGroupCheck(
  { db, t: { staff_sessions: sessions } }: Handle,
  tokenHash: string,
  passed: { provider_grant: string; provider_checked_at: number } | null,
): Promise<void> {
  await db
    .update(sessions)
    .set({ ...passed, provider_check_began_at: null })
    .where(eq(sessions.token_hash, tokenHash));
}

/**
 * Stores the position in Postgres' log after a change made in this session, so that the session does not read from a
 * replica that is behind this position.
 */
export const noteWrite = (db: Database, tokenHash: string, position: number): Promise<void> =>
  db.write(async ({ db, t: { staff_sessions: sessions } }) => {
    await db.update(sessions).set({ wrote_position: position }).where(eq(sessions.token_hash, tokenHash));
  });

/** Selects the person behind a session or token, and the organisation's requirements for them. */
export const callerColumns = ({ staff, organisation }: Tables) => ({
  staffId: staff.staff_id,
  role: staff.role,
  games: staff.games,
  removed_at: staff.removed_at,
  totp_secret: staff.totp_secret,
  totp_confirmed_at: staff.totp_confirmed_at,
  has_passkey: staff.has_passkey,
  totpRequired: organisation.totp_required,
});

/** Finds a session, even an expired one, with its person and the organisation's requirements for them. */
export async function findSession({ db, t }: Handle, tokenHash: string) {
  const { staff, staff_sessions: sessions, organisation } = t;
  const [session] = await db
    .select({
      tokenHash: sessions.token_hash,
      expiresAt: sessions.expires_at,
      wrotePosition: sessions.wrote_position,
      ...callerColumns(t),
      providerGrant: sessions.provider_grant,
      providerCheckedAt: sessions.provider_checked_at,
      providerSubject: staff.provider_subject,
    })
    .from(sessions)
    .innerJoin(staff, eq(staff.staff_id, sessions.staff_id))
    .innerJoin(organisation, eq(organisation.organisation_id, ORGANISATION_ID))
    .where(eq(sessions.token_hash, tokenHash));
  return session;
}
