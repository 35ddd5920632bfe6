import type { Database, Handle } from '../../../db/database.ts';
import { retryLostRace } from '../../../db/lost-race.ts';
import { changedFields } from '../../../lib/changed-fields.ts';
import type { SecretKey } from '../../../lib/keyed.ts';
import { recordAudit } from '../../audit/audit-store.ts';
import { sealJson } from '../sealed-json.ts';
import { openSession, type SignedIn } from '../sign-in.ts';
import { isLastOwner } from '../staff-rules.ts';
import {
  findBySubjectForUpdate,
  findHolderForUpdate,
  insertStaff,
  listWithOwnersForUpdate,
  type StaffRow,
  updateStaff,
} from '../staff-store.ts';
import { CompanyRefusal } from './company-refusal.ts';
import type { CompanyPerson } from './provider.ts';
import { recordAccount } from './record-account.ts';

/** A person with an address and at least one role. */
type Admitted = CompanyPerson & { email: string };

/**
 * Signs in a person whom the provider has identified, and creates the member of staff at the first sign-in. People whom
 * an owner invited or created keep the role that the owner chose; others get the highest role of their groups.
 */
export function enterWithCompany(
  db: Database,
  secretKey: SecretKey,
  person: CompanyPerson,
  now: number,
): Promise<SignedIn> {
  const { email, roles } = person;
  if (email === null) throw new CompanyRefusal('email_not_verified');
  if (roles.length === 0) throw new CompanyRefusal('no_role');
  const grant = sealJson(secretKey, person.grant);
  return retryLostRace(() =>
    db.write(async (handle) => {
      const staff = await memberFor(handle, { ...person, email }, now);
      const signedIn = await openSession(handle, staff, now, grant);
      const entry = { staffId: staff.staff_id, action: 'staff.company_sign_in', entity: 'staff' };
      await recordAudit(handle, { ...entry, entityId: staff.staff_id, before: null, after: null }, now);
      return signedIn;
    }),
  );
}

async function memberFor(handle: Handle, person: Admitted, now: number): Promise<StaffRow> {
  const { issuer, subject, email, name } = person;
  const account = { provider_issuer: issuer, provider_subject: subject };
  const holder = await findHolderForUpdate(handle, email);
  const known = (await findBySubjectForUpdate(handle, person)) ?? holder;
  if (!known) {
    const [role] = person.roles;
    if (!role) throw new CompanyRefusal('no_role');
    const who = { ...account, email, name, role, password_hash: null, role_from_groups: true };
    const made = await insertStaff(handle, who, now);
    await recordAccount(handle, 'staff.create', { before: null, after: made }, now);
    return made;
  }
  if (known.removed_at !== null) throw new CompanyRefusal('removed');
  // The provider has given one person's address to another person, who must not get the first person's account.
  if (known.provider_issuer === issuer && known.provider_subject !== subject) throw new CompanyRefusal('other_account');
  const set = changedFields(known, {
    ...account,
    role: await roleFor(handle, known, person),
    email: holder ? undefined : email,
    activated_at: known.activated_at ?? now,
    invitation_hash: null,
    invitation_expires_at: null,
  });
  if (!set) return known;
  const after = await updateStaff(handle, known.staff_id, set);
  await recordAccount(handle, 'staff.company_account', { before: known, after }, now);
  return after;
}

/** Returns the role to store; undefined to keep the current one. */
async function roleFor(handle: Handle, known: StaffRow, { roles: [role] }: Admitted) {
  if (!known.role_from_groups || role === known.role) return undefined;
  const isLast = isLastOwner(await listWithOwnersForUpdate(handle, known.staff_id), known);
  // The last owner keeps the role, so the sign-in is refused until their groups give them that role again.
  if (isLast) throw new CompanyRefusal('no_role');
  return role;
}
