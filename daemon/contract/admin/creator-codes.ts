import { z } from 'zod';
import { capitalized } from '../../lib/capitalized.ts';
import { define } from '../endpoint.ts';
import { instantOut, keysetOf, keysetQuery, listOf, listQuery, pathId, personId, queryId } from '../fields.ts';
import { creatorCode } from '../v1.ts';
import { ifVersion, onlyIfVersion, versionOut } from '../versions.ts';
import { DECISIONS } from '../words.ts';
import { perGame } from './access.ts';

/** A creator code as staff receive it. Programs do not send versions, so only staff receive the version. */
const creatorCodeOut = creatorCode.extend({ version: versionOut });

const creatorCodeMove = <B extends z.ZodType>(move: 'approve' | 'reject' | 'disable', body: B) =>
  define({
    method: 'POST',
    path: `/v1/admin/creator-codes/{code_id}/${move}`,
    summary: `${capitalized(move)} a creator code`,
    access: perGame('moderator'),
    params: pathId('code_id'),
    body,
    answer: { status: 200, schema: creatorCodeOut },
    current: creatorCodeOut,
    refusals: ['not_found', 'invalid_status_move'],
  });
const reason = z.string().min(1).max(500);
const codeIds = z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(500);

/** Evidence for a moderator. `spelled` shows whether the code contains the listed word itself or only a lookalike. */
const evidence = z.object({
  nearest_code: z
    .object({ code_id: z.number(), code: z.string(), creator_id: z.string().nullable(), distance: z.number() })
    .nullable(),
  nearest_creator: z.object({ creator_id: z.string(), display_name: z.string().nullable() }).nullable(),
  words: z.array(
    z.object({
      word: z.string(),
      kind: z.enum(['reserved', 'profanity']),
      spelled: z.enum(['plain', 'lookalike']),
    }),
  ),
});
/** A creator code in a list; only pending codes have evidence. */
const queuedCode = creatorCodeOut.extend({
  evidence: evidence.nullable(),
  creator_name: z.string().nullable(),
  /** For a pending code, its creator's five newest codes with a decision, in the campaigns that the caller may see. */
  earlier_codes: z.array(creatorCode.pick({ code_id: true, code: true, status: true, rejection_reason: true })),
});

export const creatorCodeEndpoints = {
  listAllCreatorCodes: define({
    method: 'GET',
    path: '/v1/admin/creator-codes',
    summary: 'List creator codes, such as the moderation queue (status=pending)',
    access: perGame('live_ops', 'moderator', 'viewer'),
    query: z.strictObject({
      ...listQuery,
      status: creatorCode.shape.status.optional(),
      campaign_id: z.coerce.number().int().min(1).optional(),
      creator_id: personId.optional(),
      sort: z.enum(['created_at', '-created_at']).optional(),
    }),
    answer: { status: 200, schema: listOf(queuedCode) },
    refusals: [],
  }),
  approveCreatorCode: creatorCodeMove('approve', onlyIfVersion),
  rejectCreatorCode: creatorCodeMove('reject', z.strictObject({ reason, ...ifVersion })),
  disableCreatorCode: creatorCodeMove('disable', onlyIfVersion),
  decideCreatorCodes: define({
    method: 'POST',
    path: '/v1/admin/creator-codes/decide',
    summary: 'Decide on many creator codes at once; the response lists skipped codes',
    access: perGame('moderator'),
    body: z.strictObject({
      code_ids: codeIds,
      decision: z.enum(['approve', 'reject']),
      reason: reason.optional(),
    }),
    answer: {
      status: 200,
      schema: z.object({
        decided: z.array(z.number()),
        skipped: z.array(z.object({ code_id: z.number(), code: z.enum(['not_found', 'invalid_status_move']) })),
      }),
    },
    refusals: [],
  }),
  listDecisions: define({
    method: 'GET',
    path: '/v1/admin/creator-codes/decisions',
    summary: 'List decisions on creator codes with author and reason, newest first; undone decisions are marked',
    access: perGame('live_ops', 'moderator'),
    query: z.strictObject({
      ...keysetQuery,
      decision: z.enum(DECISIONS).optional(),
      staff_id: queryId.optional(),
      creator_id: personId.optional(),
    }),
    answer: {
      status: 200,
      schema: keysetOf(
        z.object({
          decision_id: z.number(),
          code_id: z.number(),
          code: z.string(),
          creator_id: z.string(),
          display_name: z.string().nullable(),
          decision: z.enum(DECISIONS),
          /** The reason for a rejection. */
          reason: z.string().nullable(),
          /** Null if a program made the decision; `name` is then "API key". */
          staff_id: z.number().nullable(),
          name: z.string(),
          decided_at: instantOut,
          undone: z.boolean(),
          undone_at: instantOut.nullable(),
        }),
      ),
    },
    refusals: [],
  }),
  undoDecisions: define({
    method: 'POST',
    path: '/v1/admin/creator-codes/undo',
    summary:
      'Undo approvals and rejections from the last ten seconds: the codes are pending again, and no message is sent',
    access: perGame('moderator'),
    body: z.strictObject({ code_ids: codeIds.max(100) }),
    answer: {
      status: 200,
      schema: z.object({
        undone: z.array(z.number()),
        /**
         * The codes whose decisions were not undone, because the decision is older than ten seconds, the code has been
         * used, another code now has its value, or its creator now has another code.
         */
        skipped: z.array(
          z.object({
            code_id: z.number(),
            code: z.enum(['not_found', 'invalid_status_move', 'code_taken', 'creator_code_exists']),
          }),
        ),
      }),
    },
    refusals: [],
  }),
};
