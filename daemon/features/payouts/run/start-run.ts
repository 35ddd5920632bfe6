import { AppError } from '../../../contract/refusals.ts';
import type { Database, Handle } from '../../../db/database.ts';
import { holdPayments } from '../../../db/query/locking.ts';
import { recordAudit } from '../../audit/audit-store.ts';
import { getOrganisationForUpdate, type Organisation } from '../../settings/settings-store.ts';
import { endSettlements, findCampaignPeriod, findFirstStart, insertReach } from '../ledger/reach-store.ts';
import { campaignEndKey, manualKey, monthKey } from './payout-run-rules.ts';
import { findLastRun, findPreparing, findRunOfPeriod, insertRun, lastRunId } from './runs-store.ts';

export interface Month {
  /** A month such as `2026-05`. */
  key: string;
  start: number;
  end: number;
  timeZone: string;
}
/**
 * A requested payout run, which covers all campaigns if `campaignId` is null. A scheduled run has no member of staff.
 */
export type RunRequest =
  | { kind: 'monthly'; month: Month }
  | { kind: 'campaign_end'; campaignId: number }
  | { kind: 'manual'; campaignId: number | null; staffId: number };

interface Period {
  key: string;
  campaignId: number | null;
  start: number;
  end: number;
  timeZone: string;
}
/** The requested payout run, or another one that must be finished first. */
export type Started = { runId: number } | { wait: number };

/**
 * Starts a payout run and sets its cut-off: payments that are committed later belong to the next settlement. If the run
 * already exists, it is returned. While another run is being prepared, no run starts, so each run depends only on
 * finished runs.
 */
export const startRun = (db: Database, request: RunRequest, now: number): Promise<Started> =>
  db.write(async (handle) => {
    await holdPayments(handle);
    const organisation = await getOrganisationForUpdate(handle);
    const period = await periodOf(handle, request, organisation, now);
    const existing = await findRunOfPeriod(handle, period.key);
    if (existing) return { runId: existing.run_id };
    const preparing = await findPreparing(handle);
    const isTheSame =
      preparing?.kind === 'manual' && request.kind === 'manual' && preparing.campaign_id === request.campaignId;
    if (preparing) return isTheSame ? { runId: preparing.run_id } : { wait: preparing.run_id };
    return { runId: await makeRun(handle, request, period, organisation, now) };
  });

async function periodOf(
  handle: Handle,
  request: RunRequest,
  { time_zone }: Organisation,
  now: number,
): Promise<Period> {
  if (request.kind === 'monthly') {
    const { key, start, end, timeZone } = request.month;
    return { key: monthKey(key), campaignId: null, start, end, timeZone };
  }
  const { campaignId } = request;
  const campaign = campaignId === null ? null : await findCampaignPeriod(handle, campaignId);
  if (campaignId !== null && !campaign) throw new AppError('not_found');
  if (request.kind === 'campaign_end') {
    const { starts_at = now, end = now } = campaign ?? {};
    return { key: campaignEndKey(request.campaignId, end), campaignId, start: starts_at, end, timeZone: time_zone };
  }
  const last = await findLastRun(handle, campaignId);
  const start = last?.period_end ?? campaign?.starts_at ?? (await findFirstStart(handle)) ?? now;
  const key = manualKey(campaignId, await lastRunId(handle));
  return { key, campaignId, start: Math.min(start, now), end: now, timeZone: time_zone };
}

async function makeRun(handle: Handle, request: RunRequest, period: Period, settings: Organisation, now: number) {
  const { campaignId: campaign_id } = period;
  const staffId = request.kind === 'manual' ? request.staffId : null;
  const reach = await endSettlements(handle, campaign_id);
  const { currency, currency_digits, minimum_payout, hold_days } = settings;
  const runId = await insertRun(handle, {
    kind: request.kind,
    period_key: period.key,
    campaign_id,
    period_start: period.start,
    period_end: period.end,
    time_zone: period.timeZone,
    ...{ currency, currency_digits, minimum_payout, hold_days },
    status: 'preparing',
    prepared_by: staffId,
    prepared_at: now,
    csv_hashes: '{}',
    totals: '{}',
  });
  await insertReach(handle, runId, reach);
  if (staffId !== null) {
    const entry = { staffId, action: 'payout_run.create', entity: 'payout_run', entityId: runId };
    await recordAudit(handle, { ...entry, before: null, after: { campaign_id } }, now);
  }
  return runId;
}
