import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { changeOut } from './scheduled-changes-rules.ts';
import type { ScheduledChangeRow } from './scheduled-changes-store.ts';

export const scheduledChangeOut = (row: ScheduledChangeRow): AnswerOf<Endpoints['scheduleCampaignChange']> => ({
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
