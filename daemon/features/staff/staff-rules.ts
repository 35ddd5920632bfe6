import type { Role } from '../../contract/endpoint.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import type { Problem } from '../../contract/refusals.ts';
import type { StaffStatus } from '../../contract/words.ts';
import { parseGames } from '../../domain/games.ts';
import { isoInstant } from '../../lib/clock.ts';
import { hasTotp, type SecondFactor } from './totp-rules.ts';

export const INVITATION_MS = 7 * 24 * 3_600_000;
export const ADDRESS_TAKEN: Problem = {
  code: 'duplicate',
  detail: 'This email address is already registered. Use another one.',
  errors: [fieldFault('', ['email'], 'taken')],
};

export const NO_COMPANY_ACCOUNT = { provider_issuer: null, provider_subject: null, role_from_groups: false } as const;
export const ROLE_FOLLOWS_GROUPS: Problem = {
  code: 'invalid_request',
  errors: [fieldFault('', ['role'], 'follows_groups')],
};

interface Life {
  activated_at: number | null;
  password_hash: string | null;
  locked_until: number | null;
  removed_at: number | null;
}

/** Checks the password too, because daemons of the previous version do not set `activated_at`. */
const isInvited = ({ activated_at, password_hash }: Life) => activated_at === null && password_hash === null;

/** A lockout does not change the status of an invited person, who cannot sign in yet. */
export function statusOf(life: Life, now: number): StaffStatus {
  const { locked_until, removed_at } = life;
  if (removed_at !== null) return 'removed';
  if (isInvited(life)) return 'invited';
  return locked_until !== null && locked_until > now ? 'locked' : 'active';
}

interface Member extends Life {
  staff_id: number;
  role: Role;
  games: string | null;
}

/** Returns whether the person has all rights: an owner who is not limited to some games. */
export const isFullOwner = ({ role, games }: Pick<Member, 'role' | 'games'>) => role === 'owner' && games === null;

/** Returns whether the person can act as an owner; people who are invited or removed cannot. */
const isOwner = (member: Member) => isFullOwner(member) && !isInvited(member) && member.removed_at === null;

/** Returns whether `staff` would have no owner without this person. */
export const isLastOwner = (staff: readonly Member[], who: Member) =>
  isOwner(who) && !staff.some((other) => other.staff_id !== who.staff_id && isOwner(other));

interface Audited extends SecondFactor {
  email: string;
  name: string;
  role: Role;
  games: string | null;
  locked_until: number | null;
  invitation_expires_at: number | null;
  provider_subject: string | null;
}

/** Returns what the audit log stores about a member of staff. For secrets, it stores only whether they exist. */
export const auditView = (row: Audited) => ({
  email: row.email,
  name: row.name,
  role: row.role,
  ...(row.games !== null && { games: parseGames(row.games) }),
  totp: hasTotp(row),
  ...(row.has_passkey && { passkey: true }),
  ...(row.provider_subject !== null && { company_account: true }),
  locked_until: row.locked_until === null ? null : isoInstant(row.locked_until),
  invited_until: row.invitation_expires_at === null ? null : isoInstant(row.invitation_expires_at),
});
