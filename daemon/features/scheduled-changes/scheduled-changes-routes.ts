import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { cancelChange, listChanges, scheduleBatchChange, scheduleCampaignChange } from './schedule-change.ts';
import { changeOut } from './scheduled-changes-rules.ts';
import type { ScheduledChangeRow } from './scheduled-changes-store.ts';

type ScheduledChangeRoutes = Pick<
  Routes,
  'listScheduledChanges' | 'scheduleCampaignChange' | 'scheduleBatchChange' | 'cancelScheduledChange'
>;

export const scheduledChangeRoutes = ({ db }: { db: Database }): ScheduledChangeRoutes => ({
  listScheduledChanges: async ({ query, principal: { games } }) => {
    const page = await listChanges(db, { ...query, games });
    return { ...page, data: page.data.map(scheduledChangeOut) };
  },
  scheduleCampaignChange: async ({ params, body: { due_at: dueAt, ...change }, principal: { staffId }, now }) =>
    scheduledChangeOut(await scheduleCampaignChange(db, params.campaign_id, { staffId, dueAt, change, now })),
  scheduleBatchChange: async ({ params, body: { due_at: dueAt, ...change }, principal: { staffId }, now }) =>
    scheduledChangeOut(await scheduleBatchChange(db, params.batch_id, { staffId, dueAt, change, now })),
  cancelScheduledChange: async ({ params, principal: { staffId }, now }) =>
    scheduledChangeOut(await cancelChange(db, staffId, params.change_id, now)),
});

const scheduledChangeOut = (row: ScheduledChangeRow): AnswerOf<Endpoints['scheduleCampaignChange']> => ({
  change_id: row.change_id,
  campaign_id: row.campaign_id,
  campaign_name: row.campaign_name,
  batch_id: row.batch_id,
  due_at: isoInstant(row.due_at),
  change: changeOut(row),
  status: row.status,
  reason: row.reason,
  created_by: { staff_id: row.staff_id, name: row.staff_name },
  created_at: isoInstant(row.created_at),
  finished_at: instantOrNull(row.finished_at),
});
