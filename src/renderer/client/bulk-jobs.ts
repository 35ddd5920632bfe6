import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { fileNameOf } from '../lib/file-name.ts';
import { ask } from './ask.ts';
import { bridge } from './bridge.ts';
import { notifySaved } from './notify.ts';
import { askAgainEvery } from './query-client.ts';

export type BulkJob = AnswerOf<Endpoints['getBulkJob']>;

const LOOK_EVERY_MS = 400;

/** Polls a job until it has ended. */
export const bulkJobQuery = (jobId: number) =>
  queryOptions({
    queryKey: ['bulk-jobs', jobId],
    queryFn: () => ask('getBulkJob', { params: { job_id: jobId } }),
    refetchInterval: (query) =>
      askAgainEvery(query.state.data && query.state.data.status !== 'running' ? false : LOOK_EVERY_MS)(query),
  });

/** Saves the codes of a batch as a file named after the batch, because imported codes can have different names. */
export async function saveBatch({ job_id, name }: Pick<BulkJob, 'job_id' | 'name'>): Promise<void> {
  const start = fileNameOf(name ?? '');
  const fileName = `${start && `${start}-`}codes-${job_id}.csv`;
  notifySaved(await bridge.saveAnswer(fileName, 'getBulkJobCsv', { params: { job_id } }));
}
