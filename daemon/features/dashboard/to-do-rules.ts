import type { ToDo } from '../../contract/admin/dashboard.ts';
import type { EndpointName } from '../../contract/contract.ts';
import { mayCall } from '../../contract/may-call.ts';
import type { StaffPrincipal } from '../../contract/route.ts';
import { isoInstant } from '../../lib/clock.ts';

const NOTHING: ToDo = {
  ...{ campaigns_ending: [], codes_near_limit: [], moderation: null },
  ...{ low_key_pools: [], leak_signs: [], payout_runs: [], payout_details: [], webhooks: [], jobs: [] },
  ...{ missing_rates: [], old_rates: [], rate_corrections: [] },
};

/** The endpoint that shows or fixes the fault. Roles that may not call it do not see the fault. */
const SCREENS: Record<keyof ToDo, EndpointName> = {
  campaigns_ending: 'getCampaign',
  codes_near_limit: 'getCode',
  low_key_pools: 'getKeyPool',
  leak_signs: 'getLeakSign',
  moderation: 'decideCreatorCodes',
  payout_runs: 'getPayoutRun',
  payout_details: 'approvePayoutDetails',
  missing_rates: 'listExchangeRates',
  old_rates: 'listExchangeRates',
  rate_corrections: 'listExchangeRates',
  webhooks: 'listWebhooks',
  jobs: 'listJobs',
};

/** Returns the part of the list that a person may act on or view. */
export function toDoOf(who: Pick<StaffPrincipal, 'role' | 'games'>, all: ToDo): ToDo {
  const may = (part: keyof ToDo) => mayCall(who, SCREENS[part]);
  const open = Object.entries(all).filter(([part]) => may(part as keyof ToDo));
  return { ...NOTHING, ...Object.fromEntries(open) };
}

/** Daemons check for due jobs every 15 seconds, and a job can take some time. */
const GRACE_MS = 120_000;

/** A scheduled job, with the result of its last run and the time of the next one. */
export interface JobState {
  name: string;
  last: { status: string; finished_at: number | null; started_at: number } | null;
  nextAt: number | null;
}

/** Returns the to-do entry for a job that failed or is overdue; null for other jobs. */
export function faultOfJob({ name, last, nextAt }: JobState, now: number): ToDo['jobs'][number] | null {
  if (last?.status === 'failed')
    return { job: name, state: 'failed', since: isoInstant(last.finished_at ?? last.started_at) };
  const isOverdue = nextAt !== null && last?.status !== 'running' && nextAt < now - GRACE_MS;
  return isOverdue ? { job: name, state: 'overdue', since: isoInstant(nextAt) } : null;
}

export function faultOfWebhook(
  { active, paused_until }: { active: boolean; paused_until: number | null },
  now: number,
): ToDo['webhooks'][number]['state'] {
  if (!active) return 'switched_off';
  return paused_until !== null && paused_until > now ? 'paused' : 'failing';
}

/** Returns what finance has to do next with a waiting payout run. */
export function stepOfRun(status: string): ToDo['payout_runs'][number]['step'] {
  if (status === 'draft') return 'approve';
  return status === 'approved' ? 'export' : 'pay';
}
