import type { Role } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { Database, Handle } from '../../db/database.ts';
import { retryLostRace } from '../../db/lost-race.ts';
import { type Page, pageOf } from '../../db/query/listing.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { type Games, gamesText } from '../../domain/games.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { deleteOwnViews } from '../views/views-store.ts';
import { deleteSecondFactor } from './delete-second-factor.ts';
import { type Invitation, makeInvitation } from './invite-staff.ts';
import { deleteSessionsOf } from './sessions-store.ts';
import { NOT_LOCKED, normalizeEmail } from './sign-in-rules.ts';
import { clearTries, forgetTries } from './sign-in-tries-store.ts';
import { ADDRESS_TAKEN, auditView, isFullOwner, isLastOwner, ROLE_FOLLOWS_GROUPS } from './staff-rules.ts';
import {
  findHolderForUpdate,
  findStaff,
  listStaffRows,
  listWithOwnersForUpdate,
  type StaffChange,
  type StaffListQuery,
  type StaffRow,
  updateStaff,
} from './staff-store.ts';
import { deleteTokensOf } from './tokens/tokens-store.ts';
import { NO_SECOND_FACTOR } from './totp-rules.ts';

export const listStaff = (db: Database, query: StaffListQuery, now: number): Promise<Page<StaffRow>> =>
  db.read(async (handle) => {
    const { rows, total } = await listStaffRows(handle, query, now);
    return pageOf(query, rows, total);
  });

export async function getStaff(db: Database, staffId: number): Promise<StaffRow> {
  const staff = await db.read((handle) => findStaff(handle, staffId));
  if (!staff) throw new AppError('not_found');
  return staff;
}

export interface StaffFields extends VersionRead {
  name?: string | undefined;
  role?: Role | undefined;
  games?: Games | undefined;
  email?: string | undefined;
  /**
   * Creates a new invitation and invalidates the previous one. An existing password stays valid until the invitation is
   * accepted.
   */
  reinvite?: true | undefined;
  reset_totp?: true | undefined;
  unlock?: true | undefined;
}

export interface Changed {
  row: StaffRow;
  invitation: Invitation | null;
}

export async function changeStaff(
  db: Database,
  ownerId: number,
  staffId: number,
  fields: StaffFields,
  now: number,
): Promise<Changed> {
  const { invitation, columns } = makeInvitation(now);
  const asked = {
    name: fields.name,
    role: fields.role,
    games: fields.games === undefined ? undefined : gamesText(fields.games),
    email: fields.email === undefined ? undefined : normalizeEmail(fields.email),
    ...(fields.reinvite && columns),
    ...(fields.reset_totp && NO_SECOND_FACTOR),
    ...(fields.unlock && NOT_LOCKED),
  };
  const write = () =>
    db.write(async (handle) => {
      const demotes = (fields.role ?? 'owner') !== 'owner' || (fields.games ?? null) !== null;
      const before = await getTarget(handle, ownerId, staffId, demotes);
      refuseStale(before, fields);
      if (before.role_from_groups && fields.role !== undefined && fields.role !== before.role)
        throw new AppError(ROLE_FOLLOWS_GROUPS);
      if (fields.unlock) await clearTries(handle, before.email);
      const set: StaffChange | null = changedFields(before, asked);
      if (!set) return before;
      if (set.email !== undefined && (await findHolderForUpdate(handle, set.email))) throw new AppError(ADDRESS_TAKEN);
      const after = await updateStaff(handle, staffId, set);
      if (fields.reset_totp) await deleteSecondFactor(handle, staffId);
      const changes = changesBetween(auditView(before), auditView(after));
      const entry = { staffId: ownerId, action: 'staff.change', entity: 'staff', entityId: staffId };
      if (changes) await recordAudit(handle, { ...entry, ...changes }, now);
      return after;
    });
  return { row: await retryLostRace(write), invitation: fields.reinvite ? invitation : null };
}

/** Deletes the credentials, sessions and own saved views of a member of staff. The row is kept for the audit log. */
export const removeStaff = (
  db: Database,
  ownerId: number,
  { staffId, version }: { staffId: number } & VersionRead,
  now: number,
): Promise<StaffRow> =>
  db.write(async (handle) => {
    const before = await getTarget(handle, ownerId, staffId, true);
    refuseStale(before, { version });
    const after = await updateStaff(handle, staffId, {
      ...NO_SECOND_FACTOR,
      ...NOT_LOCKED,
      password_hash: null,
      activated_at: null,
      invitation_hash: null,
      invitation_expires_at: null,
      removed_at: now,
    });
    await deleteSecondFactor(handle, staffId);
    await deleteSessionsOf(handle, staffId);
    await deleteTokensOf(handle, staffId);
    await deleteOwnViews(handle, staffId);
    await forgetTries(handle, before.email);
    const entry = { staffId: ownerId, action: 'staff.remove', entity: 'staff', entityId: staffId };
    await recordAudit(handle, { ...entry, before: auditView(before), after: null }, now);
    return after;
  });

/** Returns the member of staff to change. All owners are locked too, so that two owners cannot remove each other. */
async function getTarget(handle: Handle, ownerId: number, staffId: number, unmakes: boolean): Promise<StaffRow> {
  const staff = await listWithOwnersForUpdate(handle, staffId);
  const target = staff.find((row) => row.staff_id === staffId);
  if (!target) throw new AppError('not_found');
  if (unmakes && isLastOwner(staff, target)) throw new AppError('last_owner');
  const asks = staff.find((row) => row.staff_id === ownerId);
  if (!asks || !isFullOwner(asks)) throw new AppError('forbidden');
  return target;
}
