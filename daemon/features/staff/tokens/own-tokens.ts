import type { Role } from '../../../contract/endpoint.ts';
import { fieldFault } from '../../../contract/field-faults.ts';
import { mayGiveToken } from '../../../contract/may-call.ts';
import { AppError } from '../../../contract/refusals.ts';
import type { StaffPrincipal } from '../../../contract/route.ts';
import type { Database, Handle } from '../../../db/database.ts';
import { DAY_MS, isoInstant } from '../../../lib/clock.ts';
import { randomBase62, sha256Hex } from '../../../lib/secrets.ts';
import { recordAudit } from '../../audit/audit-store.ts';
import { findStaffForUpdate } from '../staff-store.ts';
import { MAX_TOKENS, TOKEN_LENGTH, TOKEN_PREFIX } from './token-rules.ts';
import { countTokensOf, deleteToken, insertToken, listTokensOf, type TokenRow } from './tokens-store.ts';

export const readOwnTokens = (db: Database, staffId: number): Promise<TokenRow[]> =>
  db.read((handle) => listTokensOf(handle, staffId));

export interface TokenFields {
  name: string;
  role: Role;
  days: number;
}

/** Creates a token. Only this response contains it; the database stores only the hash. */
export async function createOwnToken(
  db: Database,
  { staffId, role, byCompany }: Pick<StaffPrincipal, 'staffId' | 'role' | 'byCompany'>,
  fields: TokenFields,
  now: number,
): Promise<{ row: TokenRow; token: string }> {
  if (!mayGiveToken(role, fields.role))
    throw new AppError({ code: 'invalid_request', errors: [fieldFault('', ['role'], 'role_not_yours')] });
  const token = TOKEN_PREFIX + randomBase62(TOKEN_LENGTH);
  const row = await db.write(async (handle) => {
    // The lock on the person's row makes simultaneous requests wait for each other, so that together they do not exceed
    // the limit.
    await findStaffForUpdate(handle, staffId);
    if ((await countTokensOf(handle, staffId)) >= MAX_TOKENS) throw new AppError('too_many_tokens');
    const made = await insertToken(handle, {
      ...{ staff_id: staffId, name: fields.name, role: fields.role, by_company: byCompany },
      ...{ token_hash: sha256Hex(token), created_at: now, expires_at: now + fields.days * DAY_MS },
    });
    await audit(handle, 'create', { staffId, before: null, after: auditView(made) }, now);
    return made;
  });
  return { row, token };
}

export const revokeOwnToken = (db: Database, staffId: number, tokenId: number, now: number): Promise<void> =>
  db.write(async (handle) => {
    const gone = await deleteToken(handle, { staffId, tokenId });
    if (!gone) throw new AppError('not_found');
    await audit(handle, 'revoke', { staffId, before: auditView(gone), after: null }, now);
  });

interface Change {
  staffId: number;
  before: object | null;
  after: object | null;
}
const audit = (handle: Handle, verb: 'create' | 'revoke', change: Change, now: number) =>
  recordAudit(handle, { action: `staff.${verb}_token`, entity: 'staff', entityId: change.staffId, ...change }, now);

const auditView = ({ name, role, expires_at }: TokenRow) => ({ name, role, expires_at: isoInstant(expires_at) });
