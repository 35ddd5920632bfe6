import { z } from 'zod';
import { define, ROLES } from '../endpoint.ts';
import { instantOut, pathId } from '../fields.ts';
import { bySession } from './access.ts';

const tokenOut = z.object({
  token_id: z.number(),
  name: z.string(),
  role: z.enum(ROLES),
  created_at: instantOut,
  expires_at: instantOut,
  /** At most an hour out of date; null if the token has not been used yet. */
  last_used_at: instantOut.nullable(),
});

export const accessTokenEndpoints = {
  listOwnTokens: define({
    method: 'GET',
    path: '/v1/admin/session/tokens',
    summary: 'List your access tokens for scripts, newest first',
    access: bySession,
    maxBehindMs: 0,
    answer: { status: 200, schema: z.object({ data: z.array(tokenOut) }) },
    refusals: [],
  }),
  createOwnToken: define({
    method: 'POST',
    path: '/v1/admin/session/tokens',
    summary:
      'Create an access token for a script, with your role or as viewer; owners can choose any role. The token is shown only once',
    access: bySession,
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      role: z.enum(ROLES),
      /** How many days the token is valid. */
      days: z.int().min(1).max(365),
    }),
    answer: { status: 201, schema: tokenOut.extend({ token: z.string() }) },
    refusals: ['too_many_tokens'],
  }),
  revokeOwnToken: define({
    method: 'DELETE',
    path: '/v1/admin/session/tokens/{token_id}',
    summary: 'Revoke one of your access tokens; scripts that use it will be refused',
    access: bySession,
    params: pathId('token_id'),
    answer: { status: 200, schema: z.object({ revoked: z.literal(true) }) },
    refusals: ['not_found'],
  }),
};
