import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { cancelChange, listChanges, scheduleBatchChange, scheduleCampaignChange } from './schedule-change.ts';
import { scheduledChangeOut } from './scheduled-changes-response.ts';

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
