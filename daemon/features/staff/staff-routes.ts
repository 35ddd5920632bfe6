import type { Environment } from '../../contract/environment.ts';
import type { Routes } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { sessionCookie } from '../../domain/session-cookies.ts';
import { isoInstant } from '../../lib/clock.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { changePassword } from './change-password.ts';
import { changeStaff, getStaff, listStaff, removeStaff } from './change-staff.ts';
import { setUp } from './first-owner.ts';
import { acceptInvitation, inviteStaff } from './invite-staff.ts';
import { withPasskey } from './passkeys/read-answers.ts';
import { confirmTotp, disableTotp, renewRecoveryCodes, startTotp } from './second-factor.ts';
import { type SignedIn, signIn, signOut, whoIs } from './sign-in.ts';
import { invitationOut, memberOut, signedInOut, staffInSessionOut } from './staff-answers.ts';
import { hasStaff } from './staff-store.ts';

export interface StaffRouteParts {
  db: Database;
  secretKey: SecretKey;
  /** A function, because the port is known only after startup. */
  publicUrl: () => string;
  environment: Environment;
}

type SessionRoutes = Pick<
  Routes,
  | 'getSetup'
  | 'setup'
  | 'signIn'
  | 'acceptInvitation'
  | 'getSession'
  | 'signOut'
  | 'changePassword'
  | 'startTotp'
  | 'confirmTotp'
  | 'disableTotp'
  | 'renewRecoveryCodes'
>;
type MemberRoutes = Pick<Routes, 'listStaff' | 'getStaff' | 'createStaff' | 'changeStaff' | 'removeStaff'>;

export const staffRoutes = (parts: StaffRouteParts): SessionRoutes & MemberRoutes => ({
  ...sessionRoutes(parts),
  ...memberRoutes(parts),
});

const sessionRoutes = (parts: StaffRouteParts): SessionRoutes => {
  const { db, secretKey, publicUrl, environment } = parts;
  const entered = (signedIn: SignedIn, cookie: boolean | undefined, status = 200) =>
    signedInOut(signedIn, { status, cookie, publicUrl, environment });
  return {
    getSetup: async () => ({ is_open: !(await db.read(hasStaff)) }),
    setup: async ({ body, now }) => entered(await setUp(db, body, now), body.cookie, 201),
    signIn: async ({ body, ip, now }) => {
      const fields = await withPasskey(parts, body, now);
      return entered(await signIn(db, secretKey, { ...fields, ip }, now), body.cookie);
    },
    acceptInvitation: async ({ body, ip, now }) => {
      const fields = await withPasskey(parts, body, now);
      return entered(await acceptInvitation(db, secretKey, { ...fields, ip }, now), body.cookie);
    },
    getSession: async ({ principal }) => ({
      staff: staffInSessionOut(await whoIs(db, principal)),
      expires_at: isoInstant(principal.expiresAt),
      environment,
      ...(principal.csrfToken === undefined ? {} : { csrf_token: principal.csrfToken }),
    }),
    signOut: async ({ principal: { tokenHash, csrfToken } }) => {
      await signOut(db, tokenHash);
      if (csrfToken === undefined) return { signed_out: true };
      const headers = { 'Set-Cookie': sessionCookie('staff', publicUrl(), null) };
      return { rendered: { status: 200, body: JSON.stringify({ signed_out: true }), headers } };
    },
    changePassword: async ({ body, principal: { staffId, csrfToken }, ip, now }) => {
      const signedIn = await changePassword(db, { staffId, ip }, body, now);
      // A page that uses a cookie gets a new cookie, even if its request does not ask for one.
      return entered(signedIn, body.cookie ?? csrfToken !== undefined);
    },
    startTotp: ({ principal }) => startTotp(db, secretKey, principal.staffId),
    confirmTotp: async ({ body, principal, now }) => {
      const recovery_codes = await confirmTotp(db, secretKey, principal.staffId, body.code, now);
      return { totp: true, recovery_codes };
    },
    renewRecoveryCodes: async ({ body, principal: { staffId }, ip, now }) => ({
      recovery_codes: await renewRecoveryCodes(
        db,
        secretKey,
        { staffId, ip },
        await withPasskey(parts, body, now),
        now,
      ),
    }),
    disableTotp: async ({ body, principal: { staffId }, ip, now }) => {
      await disableTotp(db, secretKey, { staffId, ip }, await withPasskey(parts, body, now), now);
      return { totp: false };
    },
  };
};

const memberRoutes = ({ db, publicUrl }: StaffRouteParts): MemberRoutes => ({
  listStaff: async ({ query, now }) => {
    const page = await listStaff(db, query, now);
    return { ...page, data: page.data.map((row) => memberOut(row, now)) };
  },
  getStaff: ({ params, now }) => currentMember(db, params.staff_id, now)(),
  createStaff: async ({ body, principal, now }) => {
    const { row, invitation } = await inviteStaff(db, principal.staffId, body, now);
    return { ...memberOut(row, now), invitation: invitationOut(invitation, publicUrl()) };
  },
  changeStaff: async ({ params, body, principal, now }) => {
    const change = changeStaff(db, principal.staffId, params.staff_id, body, now);
    const { row, invitation } = await withCurrent(change, currentMember(db, params.staff_id, now));
    return {
      ...memberOut(row, now),
      ...(invitation ? { invitation: invitationOut(invitation, publicUrl()) } : {}),
    };
  },
  removeStaff: async ({ params, body, principal, now }) => {
    const removal = removeStaff(db, principal.staffId, { staffId: params.staff_id, ...body }, now);
    return memberOut(await withCurrent(removal, currentMember(db, params.staff_id, now)), now);
  },
});

const currentMember = (db: Database, staffId: number, now: number) => async () =>
  memberOut(await getStaff(db, staffId), now);
