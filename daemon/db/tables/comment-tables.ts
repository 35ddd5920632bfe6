import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';

// Comments that staff write to each other about an object.

const commentsTable = (k: Kit) =>
  k.table(
    'comments',
    {
      comment_id: k.id('comment_id'),
      // The object: exactly one of these four is set.
      campaign_id: k.reference('campaign_id'),
      code_id: k.reference('code_id'),
      creator_id: k.text('creator_id'),
      run_id: k.reference('run_id'),
      staff_id: k.reference('staff_id').notNull(),
      text: k.text('text').notNull(),
      created_at: k.instant('created_at').notNull(),
    },
    (t) => [
      k.index('comments_campaign').on(t.campaign_id, t.comment_id).where(sql`campaign_id is not null`),
      k.index('comments_code').on(t.code_id, t.comment_id).where(sql`code_id is not null`),
      k.index('comments_creator').on(t.creator_id, t.comment_id).where(sql`creator_id is not null`),
      k.index('comments_run').on(t.run_id, t.comment_id).where(sql`run_id is not null`),
    ],
  );

/** A person whom a comment mentions. */
const commentMentionsTable = (k: Kit) =>
  k.table(
    'comment_mentions',
    {
      staff_id: k.reference('staff_id').notNull(),
      comment_id: k.reference('comment_id').notNull(),
      seen_at: k.instant('seen_at'),
    },
    (t) => [
      k.primaryKey({ columns: [t.staff_id, t.comment_id] }),
      k.index('comment_mentions_comment').on(t.comment_id),
    ],
  );

export const commentTables = (k: Kit) => ({ comments: commentsTable(k), comment_mentions: commentMentionsTable(k) });
