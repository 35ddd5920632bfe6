import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { shownStatus } from '../../domain/campaign-status.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { scheduledChangeOut } from '../scheduled-changes/scheduled-changes-response.ts';
import { listChangesWithin } from '../scheduled-changes/scheduled-changes-store.ts';
import {
  type CalendarSpan,
  listCampaignsById,
  listDatedBatches,
  listDatedCodes,
  listRunningCampaigns,
  MOST,
} from './calendar-store.ts';

/**
 * Reads what is active and what changes within a span. Campaigns with batches, codes or changes in the span are
 * included even if they are not active themselves.
 */
export function readCalendar(
  db: Database,
  span: CalendarSpan,
  now: number,
): Promise<AnswerOf<Endpoints['getCalendar']>> {
  if (span.from >= span.to)
    throw new AppError({ code: 'invalid_request', errors: [fieldFault('#/query', ['from'], 'not_before_to')] });
  return db.read(async (handle) => {
    const running = await listRunningCampaigns(handle, span);
    const batches = await listDatedBatches(handle, span);
    const codes = await listDatedCodes(handle, span);
    const changes = await listChangesWithin(handle, { ...span, most: MOST });
    const known = new Set(running.map(({ campaign_id }) => campaign_id));
    const named = new Set([...batches, ...codes, ...changes].map(({ campaign_id }) => campaign_id));
    const others = await listCampaignsById(
      handle,
      [...named].filter((id) => !known.has(id)),
    );
    return {
      campaigns: [...running, ...others]
        .toSorted((one, other) => one.starts_at - other.starts_at || one.campaign_id - other.campaign_id)
        .map(({ stage, ...row }) => ({
          ...row,
          starts_at: isoInstant(row.starts_at),
          ends_at: isoInstant(row.ends_at),
          status: shownStatus({ stage, ...row }, now),
        })),
      batches: batches.map(({ job_id, ...batch }) => ({ batch_id: job_id, ...batch, ...datesOf(batch) })),
      codes: codes.map((code) => ({ ...code, ...datesOf(code) })),
      changes: changes.map(scheduledChangeOut),
      is_partial: [running, batches, codes, changes].some((rows) => rows.length === MOST),
    };
  });
}

const datesOf = ({ starts_at, ends_at }: { starts_at: number | null; ends_at: number | null }) => ({
  starts_at: instantOrNull(starts_at),
  ends_at: instantOrNull(ends_at),
});
