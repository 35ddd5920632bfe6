import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { JobRunStatus } from './words.ts';

// Tables for the audit log and for the runs of scheduled jobs.

const auditLogTable = (k: Kit) =>
  k.table(
    'audit_log',
    {
      audit_id: k.id('audit_id'),
      at: k.instant('at').notNull(),
      staff_id: k.reference('staff_id'),
      action: k.text('action').notNull(),
      entity: k.text('entity').notNull(),
      entity_id: k.text('entity_id').notNull(),
      before: k.text('before'),
      after: k.text('after'),
      /** A keyed hash of this row and the previous one. A changed, added or removed row breaks the chain. */
      mac: k.text('mac'),
      mac_key_id: k.text('mac_key_id'),
    },
    (t) => [
      k.index('audit_log_entity').on(t.entity_id, t.entity, t.audit_id),
      k.index('audit_log_at').on(t.at, t.audit_id),
      k.index('audit_log_staff').on(t.staff_id, t.audit_id),
    ],
  );

/** One row with the end of the chain, which reveals whether the log's last rows were removed. */
const auditHeadTable = (k: Kit) =>
  k.table('audit_head', {
    head_id: k.id('head_id'),
    audit_id: k.reference('audit_id').notNull(),
    mac: k.text('mac').notNull(),
  });

/** A job run for each period of a scheduled job, leased by one daemon at a time. */
const jobRunsTable = (k: Kit) =>
  k.table(
    'job_runs',
    {
      job: k.text('job').notNull(),
      period: k.text('period').notNull(),
      status: k.text('status').$type<JobRunStatus>().notNull(),
      /** Grows with each lease. A daemon with an older value has lost the job run. */
      fence: k.bigCount('fence').notNull(),
      lease_until: k.instant('lease_until'),
      started_at: k.instant('started_at').notNull(),
      finished_at: k.instant('finished_at'),
      error: k.text('error'),
    },
    (t) => [k.primaryKey({ columns: [t.job, t.period] })],
  );

export function logTables(k: Kit) {
  return {
    audit_log: auditLogTable(k),
    audit_head: auditHeadTable(k),
    job_runs: jobRunsTable(k),
  };
}
