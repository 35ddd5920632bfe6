import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Role } from '../../contract/endpoint.ts';
import type { Handle, Tables } from '../../db/database.ts';
import { forUpdate } from '../../db/locking.ts';

type StaffColumns = Tables['staff']['$inferSelect'];
export interface StaffRow extends Omit<StaffColumns, 'role'> {
  role: Role;
}

export async function findStaff({ db, t }: Handle, staffId: number): Promise<StaffRow | null> {
  const [row] = await db
    .select()
    .from(t.staff)
    .where(and(eq(t.staff.staff_id, staffId), isNull(t.staff.removed_at)));
  return (row as StaffRow | undefined) ?? null;
}

/** Somebody who can sign in with this address (lower case); held until the transaction ends. */
export async function findStaffByEmailForUpdate(handle: Handle, email: string): Promise<StaffRow | null> {
  const { staff } = handle.t;
  const query = handle.db
    .select()
    .from(staff)
    .where(and(eq(staff.email, email), isNull(staff.removed_at)));
  const [row] = await forUpdate(handle, query);
  return (row as StaffRow | undefined) ?? null;
}

export async function hasStaff({ db, t }: Handle): Promise<boolean> {
  const [row] = await db.select({ staff_id: t.staff.staff_id }).from(t.staff).limit(1);
  return row !== undefined;
}

export interface NewStaff {
  email: string;
  name: string;
  role: Role;
  password_hash: string;
}

export async function insertStaff({ db, t }: Handle, who: NewStaff, now: number): Promise<StaffRow> {
  const [row] = await db
    .insert(t.staff)
    .values({ ...who, failed_sign_ins: 0, created_at: now })
    .returning();
  if (!row) throw new Error('The new member of staff gave back no row');
  return row as StaffRow;
}

export async function updateStaff({ db, t }: Handle, staffId: number, set: Partial<StaffColumns>): Promise<void> {
  await db.update(t.staff).set(set).where(eq(t.staff.staff_id, staffId));
}

export interface NewSession {
  token_hash: string;
  staff_id: number;
  created_at: number;
  expires_at: number;
}

/** Sessions of the same person that are over go with it. */
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
