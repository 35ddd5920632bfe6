import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { JobRunStatus } from './words.ts';

/** The audit log and the runs of scheduled jobs. */
export function logTables({ bigCount, id, instant, primaryKey, reference, table, text }: Kit) {
  const audit_log = table('audit_log', {
    audit_id: id('audit_id'),
    at: instant('at').notNull(),
    staff_id: reference('staff_id'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entity_id: text('entity_id').notNull(),
    before: text('before'),
    after: text('after'),
    /** Keyed over this row and the one before: a row that is changed, added or taken away breaks the chain. */
    mac: text('mac'),
    mac_key_id: text('mac_key_id'),
  });

  /** One row: the end of the chain, so that its last rows cannot be cut off unseen. */
  const audit_head = table('audit_head', {
    head_id: id('head_id'),
    audit_id: reference('audit_id').notNull(),
    mac: text('mac').notNull(),
  });

  /** Each period of a scheduled job, claimed by one daemon at a time. */
  const job_runs = table(
    'job_runs',
    {
      job: text('job').notNull(),
      period: text('period').notNull(),
      status: text('status').$type<JobRunStatus>().notNull(),
      /** Raised whenever a daemon takes it: whoever holds an older one has lost it. */
      fence: bigCount('fence').notNull(),
      lease_until: instant('lease_until'),
      started_at: instant('started_at').notNull(),
      finished_at: instant('finished_at'),
      error: text('error'),
    },
    (t) => [primaryKey({ columns: [t.job, t.period] })],
  );

  return { audit_log, audit_head, job_runs };
}

export type LogTables = ReturnType<typeof logTables>;
