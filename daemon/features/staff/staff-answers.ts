import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Environment } from '../../contract/environment.ts';
import type { RouteAnswer } from '../../contract/route.ts';
import { gamesOut } from '../../domain/games.ts';
import { csrfTokenOf, sessionCookie } from '../../domain/session-cookies.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import type { Invitation } from './invite-staff.ts';
import type { SignedIn, StaffInSession } from './sign-in.ts';
import { statusOf } from './staff-rules.ts';
import type { StaffRow } from './staff-store.ts';
import { hasTotp } from './totp-rules.ts';

const staffOut = (row: StaffRow) => ({
  staff_id: row.staff_id,
  email: row.email,
  name: row.name,
  role: row.role,
  games: gamesOut(row.games),
  totp: hasTotp(row),
  has_passkey: row.has_passkey,
  has_password: row.password_hash !== null,
});

export const staffInSessionOut = (row: StaffInSession) => ({
  ...staffOut(row),
  totp_setup_required: row.totpSetupRequired,
  recovery_codes_left: row.recoveryCodesLeft,
});

export const memberOut = (row: StaffRow, now: number): AnswerOf<Endpoints['removeStaff']> => ({
  ...staffOut(row),
  company_account: row.provider_subject !== null,
  role_from_groups: row.role_from_groups,
  status: statusOf(row, now),
  created_at: isoInstant(row.created_at),
  invitation_expires_at: instantOrNull(row.invitation_expires_at),
  version: row.version,
});

/** Puts the token after the `#`. Browsers do not send that part to servers, so it does not appear in logs. */
export const invitationOut = ({ token, expiresAt }: Invitation, publicUrl: string) => ({
  token,
  url: `${publicUrl}/portal/#invitation=${token}`,
  expires_at: isoInstant(expiresAt),
});

export interface SignedInAs {
  status: number;
  cookie: boolean | undefined;
  publicUrl: () => string;
  environment: Environment;
}

/** Returns the token, or a cookie that contains it and that scripts on the page cannot read. */
export function signedInOut({ token, staff, expiresAt }: SignedIn, as: SignedInAs): RouteAnswer<Endpoints['signIn']> {
  const answer = {
    token,
    staff: staffInSessionOut(staff),
    expires_at: isoInstant(expiresAt),
    environment: as.environment,
  };
  if (!as.cookie) return answer;
  const body = JSON.stringify({ ...answer, token: null, csrf_token: csrfTokenOf(token) });
  return {
    rendered: { status: as.status, body, headers: { 'Set-Cookie': sessionCookie('staff', as.publicUrl(), token) } },
  };
}
