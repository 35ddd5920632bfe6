import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { bridge } from './bridge.ts';
import { notifySaved } from './notify.ts';

export type BulkJob = AnswerOf<Endpoints['getBulkJob']>;

/** The names that batches were started with here; the daemon does not tell them. */
const names = new Map<number, string>();
export const rememberBatch = (jobId: number, name: string) => void names.set(jobId, name);

/** Only what every file system takes. */
const fileNameOf = (text: string) =>
  text
    .normalize()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);

/** After the batch's name, or the campaign's where that is all there is. */
export async function saveBatch(jobId: number, campaignName: string | undefined): Promise<void> {
  const name = fileNameOf(names.get(jobId) ?? campaignName ?? '');
  const fileName = `${name && `${name}-`}codes-${jobId}.csv`;
  notifySaved(await bridge.saveAnswer(fileName, 'getBulkJobCsv', { params: { job_id: jobId } }));
}
