import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../contract/endpoint.ts';
import type { StaffStatus } from '../../contract/words.ts';
import type { Handle, Tables } from '../../db/database.ts';
import { contains, countRows, offsetOf, orderOf, type PageQuery } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';

export type StaffRow = Tables['staff']['$inferSelect'];
export type StaffChange = Partial<Omit<StaffRow, 'staff_id' | 'version'>>;
/** The columns that a sign-in writes, even if it fails. */
export type SignInChange = Pick<StaffChange, 'failed_sign_ins' | 'locked_until' | 'totp_last_step' | 'password_hash'>;

export async function findStaff({ db, t }: Handle, staffId: number): Promise<StaffRow | null> {
  const [row] = await db
    .select()
    .from(t.staff)
    .where(and(eq(t.staff.staff_id, staffId), isNull(t.staff.removed_at)));
  return row ?? null;
}

/** Selects rows in ID order and locks them until the transaction ends. */
async function selectForUpdate(handle: Handle, where: SQL | undefined): Promise<StaffRow[]> {
  const { staff } = handle.t;
  const rows = await forUpdate(handle, handle.db.select().from(staff).where(where).orderBy(staff.staff_id));
  return rows;
}

export async function findStaffForUpdate(handle: Handle, staffId: number): Promise<StaffRow | null> {
  const { staff } = handle.t;
  const [row] = await selectForUpdate(handle, and(eq(staff.staff_id, staffId), isNull(staff.removed_at)));
  return row ?? null;
}

/** Finds the member of staff with this address (lower case), unless they were removed. */
export async function findStaffByEmail({ db, t }: Handle, email: string): Promise<StaffRow | null> {
  const [row] = await db
    .select()
    .from(t.staff)
    .where(and(eq(t.staff.email, email), isNull(t.staff.removed_at)));
  return row ?? null;
}

/** Like `findStaffByEmail`, but also locks the row. */
export async function findStaffByEmailForUpdate(handle: Handle, email: string): Promise<StaffRow | null> {
  const { staff } = handle.t;
  const [row] = await selectForUpdate(handle, and(eq(staff.email, email), isNull(staff.removed_at)));
  return row ?? null;
}

/** Finds the person who has this address, even if they were removed, because removed people keep their address. */
export async function findHolderForUpdate(handle: Handle, email: string): Promise<StaffRow | null> {
  const [row] = await selectForUpdate(handle, eq(handle.t.staff.email, email));
  return row ?? null;
}

/** Finds the person with this company account, even if they were removed. */
export async function findBySubjectForUpdate(
  handle: Handle,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<StaffRow | null> {
  const { staff } = handle.t;
  const isTheirs = and(eq(staff.provider_issuer, issuer), eq(staff.provider_subject, subject));
  const [row] = await selectForUpdate(handle, isTheirs);
  return row ?? null;
}

/** Finds the person with this invitation if it is valid. */
export async function findInvitedForUpdate(handle: Handle, hash: string, now: number): Promise<StaffRow | null> {
  const { staff } = handle.t;
  const isGood = and(eq(staff.invitation_hash, hash), gt(staff.invitation_expires_at, now));
  const [row] = await selectForUpdate(handle, and(isGood, isNull(staff.removed_at)));
  return row ?? null;
}

/**
 * Locks one member of staff and all owners, so that other requests cannot demote an owner until the transaction ends.
 */
export async function listWithOwnersForUpdate(handle: Handle, staffId: number): Promise<StaffRow[]> {
  const { staff } = handle.t;
  const looked = or(eq(staff.role, 'owner'), eq(staff.staff_id, staffId));
  return selectForUpdate(handle, and(looked, isNull(staff.removed_at)));
}

export async function hasStaff({ db, t }: Handle): Promise<boolean> {
  const [row] = await db.select({ staff_id: t.staff.staff_id }).from(t.staff).limit(1);
  return row !== undefined;
}

export interface StaffListQuery extends PageQuery {
  q?: string | undefined;
  role?: Role | undefined;
  status?: StaffStatus | undefined;
  sort?: string | undefined;
}

export async function listStaffRows(handle: Handle, query: StaffListQuery, now: number) {
  const { staff } = handle.t;
  const where = and(
    withStatus(handle, query.status, now),
    query.role ? eq(staff.role, query.role) : undefined,
    query.q ? contains(query.q, staff.email, staff.name) : undefined,
  );
  const sortable = { created_at: staff.created_at, name: sql`lower(${staff.name})`, email: staff.email };
  const rows = await handle.db
    .select()
    .from(staff)
    .where(where)
    .orderBy(...orderOf(query.sort, sortable, staff.staff_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows, total: await countRows(handle, staff, where) };
}

/**
 * Returns the conditions of `statusOf` in SQL; if no status is given, the condition for all people who are not removed.
 */
function withStatus({ t }: Handle, status: StaffStatus | undefined, now: number): SQL | undefined {
  const { removed_at, activated_at, password_hash, locked_until } = t.staff;
  if (status === 'removed') return isNotNull(removed_at);
  const isActivated = or(isNotNull(activated_at), isNotNull(password_hash));
  const mayTry = or(isNull(locked_until), lte(locked_until, now));
  const conditions = {
    invited: and(isNull(activated_at), isNull(password_hash)),
    active: and(isActivated, mayTry),
    locked: and(isActivated, gt(locked_until, now)),
  };
  return and(isNull(removed_at), status && conditions[status]);
}

export interface NewStaff {
  email: string;
  name: string;
  role: Role;
  games?: string | null;
  /** Null for invited people and for people with a company account; others are active immediately. */
  password_hash: string | null;
  invitation_hash?: string;
  invitation_expires_at?: number;
  /** The company account of a person who does not need a password. */
  provider_issuer?: string;
  provider_subject?: string;
  role_from_groups?: boolean;
}

export async function insertStaff({ db, t }: Handle, who: NewStaff, now: number): Promise<StaffRow> {
  const isInvited = who.password_hash === null && who.provider_subject === undefined;
  const activated_at = isInvited ? null : now;
  const [row] = await db
    .insert(t.staff)
    .values({ ...who, activated_at, failed_sign_ins: 0, created_at: now })
    .returning();
  if (!row) throw new Error('The insert of a member of staff returned no row');
  return row as StaffRow;
}

export async function updateStaff({ db, t }: Handle, staffId: number, set: StaffChange): Promise<StaffRow> {
  const changed = { ...set, version: nextVersion(t.staff.version) };
  const [row] = await db.update(t.staff).set(changed).where(eq(t.staff.staff_id, staffId)).returning();
  if (!row) throw new Error(`Member of staff ${staffId} no longer exists`);
  return row as StaffRow;
}

/** Updates the sign-in columns without increasing the version, because owners do not edit these columns. */
export async function updateSignIn({ db, t }: Handle, staffId: number, set: SignInChange): Promise<StaffRow> {
  const [row] = await db.update(t.staff).set(set).where(eq(t.staff.staff_id, staffId)).returning();
  if (!row) throw new Error(`Member of staff ${staffId} no longer exists`);
  return row as StaffRow;
}
