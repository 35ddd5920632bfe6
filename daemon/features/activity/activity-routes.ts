import type { activityEndpoints } from '../../contract/admin/activity.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { addComment, removeComment } from './change-comments.ts';
import { listMentions, markMentionsSeen } from './mentions.ts';
import { readActivity } from './read-activity.ts';

export const activityRoutes = ({ db }: { db: Database }): Pick<Routes, keyof typeof activityEndpoints> => ({
  listCampaignActivity: ({ params, query, principal }) =>
    readActivity(db, principal, { kind: 'campaign', id: params.campaign_id }, query),
  addCampaignComment: ({ params, body, principal, now }) =>
    addComment(db, principal, { kind: 'campaign', id: params.campaign_id }, body, now),
  listCodeActivity: ({ params, query, principal }) =>
    readActivity(db, principal, { kind: 'code', id: params.code_id }, query),
  addCodeComment: ({ params, body, principal, now }) =>
    addComment(db, principal, { kind: 'code', id: params.code_id }, body, now),
  listCreatorActivity: ({ params, query, principal }) =>
    readActivity(db, principal, { kind: 'creator', id: params.creator_id }, query),
  addCreatorComment: ({ params, body, principal, now }) =>
    addComment(db, principal, { kind: 'creator', id: params.creator_id }, body, now),
  listRunActivity: ({ params, query, principal }) =>
    readActivity(db, principal, { kind: 'payout_run', id: params.run_id }, query),
  addRunComment: ({ params, body, principal, now }) =>
    addComment(db, principal, { kind: 'payout_run', id: params.run_id }, body, now),
  deleteComment: ({ params, principal, now }) => removeComment(db, principal, params.comment_id, now),
  listMentions: ({ query, principal }) => listMentions(db, principal, query),
  markMentionsSeen: ({ body, principal, now }) => markMentionsSeen(db, principal, body.comment_ids, now),
});
