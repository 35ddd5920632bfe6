import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instantOut, nothing, pathId } from '../fields.ts';
import { newPasskey, newPasskeyChallenge, passkeyAnswer, passkeyChallenge } from '../passkey-fields.ts';
import { open, ownSession, signIn } from './access.ts';
import { asCookie, factor, PROOF_REFUSALS, password, recoveryCodes, signedIn } from './session.ts';

const passkeyOut = z.object({
  passkey_id: z.number(),
  name: z.string(),
  created_at: instantOut,
  last_used_at: instantOut.nullable(),
});

export const passkeyEndpoints = {
  challengePasskey: define({
    method: 'POST',
    path: '/v1/admin/session/passkey/challenge',
    summary: 'Get the options with which a browser asks for a passkey (WebAuthn); they are valid for 5 minutes',
    access: open,
    body: nothing,
    answer: { status: 200, schema: passkeyChallenge },
    refusals: ['passkeys_unavailable'],
  }),
  enterWithPasskey: define({
    method: 'POST',
    path: '/v1/admin/session/passkey',
    summary: 'Sign in with a passkey, which replaces the password and the second factor',
    access: signIn,
    body: z.strictObject({ passkey: passkeyAnswer, ...asCookie }),
    answer: { status: 200, schema: signedIn },
    refusals: ['invalid_credentials', 'provider_only', 'passkeys_unavailable', 'csrf'],
  }),
  listOwnPasskeys: define({
    method: 'GET',
    path: '/v1/admin/session/passkeys',
    summary: 'List your passkeys, oldest first',
    access: ownSession,
    maxBehindMs: 0,
    answer: {
      status: 200,
      schema: z.object({
        data: z.array(passkeyOut),
        /** False if the public URL has no host name or does not use https, because browsers then refuse passkeys. */
        is_available: z.boolean(),
      }),
    },
    refusals: [],
  }),
  startPasskey: define({
    method: 'POST',
    path: '/v1/admin/session/passkeys/challenge',
    hashes: 1,
    summary: 'Get the options with which a browser creates a passkey (WebAuthn); they are valid for 5 minutes',
    access: ownSession,
    body: z.strictObject({ name: z.string().trim().min(1).max(100), password, ...factor }),
    answer: { status: 200, schema: newPasskeyChallenge },
    refusals: [...PROOF_REFUSALS, 'too_many_passkeys'],
  }),
  addPasskey: define({
    method: 'POST',
    path: '/v1/admin/session/passkeys',
    summary: 'Add a passkey created by a browser; if it is your first second factor, you also get ten recovery codes',
    access: ownSession,
    body: newPasskey,
    answer: { status: 201, schema: passkeyOut.extend({ recovery_codes: recoveryCodes.nullable() }) },
    refusals: ['invalid_credentials', 'too_many_passkeys', 'duplicate', 'passkeys_unavailable'],
  }),
  removePasskey: define({
    method: 'DELETE',
    path: '/v1/admin/session/passkeys/{passkey_id}',
    hashes: 1,
    summary: 'Remove one of your passkeys',
    access: ownSession,
    params: pathId('passkey_id'),
    body: z.strictObject({ password, ...factor }),
    answer: { status: 200, schema: z.object({ has_passkey: z.boolean() }) },
    refusals: [...PROOF_REFUSALS, 'not_found'],
  }),
};
