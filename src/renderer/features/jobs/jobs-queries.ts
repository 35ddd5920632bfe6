import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { askAgainEvery } from '../../client/query-client.ts';

export type Job = AnswerOf<Endpoints['listJobs']>['data'][number];

const LOOK_EVERY_MS = 10_000;
/** Daemons check for due jobs every 15 seconds, and this machine's clock may differ from theirs. */
const GRACE_MS = 120_000;

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: () => ask('listJobs'),
  refetchInterval: askAgainEvery(LOOK_EVERY_MS),
});

/** Returns true if a job has been due for longer than `GRACE_MS` and is not running. Staff should then find out why. */
export const isOverdue = ({ next_run_at, last_run }: Job, now: number): boolean =>
  next_run_at !== null && last_run?.status !== 'running' && Date.parse(next_run_at) < now - GRACE_MS;

interface PeriodWords {
  campaign: (id: string) => string;
  payoutRun: (id: string) => string;
}

/** Describes the period of a job run: its key, such as a month, or the campaign or payout run that the key names. */
export function periodName(key: string, words: PeriodWords): string {
  const [, campaign] = /^(\d+)@\d+$/.exec(key) ?? [];
  if (campaign) return words.campaign(campaign);
  const [, run] = /^run-(\d+)$/.exec(key) ?? [];
  return run ? words.payoutRun(run) : key;
}
