import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type SecretKey, unseal } from '../../lib/keyed.ts';
import { type PasskeyProof, spendProof } from './passkeys/passkeys-store.ts';
import { inHashTurn, isPassword, isSamePassword, renewHash } from './passwords.ts';
import { isRecoveryCode } from './recovery-code-rules.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { type Attempt, endAttempt, lockOf, NOT_LOCKED, startAttempt, undoAttempt } from './sign-in-rules.ts';
import { dropSomeTries, putTries, showLock, type TriesKey, takeTries, triesKeyOf } from './sign-in-tries-store.ts';
import { findStaffForUpdate, type SignInChange, type StaffRow, updateSignIn } from './staff-store.ts';
import { hasSecondFactor, hasTotp, stepOfCode } from './totp-rules.ts';

/** The account that a client tries to access. */
export interface Asked {
  /** The client's IP address. */
  ip: string;
  find: (handle: Handle) => Promise<StaffRow | null>;
  /** The email address in lower case. Required if `find` might not find an account. */
  email?: string;
}

/** A sign-in attempt; it counts as failed until it succeeds. */
export interface Trying {
  account: StaffRow | null;
  key: TriesKey;
  attempt: Attempt;
  /** The right password, hashed at the current cost, if the stored hash has a lower cost. */
  renewedHash?: string;
}
/** An attempt to access an account that exists. */
export type TryingAccount = Trying & { account: StaffRow };

/**
 * Counts an attempt for an email address and the client's network. If either is locked, even the right password is
 * refused. The statements are the same whether or not the address has an account.
 */
export async function countAttempt(db: Database, { find, email, ip }: Asked, now: number): Promise<Trying> {
  const { address, ...trying } = await db.write(async (handle) => {
    const account = await find(handle);
    const address = email ?? account?.email;
    if (address === undefined) throw new AppError('invalid_credentials');
    const key = triesKeyOf(handle, address, ip);
    const attempt = startAttempt(await takeTries(handle, key), now);
    if ('retryAfterSeconds' in attempt) throw new AppError({ code: 'account_locked', ...attempt });
    await putTries(handle, key, attempt);
    await dropSomeTries(handle, now);
    return { account, address, key, attempt };
  });
  const lock = lockOf(trying.attempt);
  // Uses a separate transaction, because a sign-in must lock the account's row before the rows of attempts.
  if (lock !== null) await db.write((handle) => showLock(handle, address, lock));
  return trying;
}

/**
 * Checks a password. Unknown accounts and wrong passwords cause the same work and get the same response. The attempt is
 * counted just before the hash is computed, so that even in a flood of requests, rows are written only as fast as
 * passwords are hashed.
 */
export async function tryPassword(db: Database, asked: Asked, password: string, now: number): Promise<TryingAccount> {
  return inHashTurn(async () => {
    const trying = await countAttempt(db, asked, now);
    const { account } = trying;
    const stored = account?.password_hash ?? null;
    const isRight = await isPassword(password, stored);
    if (!account || stored === null || !isRight) throw new AppError('invalid_credentials');
    const renewedHash = await renewHash(password, stored);
    return { ...trying, account, ...(renewedHash !== null && { renewedHash }) };
  });
}

/** Locks and returns the account, unless it was removed or its password changed during the check. */
export async function getUnchanged(handle: Handle, { account }: TryingAccount): Promise<StaffRow> {
  const current = await findStaffForUpdate(handle, account.staff_id);
  if (!current || !isSamePassword(current.password_hash, account.password_hash))
    throw new AppError('invalid_credentials');
  return current;
}

/** Clears the failures of a network from which the account was accessed, and marks the network as known. */
export async function clearFailures(handle: Handle, { key }: Pick<Trying, 'key'>, now: number): Promise<void> {
  await putTries(handle, key, endAttempt(await takeTries(handle, key), now));
}

export interface GivenFactor {
  /** A code from the authenticator app, or a recovery code. */
  code?: string | undefined;
  passkey?: PasskeyProof | undefined;
}

export interface Passed {
  staff: StaffRow;
  /**
   * Whether a recovery code was used. The caller must record the use in the audit log as the last entry of its
   * transaction.
   */
  usedRecoveryCode: boolean;
}

/**
 * Clears the count of failures after a successful attempt and marks the second factor as used. The caller must have
 * locked the row of `current`. If a required second factor is missing, it returns null and does not count the attempt.
 * @param given `trying` is null if no attempt was counted
 */
export async function passAttempt(
  handle: Handle,
  secretKey: SecretKey,
  current: StaffRow,
  { trying, ...given }: GivenFactor & { trying: Trying | null },
  now: number,
): Promise<Passed | null> {
  const spent = await spendFactor(handle, secretKey, current, given, now);
  if (!spent) {
    if (trying) await takeBack(handle, current, trying);
    return null;
  }
  if (trying) await clearFailures(handle, trying, now);
  const renewed = trying?.renewedHash === undefined ? {} : { password_hash: trying.renewedHash };
  const set = { ...NOT_LOCKED, ...renewed, ...spent.set };
  return { staff: await updateSignIn(handle, current.staff_id, set), usedRecoveryCode: spent.usedRecoveryCode };
}

interface Spent {
  set: SignInChange;
  usedRecoveryCode: boolean;
}
const NOTHING_TO_SET: Spent = { set: {}, usedRecoveryCode: false };

/**
 * Marks an authenticator code, a recovery code or a passkey proof as used. Returns null if a second factor is required
 * but missing.
 */
async function spendFactor(
  handle: Handle,
  secretKey: SecretKey,
  current: StaffRow,
  { code, passkey }: GivenFactor,
  now: number,
): Promise<Spent | null> {
  const { staff_id, totp_secret, totp_last_step } = current;
  if (!hasSecondFactor(current)) return NOTHING_TO_SET;
  if (passkey) {
    if (passkey.staffId === staff_id && (await spendProof(handle, passkey, now))) return NOTHING_TO_SET;
    throw new AppError('invalid_credentials');
  }
  if (code === undefined) return null;
  if (isRecoveryCode(code)) {
    const isSpent = await spendRecoveryCode(handle, secretKey, { staffId: staff_id, code }, now);
    if (isSpent) return { set: {}, usedRecoveryCode: true };
    throw new AppError('invalid_credentials');
  }
  const step =
    totp_secret !== null && hasTotp(current)
      ? stepOfCode(unseal(secretKey, totp_secret), code, totp_last_step, now)
      : null;
  if (step === null) throw new AppError('invalid_credentials');
  return { set: { totp_last_step: step }, usedRecoveryCode: false };
}

async function takeBack(handle: Handle, current: StaffRow, { key, attempt }: Trying): Promise<void> {
  await putTries(handle, key, undoAttempt(await takeTries(handle, key), attempt));
  if (current.locked_until !== null && current.locked_until === lockOf(attempt))
    await updateSignIn(handle, current.staff_id, NOT_LOCKED);
}
