import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/lost-race.ts';
import { seedOrganisation } from '../../db/seed.ts';
import { randomToken, sameHash, sha256Hex } from '../../lib/secrets.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { getOrganisation, getOrganisationForUpdate, updateSetupToken } from '../settings/settings-store.ts';
import { hashPassword } from './passwords.ts';
import { openSession, type SignedIn } from './sign-in.ts';
import { normalizeEmail } from './sign-in-rules.ts';
import { hasStaff, insertStaff, type NewStaff } from './staff-store.ts';

export interface OwnerSettings {
  email?: string | undefined;
  password?: string | undefined;
}

/**
 * Runs at each startup. If there are no staff, it creates the owner from the settings. If the settings do not contain
 * both an email address and a password, it creates a one-time setup token for the Portal and invalidates the previous
 * token.
 */
export async function ensureFirstOwner(
  db: Database,
  { email, password }: OwnerSettings,
  now: number,
): Promise<{ setupToken: string | null }> {
  const owner = email && password ? { email, password } : null;
  await seedOrganisation(db, now);
  if (await db.read(hasStaff)) return { setupToken: null };
  if (owner) return makeOwner(db, await ownerOf(owner), now);
  return db.write(async (handle) => {
    await getOrganisationForUpdate(handle);
    if (await hasStaff(handle)) return { setupToken: null };
    const setupToken = randomToken();
    await updateSetupToken(handle, sha256Hex(setupToken));
    return { setupToken };
  });
}

async function makeOwner(db: Database, owner: NewStaff, now: number) {
  try {
    await db.write(async (handle) => {
      await getOrganisationForUpdate(handle);
      if (!(await hasStaff(handle))) await insertOwner(handle, owner, now);
    });
  } catch (error) {
    // Another daemon that started at the same moment has created the owner.
    if (!isUniqueViolation(error)) throw error;
  }
  return { setupToken: null };
}

export interface SetupFields {
  setup_token: string;
  email: string;
  password: string;
  name?: string | undefined;
}

/** Creates the first owner, signs them in and invalidates the setup token. */
export async function setUp(db: Database, fields: SetupFields, now: number): Promise<SignedIn> {
  const tokenHash = sha256Hex(fields.setup_token);
  // The token is checked before the expensive hash, so that only a client with the token can cause that work.
  await db.read(async (handle) =>
    refuseUnlessOpen(handle, tokenHash, (await getOrganisation(handle)).setup_token_hash),
  );
  const owner = await ownerOf(fields);
  return db.write(async (handle) => {
    const { setup_token_hash } = await getOrganisationForUpdate(handle);
    await refuseUnlessOpen(handle, tokenHash, setup_token_hash);
    const staff = await insertOwner(handle, owner, now);
    return openSession(handle, staff, now);
  });
}

async function refuseUnlessOpen(handle: Handle, tokenHash: string, setupTokenHash: string | null) {
  if (await hasStaff(handle)) throw new AppError('already_set_up');
  if (setupTokenHash === null || !sameHash(tokenHash, setupTokenHash))
    throw new AppError({ code: 'invalid_credentials', detail: 'The setup token is wrong.' });
}

async function ownerOf({ email, password, name }: { email: string; password: string; name?: string | undefined }) {
  const address = normalizeEmail(email);
  return { email: address, name: name ?? address, role: 'owner', password_hash: await hashPassword(password) } as const;
}

async function insertOwner(handle: Handle, owner: NewStaff, now: number) {
  const staff = await insertStaff(handle, owner, now);
  await updateSetupToken(handle, null);
  const { staff_id: staffId, email, name, role } = staff;
  await recordAudit(
    handle,
    { staffId, action: 'staff.create', entity: 'staff', entityId: staffId, before: null, after: { email, name, role } },
    now,
  );
  return staff;
}
