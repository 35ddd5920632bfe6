import { AppError, type Problem } from '../../../contract/refusals.ts';
import type { Database, Handle } from '../../../db/database.ts';
import type { SecretKey } from '../../../lib/keyed.ts';
import type { Log } from '../../../lib/log.ts';
import { recordAudit } from '../../audit/audit-store.ts';
import { openJson, sealJson } from '../sealed-json.ts';
import {
  claimGroupCheck,
  deleteCompanySessionsOf,
  deleteSession,
  endGroupCheck,
  findSession,
} from '../sessions-store.ts';
import { findStaffForUpdate, updateStaff } from '../staff-store.ts';
import { deleteTokensOf } from '../tokens/tokens-store.ts';
import type { Grant, Provider } from './provider.ts';
import { ProviderFault, providerFault } from './provider-fault.ts';
import { recordAccount } from './record-account.ts';

/** A session stays valid for at most this long without a check of the person's groups. */
const VALID_MS = 15 * 60_000;
/** If the last check is older than this but still valid, a request starts a check without waiting for it. */
const DUE_MS = 14 * 60_000;
/** A check that started longer ago than this has failed, because each of its requests has a shorter time limit. */
const STALE_MS = 60_000;

const ENDED: Problem = {
  code: 'unauthorized',
  detail: 'Your company account no longer gives you the role that you had here. Sign in again.',
};
const DOWN: Problem = {
  code: 'unauthorized',
  detail: 'The company’s sign-in service is not responding, so your groups could not be checked. Sign in again later.',
};
const IN_PROGRESS: Problem = {
  code: 'unavailable',
  detail: 'Your company account is being checked. Try again.',
  retryAfterSeconds: 1,
};

interface CheckParts {
  db: Database;
  secretKey: SecretKey;
  /**
   * Null if the daemon no longer has a provider. Sessions opened with a company account then end at their next check.
   */
  provider: Provider | null;
  log: Log;
}

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/**
 * Throws `unauthorized` if the session was opened with a company account whose groups cannot be checked or no longer
 * give the role, and `unavailable` if another daemon is still checking them.
 */
export type CheckGroups = (session: Session, now: number) => Promise<void>;

export function createCheckGroups(parts: CheckParts): CheckGroups {
  const running = new Map<string, Promise<Problem | null>>();
  const start = (session: Session, now: number) => {
    const { tokenHash } = session;
    const check = checkGroups(parts, session, now).finally(() => running.delete(tokenHash));
    running.set(tokenHash, check);
    return check;
  };
  return async (session, now) => {
    const { tokenHash, providerCheckedAt } = session;
    if (providerCheckedAt === null) return;
    const age = now - providerCheckedAt;
    if (age >= 0 && age < DUE_MS) return;
    const check = running.get(tokenHash) ?? start(session, now);
    if (age >= 0 && age < VALID_MS) {
      check.catch((error) => parts.log.warn('The groups of a company account could not be checked', { error }));
      return;
    }
    const problem = await check;
    if (problem) throw new AppError(problem);
  };
}

/** @returns why the session is no longer valid; null if it is still valid */
async function checkGroups(parts: CheckParts, session: Session, now: number): Promise<Problem | null> {
  const { db, log } = parts;
  const { tokenHash, providerCheckedAt } = session;
  const claim = { tokenHash, checkedAt: providerCheckedAt ?? now };
  const isMine = await db.write((handle) => claimGroupCheck(handle, claim, { now, longestMs: STALE_MS }));
  if (!isMine) return await findResultOfOther(db, claim);
  const asked = await askProvider(parts, session).catch(providerFault);
  if (!(asked instanceof ProviderFault))
    return await db.write((handle) => settle(parts, { handle, session, now }, asked));
  log.warn('The groups of a company account could not be checked', { error: asked });
  if (asked.kind === 'refused') {
    await db.write((handle) => deleteSession(handle, tokenHash));
    return ENDED;
  }
  await db.write((handle) => endGroupCheck(handle, tokenHash, null));
  return DOWN;
}

/** Returns the result of a check by another daemon or by an earlier request. */
async function findResultOfOther(db: Database, claim: { tokenHash: string; checkedAt: number }) {
  const session = await db.read((handle) => findSession(handle, claim.tokenHash));
  if (!session) return ENDED;
  return session.providerCheckedAt === claim.checkedAt ? IN_PROGRESS : null;
}

async function askProvider({ provider, secretKey }: CheckParts, { providerGrant, providerSubject }: Session) {
  if (!provider) throw new ProviderFault('refused', new Error('The daemon has no provider'));
  const grant = openJson(secretKey, providerGrant ?? '') as Grant | null;
  if (!grant) throw new ProviderFault('refused', new Error('The secret key has changed since the sign-in'));
  return await provider.renew(grant, providerSubject ?? '');
}

/**
 * Applies the person's current roles. If the stored role was lost, all of the person's company sessions end and their
 * access tokens are deleted. If the stored role came from groups, a higher role replaces it.
 */
async function settle(
  { secretKey }: CheckParts,
  { handle, session, now }: { handle: Handle; session: Session; now: number },
  { roles, grant }: Awaited<ReturnType<Provider['renew']>>,
): Promise<Problem | null> {
  const staff = await findStaffForUpdate(handle, session.staffId);
  if (!staff) return ENDED;
  const { staff_id: staffId, role_from_groups: isFromGroups } = staff;
  const [highest] = roles;
  if (highest === undefined || (isFromGroups && !roles.includes(staff.role))) {
    await deleteCompanySessionsOf(handle, staffId);
    await deleteTokensOf(handle, staffId);
    const entry = { staffId: null, action: 'staff.company_role_lost', entity: 'staff', entityId: staffId };
    await recordAudit(handle, { ...entry, before: null, after: null }, now);
    return ENDED;
  }
  if (isFromGroups && highest !== staff.role) {
    const after = await updateStaff(handle, staffId, { role: highest });
    await recordAccount(handle, 'staff.company_account', { before: staff, after }, now);
  }
  const provider_grant = sealJson(secretKey, grant);
  await endGroupCheck(handle, session.tokenHash, { provider_grant, provider_checked_at: now });
  return null;
}
