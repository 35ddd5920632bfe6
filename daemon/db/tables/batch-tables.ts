import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { CodeTables } from './code-tables.ts';
import type { BulkJobKind, BulkJobStatus, Decision } from './words.ts';

// What staff do with many codes at once: batches, and the moderation of creator codes.

/** Jobs that make thousands of codes, in steps that any daemon can continue. The codes of a job are a batch. */
const bulkJobsTable = (k: Kit, campaigns: CodeTables['campaigns']) =>
  k.table(
    'bulk_jobs',
    {
      job_id: k.id('job_id'),
      campaign_id: k
        .reference('campaign_id')
        .notNull()
        .references(() => campaigns.campaign_id),
      kind: k.text('kind').$type<BulkJobKind>().notNull(),
      status: k.text('status').$type<BulkJobStatus>().notNull(),
      /** The name of all codes; null where each line of the imported file holds its own. */
      name: k.text('name'),
      /** The request of the job, as JSON. */
      request: k.text('request').notNull(),
      total: k.bigCount('total').notNull(),
      done: k.bigCount('done').notNull(),
      error: k.text('error'),
      /** Until then the job belongs to the daemon that leased it. */
      lease_until: k.instant('lease_until'),
      staff_id: k.reference('staff_id').notNull(),
      created_at: k.instant('created_at').notNull(),
      finished_at: k.instant('finished_at'),
      /** The codes are being switched on or off; null where they are not. */
      switch_to: k.flag('switch_to'),
      /** The codes up to this id are switched; null where none is. */
      switched_id: k.reference('switched_id'),
    },
    (t) => [
      k.index('bulk_jobs_campaign').on(t.campaign_id, t.job_id),
      k.index('bulk_jobs_switching').on(t.job_id).where(sql`switch_to is not null`),
    ],
  );

/** Who decided on a creator code, and why. Rows are added, and an undo notes its time. */
const decisionsTable = (k: Kit) =>
  k.table(
    'creator_code_decisions',
    {
      decision_id: k.id('decision_id'),
      code_id: k.reference('code_id').notNull(),
      decision: k.text('decision').$type<Decision>().notNull(),
      /** Only a rejection has one. */
      reason: k.text('reason'),
      /** The member of staff who decided, or else the key of the program that did. */
      staff_id: k.reference('staff_id'),
      key_id: k.reference('key_id'),
      decided_at: k.instant('decided_at').notNull(),
      undone_at: k.instant('undone_at'),
    },
    (t) => [
      k.index('creator_code_decisions_code').on(t.code_id, t.decision_id),
      k.index('creator_code_decisions_kind').on(t.decision, t.decision_id),
      k.index('creator_code_decisions_staff').on(t.staff_id, t.decision_id),
    ],
  );

export const batchTables = (k: Kit, { campaigns }: Pick<CodeTables, 'campaigns'>) => ({
  bulk_jobs: bulkJobsTable(k, campaigns),
  creator_code_decisions: decisionsTable(k),
});
