import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import { type CodeTables, windowColumns } from './code-tables.ts';
import type { BulkJobKind, BulkJobStatus, Decision, ScheduledChangeStatus } from './words.ts';

// Tables for batches and for the moderation of creator codes.

/** Jobs that create thousands of codes, in steps that any daemon can continue. The codes of a job are a batch. */
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
      /** The name of all codes; null if each line of the imported file has its own. */
      name: k.text('name'),
      /** The request that created the job, as JSON. */
      request: k.text('request').notNull(),
      total: k.bigCount('total').notNull(),
      done: k.bigCount('done').notNull(),
      error: k.text('error'),
      /** The end of the current daemon's lease. */
      lease_until: k.instant('lease_until'),
      staff_id: k.reference('staff_id').notNull(),
      created_at: k.instant('created_at').notNull(),
      finished_at: k.instant('finished_at'),
      /** Whether the job's codes are being activated or deactivated; null if neither. */
      switch_to: k.flag('switch_to'),
      /** When and by whom the job's codes can be redeemed, except for codes whose own conditions were set. */
      ...windowColumns(k),
      /** The usage limit of each code, if it was changed for all codes of the batch. */
      usage_limit: k.bigCount('usage_limit'),
      /**
       * The names of the columns above whose values the daemon is copying to the job's codes, as a JSON array; null if
       * it is copying none.
       */
      window_changes: k.text('window_changes'),
      /** Codes up to this ID have been changed; null if none has. */
      switched_id: k.reference('switched_id'),
    },
    (t) => [
      k.index('bulk_jobs_campaign').on(t.campaign_id, t.job_id),
      k.index('bulk_jobs_changing').on(t.job_id).where(sql`switch_to is not null or window_changes is not null`),
    ],
  );

/** Changes to a campaign or to a batch's codes at a future instant. */
const scheduledChangesTable = (k: Kit, campaigns: CodeTables['campaigns']) =>
  k.table(
    'scheduled_changes',
    {
      change_id: k.id('change_id'),
      campaign_id: k
        .reference('campaign_id')
        .notNull()
        .references(() => campaigns.campaign_id),
      /** The batch whose codes change; null for a change to the campaign. */
      batch_id: k.reference('batch_id'),
      due_at: k.instant('due_at').notNull(),
      /** The new values as JSON, with instants in milliseconds. */
      change: k.text('change').notNull(),
      status: k.text('status').$type<ScheduledChangeStatus>().notNull(),
      /** The code of the refusal, if the change was refused when it was due. */
      reason: k.text('reason'),
      staff_id: k.reference('staff_id').notNull(),
      created_at: k.instant('created_at').notNull(),
      finished_at: k.instant('finished_at'),
    },
    (t) => [
      k.index('scheduled_changes_due').on(t.status, t.due_at),
      k.index('scheduled_changes_campaign').on(t.campaign_id, t.due_at),
      k.index('scheduled_changes_time').on(t.due_at, t.change_id),
    ],
  );

/** Who decided on a creator code, and why. Rows are never removed; an undo sets `undone_at`. */
const decisionsTable = (k: Kit) =>
  k.table(
    'creator_code_decisions',
    {
      decision_id: k.id('decision_id'),
      code_id: k.reference('code_id').notNull(),
      decision: k.text('decision').$type<Decision>().notNull(),
      /** Set only for a rejection. */
      reason: k.text('reason'),
      /** The member of staff who decided; null if a program decided with the API key `key_id`. */
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
  scheduled_changes: scheduledChangesTable(k, campaigns),
  creator_code_decisions: decisionsTable(k),
});
