import { z } from 'zod';
import { define, ROLES } from '../endpoint.ts';
import { environment } from '../environment.ts';
import { FIELD_FAULTS } from '../field-faults.ts';
import { email, instantOut, newPassword, nothing } from '../fields.ts';
import { passkeyAnswer } from '../passkey-fields.ts';
import { open, ownIdentity, ownSession, signIn } from './access.ts';

const staffOut = z.object({
  staff_id: z.number(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** The games that the person is limited to; null if the person is not limited. */
  games: z.array(z.string()).nullable(),
  /** Whether an authenticator app is set up. */
  totp: z.boolean(),
  /** Whether the person can sign in with a passkey. Earlier versions of the daemon omit this field. */
  has_passkey: z.boolean().optional(),
  /** False for a person who has only a company account. Earlier versions of the daemon omit this field. */
  has_password: z.boolean().optional(),
  /** Whether the daemon refuses everything except setting up the second factor. */
  totp_setup_required: z.boolean(),
  /** The number of valid recovery codes; 0 if there is no second factor. */
  recovery_codes_left: z.number(),
});
export const password = z.string().max(1024);
const token = z.string().max(200);
const code = z.string().regex(/^\d{6}$/, FIELD_FAULTS.not_six_digits);
/** A code from the authenticator app, or a recovery code. */
const anyCode = z
  .string()
  .max(40)
  .trim()
  .regex(/^(\d{6}|[A-Za-z\d]{4}[- ]?[A-Za-z\d]{4}[- ]?[A-Za-z\d]{4})$/, FIELD_FAULTS.not_a_second_factor);
/** Shown only once, because the daemon stores only hashes. */
export const recoveryCodes = z.array(z.string());
export const asCookie = { cookie: z.boolean().optional() };
/** A second factor: a code, or a device's response to a challenge from `challengePasskey`. */
export const factor = { code: anyCode.optional(), passkey: passkeyAnswer.optional() };
const factorAtSignIn = { totp_code: factor.code, passkey: factor.passkey };
/** The refusals of requests that require the password and the second factor. */
export const PROOF_REFUSALS = [
  'invalid_credentials',
  'totp_required',
  'account_locked',
  'passkeys_unavailable',
] as const;
/**
 * A new session. If its token is in a cookie, the page cannot read it and must send the CSRF token with each change.
 */
export const signedIn = z.object({
  token: z.string().nullable(),
  staff: staffOut,
  expires_at: instantOut,
  environment,
  csrf_token: z.string().optional(),
});

export const sessionEndpoints = {
  getSetup: define({
    method: 'GET',
    path: '/v1/admin/setup',
    summary: 'Check whether the daemon still needs its first owner',
    access: open,
    maxBehindMs: 0,
    answer: { status: 200, schema: z.object({ is_open: z.boolean() }) },
    refusals: [],
  }),
  setup: define({
    method: 'POST',
    path: '/v1/admin/setup',
    hashes: 1,
    summary: 'Create the first owner, with the one-time setup token that the daemon printed',
    access: signIn,
    body: z.strictObject({
      setup_token: token,
      email,
      password: newPassword,
      name: z.string().max(200).optional(),
      ...asCookie,
    }),
    answer: { status: 201, schema: signedIn },
    refusals: ['invalid_credentials', 'already_set_up', 'csrf'],
  }),
  signIn: define({
    method: 'POST',
    path: '/v1/admin/session',
    hashes: 1,
    summary: 'Sign in for 12 hours; with cookie: true, the token is set as a cookie, and changes need an X-CSRF-Token',
    access: signIn,
    body: z.strictObject({
      email: z.string().max(320),
      password,
      ...factorAtSignIn,
      ...asCookie,
    }),
    answer: { status: 200, schema: signedIn },
    refusals: [...PROOF_REFUSALS, 'provider_only', 'csrf'],
  }),
  acceptInvitation: define({
    method: 'POST',
    path: '/v1/admin/invitations/accept',
    hashes: 1,
    summary: 'Set a password with an invitation and sign in; the invitation can be used only once',
    access: signIn,
    body: z.strictObject({
      token,
      password: newPassword,
      name: z.string().trim().min(1).max(200).optional(),
      ...factorAtSignIn,
      ...asCookie,
    }),
    answer: { status: 200, schema: signedIn },
    refusals: [...PROOF_REFUSALS, 'provider_only', 'csrf'],
  }),
  getCompanySignIn: define({
    method: 'GET',
    path: '/v1/admin/session/company',
    summary: 'Check whether staff sign in with company accounts, and whether the provider is responding',
    access: open,
    maxBehindMs: 0,
    answer: {
      status: 200,
      schema: z.object({
        /** Null if the daemon has no provider. */
        provider: z.object({ host: z.string(), responds: z.boolean() }).nullable(),
        /** Whether only owners may sign in with a password. */
        provider_only: z.boolean(),
      }),
    },
    refusals: [],
  }),
  enterWithCompany: define({
    method: 'POST',
    path: '/v1/admin/session/company',
    summary: 'Get the session of a company account, with the code that the browser passed to the desktop app',
    access: signIn,
    body: z.strictObject({
      code: z.string().max(2000),
      /** The PKCE verifier for the challenge that the app sent when it opened the browser (RFC 7636). */
      code_verifier: z.string().min(43).max(128),
    }),
    answer: { status: 200, schema: signedIn },
    refusals: ['invalid_credentials'],
  }),
  getSession: define({
    method: 'GET',
    path: '/v1/admin/session',
    maxBehindMs: 0,
    summary: 'Get the signed-in member of staff; with a cookie, also the CSRF token',
    access: ownIdentity,
    answer: { status: 200, schema: signedIn.omit({ token: true }) },
    refusals: [],
  }),
  signOut: define({
    method: 'DELETE',
    path: '/v1/admin/session',
    summary: 'End this session',
    access: ownSession,
    answer: { status: 200, schema: z.object({ signed_out: z.literal(true) }) },
    refusals: [],
  }),
  changePassword: define({
    method: 'POST',
    path: '/v1/admin/session/password',
    hashes: 2,
    summary: 'Change your password; all sessions end, and the response contains a new session',
    access: ownSession,
    body: z.strictObject({ current_password: password, new_password: newPassword, ...asCookie }),
    answer: { status: 200, schema: signedIn },
    refusals: ['invalid_credentials', 'account_locked'],
  }),
  startTotp: define({
    method: 'POST',
    path: '/v1/admin/session/totp',
    summary: 'Create a new secret for your second factor; it becomes valid once you confirm one of its codes',
    access: ownSession,
    body: nothing,
    answer: { status: 200, schema: z.object({ secret: z.string(), otpauth_url: z.string() }) },
    refusals: ['duplicate'],
  }),
  confirmTotp: define({
    method: 'POST',
    path: '/v1/admin/session/totp/confirm',
    summary:
      'Turn on your second factor with its first code; the response contains ten recovery codes, each valid once',
    access: ownSession,
    body: z.strictObject({ code }),
    answer: { status: 200, schema: z.object({ totp: z.literal(true), recovery_codes: recoveryCodes }) },
    refusals: ['invalid_credentials', 'invalid_status_move'],
  }),
  disableTotp: define({
    method: 'DELETE',
    path: '/v1/admin/session/totp',
    hashes: 1,
    summary: 'Turn off your second factor',
    access: ownSession,
    body: z.strictObject({ password, ...factor }),
    answer: { status: 200, schema: z.object({ totp: z.literal(false) }) },
    refusals: [...PROOF_REFUSALS, 'invalid_status_move'],
  }),
  renewRecoveryCodes: define({
    method: 'POST',
    path: '/v1/admin/session/totp/recovery-codes',
    hashes: 1,
    summary: 'Create ten new recovery codes for your second factor; the earlier ones become invalid',
    access: ownSession,
    body: z.strictObject({ password, ...factor }),
    answer: { status: 200, schema: z.object({ recovery_codes: recoveryCodes }) },
    refusals: [...PROOF_REFUSALS, 'invalid_status_move'],
  }),
};
