import type { Endpoints, Routes } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { setUp } from './first-owner.ts';
import { type SignedIn, signIn, signOut, whoIs } from './sign-in.ts';
import type { StaffRow } from './staff-store.ts';

type StaffRoutes = Pick<Routes, 'setup' | 'signIn' | 'getSession' | 'signOut'>;

export const staffRoutes = ({ db }: { db: Database }): StaffRoutes => ({
  setup: async ({ body, now }) => signedInOut(await setUp(db, body, now)),
  signIn: async ({ body, now }) => signedInOut(await signIn(db, body.email, body.password, now)),
  getSession: async ({ principal }) => ({
    staff: staffOut(await whoIs(db, principal.staffId)),
    expires_at: isoInstant(principal.expiresAt),
  }),
  signOut: async ({ principal }) => {
    await signOut(db, principal.tokenHash);
    return { signed_out: true };
  },
});

const staffOut = ({ staff_id, email, name, role }: StaffRow) => ({ staff_id, email, name, role });

const signedInOut = ({ token, staff, expiresAt }: SignedIn): AnswerOf<Endpoints['signIn']> => ({
  token,
  staff: staffOut(staff),
  expires_at: isoInstant(expiresAt),
});
