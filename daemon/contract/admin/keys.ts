import { z } from 'zod';
import { define, KEY_KINDS, SCOPES } from '../endpoint.ts';
import { gameId, instant, instantOut, listOf, listQuery, pathId, webOrigin } from '../fields.ts';
import { changeBody, ifVersion, onlyIfVersion, versionOut } from '../versions.ts';
import { KEY_SORTS, KEY_STATES } from '../words.ts';
import { staffOnly } from './access.ts';

const keyOut = z.object({
  key_id: z.number(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  game_id: z.string().nullable(),
  allowed_origins: z.array(z.string()),
  /** Whether requests with the key run all checks without storing anything. */
  is_test: z.boolean(),
  created_at: instantOut,
  expires_at: instantOut.nullable(),
  revoked_at: instantOut.nullable(),
  last_used_at: instantOut.nullable(),
  version: versionOut,
});

const name = z.string().trim().min(1).max(200);
const allowedOrigins = z.array(webOrigin).max(50);

const newKey = keyOut.extend({ key: z.string() });

export const keyEndpoints = {
  listApiKeys: define({
    method: 'GET',
    path: '/v1/admin/api-keys',
    maxBehindMs: 0,
    summary: 'List API keys, without their secrets',
    access: staffOnly(),
    query: z.strictObject({
      ...listQuery,
      kind: z.enum(KEY_KINDS).optional(),
      state: z.enum(KEY_STATES).optional(),
      sort: z.enum(KEY_SORTS).optional(),
    }),
    answer: { status: 200, schema: listOf(keyOut) },
    refusals: [],
  }),
  getApiKey: define({
    method: 'GET',
    path: '/v1/admin/api-keys/{key_id}',
    maxBehindMs: 0,
    summary: 'Get an API key, without its secret',
    access: staffOnly(),
    params: pathId('key_id'),
    answer: { status: 200, schema: keyOut },
    refusals: ['not_found'],
  }),
  createApiKey: define({
    method: 'POST',
    path: '/v1/admin/api-keys',
    summary: 'Create an API key; only this response contains the key',
    access: staffOnly(),
    body: z.strictObject({
      name,
      kind: z.enum(KEY_KINDS),
      scopes: z.array(z.enum(SCOPES)).min(1).optional(),
      game_id: gameId.nullable().optional(),
      allowed_origins: allowedOrigins.optional(),
      /**
       * Whether to create a test key. Its requests run all checks without storing anything, and treat draft and
       * scheduled campaigns as active.
       */
      is_test: z.boolean().optional(),
      expires_at: instant.nullable().optional(),
    }),
    answer: { status: 201, schema: newKey },
    refusals: [],
  }),
  changeApiKey: define({
    method: 'PATCH',
    path: '/v1/admin/api-keys/{key_id}',
    summary:
      'Change a key’s name, origins or expiry; every daemon applies the change within a second. Kind, scopes, game and is_test cannot be changed',
    access: staffOnly(),
    params: pathId('key_id'),
    body: changeBody({ name, allowed_origins: allowedOrigins, expires_at: instant.nullable() }),
    answer: { status: 200, schema: keyOut },
    current: keyOut,
    refusals: ['not_found', 'invalid_status_move'],
  }),
  rotateApiKey: define({
    method: 'POST',
    path: '/v1/admin/api-keys/{key_id}/rotate',
    summary:
      'Replace a key with a successor that has the same settings; the old key stays valid during the overlap (default 24 h)',
    access: staffOnly(),
    params: pathId('key_id'),
    body: z
      .strictObject({ overlap_seconds: z.number().int().min(0).max(2_592_000).optional(), ...ifVersion })
      .optional(),
    answer: { status: 200, schema: newKey },
    current: keyOut,
    refusals: ['not_found', 'invalid_status_move'],
  }),
  revokeApiKey: define({
    method: 'POST',
    path: '/v1/admin/api-keys/{key_id}/revoke',
    summary: 'Revoke a key; every daemon refuses it within a second',
    access: staffOnly(),
    params: pathId('key_id'),
    body: onlyIfVersion,
    answer: { status: 200, schema: keyOut },
    current: keyOut,
    refusals: ['not_found'],
  }),
};
