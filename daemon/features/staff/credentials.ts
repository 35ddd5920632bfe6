import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type SecretKey, unseal } from '../../lib/keyed.ts';
import { isPassword } from './passwords.ts';
import { isRecoveryCode } from './recovery-code-rules.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { type Attempts, NO_ATTEMPTS, startAttempt, undoAttempt } from './sign-in-rules.ts';
import { findStaffForUpdate, type SignInChange, type StaffRow, updateSignIn } from './staff-store.ts';
import { hasTotp, stepOfCode } from './totp-rules.ts';

type Find = (handle: Handle) => Promise<StaffRow | null>;

/** A sign-in attempt; it counts as failed until it succeeds. */
export interface Trying {
  account: StaffRow;
  attempt: Attempts;
}

/** Counts an attempt for the account that `find` finds and locks. A locked account refuses the right password too. */
export const countAttempt = (db: Database, find: Find, now: number): Promise<Trying | null> =>
  db.write(async (handle) => {
    const account = await find(handle);
    if (!account) return null;
    const attempt = startAttempt(account, now);
    if ('retryAfterSeconds' in attempt) throw new AppError({ code: 'account_locked', ...attempt });
    await updateSignIn(handle, account.staff_id, { ...attempt });
    return { account, attempt };
  });

/** An unknown account and a wrong password give the same answer after the same amount of work. */
export async function tryPassword(db: Database, find: Find, password: string, now: number): Promise<Trying> {
  const trying = await countAttempt(db, find, now);
  const isRight = await isPassword(password, trying?.account.password_hash ?? null);
  if (!trying || !isRight) throw new AppError('invalid_credentials');
  return trying;
}

/** The account, locked, unless it was removed or got another password during the check. */
export async function getUnchanged(handle: Handle, { account }: Trying): Promise<StaffRow> {
  const current = await findStaffForUpdate(handle, account.staff_id);
  if (current?.password_hash !== account.password_hash) throw new AppError('invalid_credentials');
  return current;
}

export interface Passed {
  staff: StaffRow;
  /** The caller writes it into the audit log as the last of its transaction. */
  usedRecoveryCode: boolean;
}

/**
 * Completes a successful attempt: clears the count, and marks the code of a second factor, or the recovery code in its
 * place, as used. The caller must have locked the row of `current`. Returns null, and does not count the attempt, if the
 * code is needed and missing.
 */
export async function passAttempt(
  handle: Handle,
  secretKey: SecretKey,
  current: StaffRow,
  { attempt, code }: { attempt: Attempts; code: string | undefined },
  now: number,
): Promise<Passed | null> {
  const { staff_id, totp_secret, totp_last_step } = current;
  const pass = async (set: SignInChange, usedRecoveryCode = false) => ({
    staff: await updateSignIn(handle, staff_id, { ...NO_ATTEMPTS, ...set }),
    usedRecoveryCode,
  });
  if (totp_secret === null || !hasTotp(current)) return pass({});
  if (code === undefined) {
    await updateSignIn(handle, staff_id, { ...undoAttempt(current, attempt) });
    return null;
  }
  if (isRecoveryCode(code)) {
    if (await spendRecoveryCode(handle, secretKey, { staffId: staff_id, code }, now)) return pass({}, true);
    throw new AppError('invalid_credentials');
  }
  const step = stepOfCode(unseal(secretKey, totp_secret), code, totp_last_step, now);
  if (step === null) throw new AppError('invalid_credentials');
  return pass({ totp_last_step: step });
}
