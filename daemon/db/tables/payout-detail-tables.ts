import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { creatorsTable } from './campaign-tables.ts';
import type { DetailRequestStatus } from './words.ts';

/** Payout details that creators entered themselves, with the details that applied before the decision. */
const detailRequestsTable = (k: Kit, creators: ReturnType<typeof creatorsTable>) =>
  k.table(
    'payout_detail_requests',
    {
      request_id: k.id('request_id'),
      creator_id: k
        .text('creator_id')
        .notNull()
        .references(() => creators.creator_id),
      status: k.text('status').$type<DetailRequestStatus>().notNull(),
      payout_method: k.text('payout_method').notNull(),
      payout_address: k.text('payout_address').notNull(),
      payout_name: k.text('payout_name').notNull(),
      /** Null until the decision. */
      old_method: k.text('old_method'),
      old_address: k.text('old_address'),
      old_name: k.text('old_name'),
      created_at: k.instant('created_at').notNull(),
      decided_at: k.instant('decided_at'),
      decided_by: k.reference('decided_by'),
      reason: k.text('reason'),
    },
    (t) => [
      k.uniqueIndex('payout_detail_requests_waiting').on(t.creator_id).where(sql`status = 'pending'`),
      k.index('payout_detail_requests_creator').on(t.creator_id, t.request_id),
      k.index('payout_detail_requests_status').on(t.status, t.request_id),
    ],
  );

export const payoutDetailTables = (k: Kit, creators: ReturnType<typeof creatorsTable>) => ({
  payout_detail_requests: detailRequestsTable(k, creators),
});
