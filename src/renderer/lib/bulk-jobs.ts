import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { bridge } from './bridge.ts';
import { notifySaved } from './notify.ts';

export type BulkJob = AnswerOf<Endpoints['getBulkJob']>;

/** Only characters that every file system accepts. */
const fileNameOf = (text: string) =>
  text
    .normalize()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);

/** Named after the batch, because the codes of a file may have different names. */
export async function saveBatch({ job_id, name }: Pick<BulkJob, 'job_id' | 'name'>): Promise<void> {
  const start = fileNameOf(name ?? '');
  const fileName = `${start && `${start}-`}codes-${job_id}.csv`;
  notifySaved(await bridge.saveAnswer(fileName, 'getBulkJobCsv', { params: { job_id } }));
}
