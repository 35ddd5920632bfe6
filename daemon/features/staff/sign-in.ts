import type { Database, Handle } from '../../db/database.ts';
import { AppError } from '../../lib/problem.ts';
import { randomToken, sha256Hex } from '../../lib/secrets.ts';
import { isPassword } from './passwords.ts';
import { normalizeEmail, SESSION_MS, startAttempt } from './sign-in-rules.ts';
import {
  deleteSession,
  findStaff,
  findStaffByEmailForUpdate,
  insertSession,
  type StaffRow,
  updateStaff,
} from './staff-store.ts';

export interface SignedIn {
  token: string;
  staff: StaffRow;
  expiresAt: number;
}

/** An unknown address and a wrong password are told apart neither by the answer nor by the work they take. */
export async function signIn(db: Database, email: string, password: string, now: number): Promise<SignedIn> {
  const account = await db.write((handle) => countAttempt(handle, normalizeEmail(email), now));
  const isRight = await isPassword(password, account?.password_hash ?? null);
  if (!account || !isRight) throw new AppError('invalid_credentials');
  return db.write(async (handle) => {
    const current = await findStaff(handle, account.staff_id);
    // Removed, or given another password, while this one was being checked.
    if (current?.password_hash !== account.password_hash) throw new AppError('invalid_credentials');
    await updateStaff(handle, account.staff_id, { failed_sign_ins: 0, locked_until: null });
    return openSession(handle, current, now);
  });
}

/** A locked account refuses the right password too. */
async function countAttempt(handle: Handle, email: string, now: number): Promise<StaffRow | null> {
  const account = await findStaffByEmailForUpdate(handle, email);
  if (!account) return null;
  const attempt = startAttempt(account, now);
  if ('retryAfterSeconds' in attempt) throw new AppError({ code: 'account_locked', ...attempt });
  await updateStaff(handle, account.staff_id, attempt);
  return account;
}

/** The token leaves the daemon once; its hash stays. */
export async function openSession(handle: Handle, staff: StaffRow, now: number): Promise<SignedIn> {
  const token = randomToken();
  const expiresAt = now + SESSION_MS;
  await insertSession(handle, {
    token_hash: sha256Hex(token),
    staff_id: staff.staff_id,
    created_at: now,
    expires_at: expiresAt,
  });
  return { token, staff, expiresAt };
}

export async function whoIs(db: Database, staffId: number): Promise<StaffRow> {
  const staff = await db.read((handle) => findStaff(handle, staffId));
  if (!staff) throw new AppError('unauthorized');
  return staff;
}

export const signOut = (db: Database, tokenHash: string): Promise<void> =>
  db.write((handle) => deleteSession(handle, tokenHash));
