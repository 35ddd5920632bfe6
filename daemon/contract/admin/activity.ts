import { z } from 'zod';
import { type Access, define } from '../endpoint.ts';
import { instantOut, keysetOf, keysetQuery, pathId, personId } from '../fields.ts';
import { COMMENT_LIMITS, SUBJECT_KINDS, type SubjectKind } from '../words.ts';
import { everyRole, perGame, staffOnly } from './access.ts';

const personOut = z.object({ staff_id: z.number(), name: z.string() });

const commentOut = z.object({
  comment_id: z.number(),
  text: z.string(),
  at: instantOut,
  by: personOut,
  mentioned: z.array(personOut),
  /** Whether the caller may delete the comment. Owners can delete any comment; others only their own. */
  may_delete: z.boolean(),
});

const changeOut = z.object({
  /** The ID of the audit log entry, which contains the values. */
  audit_id: z.number(),
  at: instantOut,
  /** Null if the daemon or an operator's command made the change. */
  by: personOut.nullable(),
  action: z.string(),
  /** The names of the fields that changed. */
  fields: z.array(z.string()),
});

const activityOut = keysetOf(
  z.discriminatedUnion('kind', [
    commentOut.extend({ kind: z.literal('comment') }),
    changeOut.extend({ kind: z.literal('change') }),
  ]),
).extend({
  /** The colleagues who may see the object and can therefore be mentioned in a comment, sorted by name. */
  colleagues: z.array(personOut),
});

const page = { cursor: keysetQuery.cursor, limit: keysetQuery.limit };

const activity = <P extends z.ZodType, A extends Access>(path: string, object: string, params: P, access: A) =>
  define({
    method: 'GET',
    path: `${path}/activity`,
    summary: `List the comments on ${object} and the changes to it, newest first`,
    access,
    params,
    query: z.strictObject(page),
    answer: { status: 200, schema: activityOut },
    refusals: ['not_found'],
  });

const addComment = <P extends z.ZodType, A extends Access>(path: string, object: string, params: P, access: A) =>
  define({
    method: 'POST',
    path: `${path}/comments`,
    summary: `Add a comment to ${object} for everyone who may see it; \`mentions\` are the staff_ids of colleagues to notify`,
    access,
    params,
    body: z.strictObject({
      text: z.string().trim().min(1).max(COMMENT_LIMITS.text),
      mentions: z.array(z.number().int().min(1)).max(COMMENT_LIMITS.mentions).default([]),
    }),
    answer: { status: 201, schema: commentOut },
    refusals: ['not_found'],
  });

const OF_CAMPAIGN = [
  '/v1/admin/campaigns/{campaign_id}',
  'a campaign',
  pathId('campaign_id'),
  perGame('live_ops', 'viewer'),
] as const;
const OF_CODE = ['/v1/admin/codes/{code_id}', 'a main code', pathId('code_id'), perGame('live_ops', 'viewer')] as const;
const OF_CREATOR = [
  '/v1/admin/creators/{creator_id}',
  'a creator',
  z.object({ creator_id: personId }),
  perGame('live_ops', 'moderator', 'finance'),
] as const;
const OF_RUN = ['/v1/admin/payout-runs/{run_id}', 'a payout run', pathId('run_id'), staffOnly('finance')] as const;

/** The endpoint that lists the activity, by kind of object. Its access determines who may see the object. */
export const ACTIVITY_OF = {
  campaign: 'listCampaignActivity',
  code: 'listCodeActivity',
  creator: 'listCreatorActivity',
  payout_run: 'listRunActivity',
} as const satisfies Record<SubjectKind, string>;

const mentionOut = z.object({
  comment_id: z.number(),
  text: z.string(),
  at: instantOut,
  by: personOut,
  is_seen: z.boolean(),
  on: z.object({
    kind: z.enum(SUBJECT_KINDS),
    id: z.string(),
    /** Null for payout runs, which have no name. */
    name: z.string().nullable(),
    /** The campaign that a code belongs to; null for other objects. */
    campaign_id: z.number().nullable(),
  }),
});

export const activityEndpoints = {
  listCampaignActivity: activity(...OF_CAMPAIGN),
  addCampaignComment: addComment(...OF_CAMPAIGN),
  listCodeActivity: activity(...OF_CODE),
  addCodeComment: addComment(...OF_CODE),
  listCreatorActivity: activity(...OF_CREATOR),
  addCreatorComment: addComment(...OF_CREATOR),
  listRunActivity: activity(...OF_RUN),
  addRunComment: addComment(...OF_RUN),
  deleteComment: define({
    method: 'DELETE',
    path: '/v1/admin/comments/{comment_id}',
    summary: 'Delete one of your comments; an owner can delete any comment',
    access: everyRole,
    params: pathId('comment_id'),
    answer: { status: 200, schema: commentOut },
    refusals: ['not_found'],
  }),
  listMentions: define({
    method: 'GET',
    path: '/v1/admin/mentions',
    summary: 'List the comments that mention you on objects that you may still see, newest first',
    access: everyRole,
    query: z.strictObject(page),
    answer: {
      status: 200,
      schema: keysetOf(mentionOut).extend({
        /** The number of comments mentioning you that are not marked as seen. */
        unseen: z.number(),
      }),
    },
    refusals: [],
  }),
  markMentionsSeen: define({
    method: 'POST',
    path: '/v1/admin/mentions/seen',
    summary: 'Mark your mentions as seen; a second call changes nothing',
    access: everyRole,
    body: z.strictObject({ comment_ids: z.array(z.number().int().min(1)).min(1).max(100) }),
    answer: { status: 200, schema: z.object({ unseen: z.number() }) },
    refusals: [],
  }),
};
