import { z } from 'zod';
import { define, ROLES } from '../endpoint.ts';
import { email, gamesList, instantOut, listOf, listQuery, pathId } from '../fields.ts';
import { changeBody, onlyIfVersion, versionOut } from '../versions.ts';
import { STAFF_SORTS, STAFF_STATUSES } from '../words.ts';
import { staffOnly } from './access.ts';

const staffOut = z.object({
  staff_id: z.number(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /**
   * The games that the person is limited to: only these games, and campaigns that cover no other games, are visible.
   * Null if the person is not limited.
   */
  games: z.array(z.string()).nullable(),
  status: z.enum(STAFF_STATUSES),
  totp: z.boolean(),
  /** Earlier versions of the daemon omit this field. */
  has_passkey: z.boolean().optional(),
  has_password: z.boolean(),
  /** Whether the person has signed in with a company account. */
  company_account: z.boolean(),
  /** Whether the role is determined by the account's groups, so that it cannot be changed here. */
  role_from_groups: z.boolean(),
  created_at: instantOut,
  /** When the last invitation expires; null once it has been accepted. */
  invitation_expires_at: instantOut.nullable(),
  version: versionOut,
});
/** An invitation. Only the response that creates it contains the token. */
const invitation = z.object({ token: z.string(), url: z.string(), expires_at: instantOut });
const name = z.string().trim().min(1).max(200);
const staffId = pathId('staff_id');

export const staffEndpoints = {
  listStaff: define({
    method: 'GET',
    path: '/v1/admin/staff',
    summary: 'List members of staff; removed people are listed only with status=removed',
    access: staffOnly(),
    query: z.strictObject({
      ...listQuery,
      role: z.enum(ROLES).optional(),
      status: z.enum(STAFF_STATUSES).optional(),
      sort: z.enum(STAFF_SORTS).optional(),
    }),
    answer: { status: 200, schema: listOf(staffOut) },
    refusals: [],
  }),
  getStaff: define({
    method: 'GET',
    path: '/v1/admin/staff/{staff_id}',
    summary: 'Get a member of staff who has not been removed',
    access: staffOnly(),
    params: staffId,
    answer: { status: 200, schema: staffOut },
    refusals: ['not_found'],
  }),
  createStaff: define({
    method: 'POST',
    path: '/v1/admin/staff',
    summary: 'Invite a member of staff; the invitation is shown once and is valid for 7 days',
    access: staffOnly(),
    body: z.strictObject({ email, name, role: z.enum(ROLES), games: gamesList.optional() }),
    answer: { status: 201, schema: staffOut.extend({ invitation }) },
    refusals: ['duplicate'],
  }),
  changeStaff: define({
    method: 'PATCH',
    path: '/v1/admin/staff/{staff_id}',
    summary:
      'Change a member of staff; a new role applies immediately; use reinvite if they have forgotten their password',
    access: staffOnly(),
    params: staffId,
    body: changeBody({
      name,
      role: z.enum(ROLES),
      games: gamesList,
      email,
      reinvite: z.literal(true),
      reset_totp: z.literal(true),
      unlock: z.literal(true),
    }),
    answer: { status: 200, schema: staffOut.extend({ invitation: invitation.optional() }) },
    current: staffOut,
    refusals: ['not_found', 'duplicate', 'last_owner'],
  }),
  removeStaff: define({
    method: 'DELETE',
    path: '/v1/admin/staff/{staff_id}',
    summary:
      'Remove a member of staff and end their sessions; a new invitation to the same address restores the account',
    access: staffOnly(),
    params: staffId,
    body: onlyIfVersion,
    answer: { status: 200, schema: staffOut },
    current: staffOut,
    refusals: ['not_found', 'last_owner'],
  }),
};
