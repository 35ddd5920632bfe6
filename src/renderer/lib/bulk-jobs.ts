import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { bridge } from './bridge.ts';
import { fileNameOf } from './file-name.ts';
import { notifySaved } from './notify.ts';

export type BulkJob = AnswerOf<Endpoints['getBulkJob']>;

/** Named after the batch, because the codes of a file may have different names. */
export async function saveBatch({ job_id, name }: Pick<BulkJob, 'job_id' | 'name'>): Promise<void> {
  const start = fileNameOf(name ?? '');
  const fileName = `${start && `${start}-`}codes-${job_id}.csv`;
  notifySaved(await bridge.saveAnswer(fileName, 'getBulkJobCsv', { params: { job_id } }));
}
