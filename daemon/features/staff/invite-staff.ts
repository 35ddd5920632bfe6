import type { Role } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { retryLostRace } from '../../db/lost-race.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { type Games, gamesText } from '../../domain/games.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { randomToken, sha256Hex } from '../../lib/secrets.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { clearFailures, countAttempt, passAttempt } from './credentials.ts';
import type { PasskeyProof } from './passkeys/passkeys-store.ts';
import { hashPassword } from './passwords.ts';
import { recordRecoveryCodeUse } from './recovery-codes.ts';
import { deleteSessionsOf } from './sessions-store.ts';
import { openSession, refuseIfProviderOnly, type SignedIn } from './sign-in.ts';
import { NOT_LOCKED, normalizeEmail } from './sign-in-rules.ts';
import { forgetTries, triesKeyOf } from './sign-in-tries-store.ts';
import { ADDRESS_TAKEN, auditView, INVITATION_MS, NO_COMPANY_ACCOUNT } from './staff-rules.ts';
import { findHolderForUpdate, findInvitedForUpdate, insertStaff, type StaffRow, updateStaff } from './staff-store.ts';
import { deleteTokensOf } from './tokens/tokens-store.ts';
import { hasSecondFactor, NO_SECOND_FACTOR } from './totp-rules.ts';

export interface Invitation {
  token: string;
  expiresAt: number;
}
export interface Invited {
  row: StaffRow;
  invitation: Invitation;
}

/** Creates an invitation. Its token is sent only once; the database stores only the hash. */
export function makeInvitation(now: number) {
  const token = randomToken();
  const expiresAt = now + INVITATION_MS;
  const columns = { invitation_hash: sha256Hex(token), invitation_expires_at: expiresAt };
  return { invitation: { token, expiresAt }, columns };
}

export interface NewStaffFields {
  email: string;
  name: string;
  role: Role;
  /** The games that the person is limited to. */
  games?: Games | undefined;
}

/**
 * Invites a person. A person who was removed starts again without a password, company account, second factor or failed
 * attempts.
 */
export async function inviteStaff(
  db: Database,
  staffId: number,
  { email, name, role, games = null }: NewStaffFields,
  now: number,
): Promise<Invited> {
  const { invitation, columns } = makeInvitation(now);
  const who = { email: normalizeEmail(email), name, role, games: gamesText(games), password_hash: null, ...columns };
  const row = await retryLostRace(() =>
    db.write(async (handle) => {
      const holder = await findHolderForUpdate(handle, who.email);
      if (holder && holder.removed_at === null) throw new AppError(ADDRESS_TAKEN);
      const fresh = {
        ...who,
        activated_at: null,
        ...NO_SECOND_FACTOR,
        ...NOT_LOCKED,
        ...NO_COMPANY_ACCOUNT,
        removed_at: null,
      };
      if (holder) await forgetTries(handle, who.email);
      const made = holder ? await updateStaff(handle, holder.staff_id, fresh) : await insertStaff(handle, who, now);
      const entry = { staffId, action: 'staff.create', entity: 'staff', entityId: made.staff_id };
      await recordAudit(handle, { ...entry, before: null, after: auditView(made) }, now);
      return made;
    }),
  );
  return { row, invitation };
}

export interface AcceptFields {
  token: string;
  password: string;
  name?: string | undefined;
  totp_code?: string | undefined;
  passkey?: PasskeyProof | undefined;
}

/**
 * Sets the password, signs in, invalidates the invitation, ends earlier sessions and deletes access tokens. A person
 * who forgot their password and has a second factor must also enter a code or use a passkey, and wrong codes count
 * towards the lockout.
 */
export async function acceptInvitation(
  db: Database,
  secretKey: SecretKey,
  { token, password, name, totp_code: code, passkey, ip }: AcceptFields & { ip: string },
  now: number,
): Promise<SignedIn> {
  const find = async (handle: Handle) => {
    const invited = await findInvitedForUpdate(handle, sha256Hex(token), now);
    if (!invited) throw new AppError({ code: 'invalid_credentials', detail: 'The invitation is no longer valid.' });
    return invited;
  };
  // The invitation is checked before the expensive hash, so that only a client with the invitation can cause that work.
  const trying = hasSecondFactor(await db.write(find)) ? await countAttempt(db, { find, ip }, now) : null;
  const password_hash = await hashPassword(password);
  const signedIn = await db.write(async (handle) => {
    const invited = await find(handle);
    await refuseIfProviderOnly(handle, invited);
    const passed = await passAttempt(handle, secretKey, invited, { trying, code, passkey }, now);
    if (!passed) return null;
    const { staff_id: staffId, email } = invited;
    if (!trying) await clearFailures(handle, { key: triesKeyOf(handle, email, ip) }, now);
    const activated_at = invited.activated_at ?? now;
    const set = { name, password_hash, activated_at, invitation_hash: null, invitation_expires_at: null };
    const staff = await updateStaff(handle, staffId, set);
    await deleteSessionsOf(handle, staffId);
    await deleteTokensOf(handle, staffId);
    const session = await openSession(handle, staff, now);
    const entry = { staffId, action: 'staff.accept_invitation', entity: 'staff', entityId: staffId };
    const changes = changesBetween(auditView(invited), auditView(staff));
    await recordAudit(handle, { ...entry, before: null, after: null, ...changes }, now);
    if (passed.usedRecoveryCode) await recordRecoveryCodeUse(handle, staffId, now);
    return session;
  });
  if (!signedIn) throw new AppError('totp_required');
  return signedIn;
}
