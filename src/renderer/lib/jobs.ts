import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';
import { askAgainEvery } from './query-client.ts';

export type Job = AnswerOf<Endpoints['listJobs']>['data'][number];

const LOOK_EVERY_MS = 10_000;
/** Daemons look every quarter of a minute, and this machine's clock may differ from theirs. */
const GRACE_MS = 120_000;

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: () => ask('listJobs'),
  refetchInterval: askAgainEvery(LOOK_EVERY_MS),
});

/** Due for so long that somebody should look why it does not run. */
export const isOverdue = ({ next_run_at, last_run }: Job, now: number): boolean =>
  next_run_at !== null && last_run?.status !== 'running' && Date.parse(next_run_at) < now - GRACE_MS;

/** What a run was about: a month, a day, an hour, or the campaign or payout run that its key names. */
export const periodName = (key: string): string =>
  key.replace(/^(\d+)@\d+$/, 'Campaign $1').replace(/^run-(\d+)$/, 'Payout run $1');
