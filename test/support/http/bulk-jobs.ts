import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDaemon } from '../world/daemon.ts';
import { type Answered, bearer, done, type TestClient } from './test-client.ts';

/** Waits until a bulk job has ended. @returns the job as the API shows it */
export async function jobDone(staff: TestClient, jobId: number, withinMs = 60_000) {
  const until = performance.now() + withinMs;
  for (;;) {
    const job = done(await staff.call('getBulkJob', { params: { job_id: jobId } }));
    if (job.status !== 'running') return job;
    if (performance.now() > until) throw new Error(`Not done in time: ${JSON.stringify(job)}`);
    await sleep(20);
  }
}

/** Waits until a change to all codes of a batch has ended. @returns the batch as the API shows it */
export async function batchChanged(staff: TestClient, batchId: number) {
  for (;;) {
    const batch = done(await staff.call('getBatch', { params: { batch_id: batchId } }));
    if (!batch.switching && !batch.changing) return batch;
    await sleep(10);
  }
}

/** Returns a job's CSV as the daemon sends it. */
export async function readCsv({ owner }: Pick<TestDaemon, 'owner'>, jobId: number) {
  const { status, headers, body } = await owner.call('getBulkJobCsv', { params: { job_id: jobId } });
  return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** Sends a CSV unchanged, without JSON around it. */
export async function postCsv(
  { url, ownerToken }: Pick<TestDaemon, 'url' | 'ownerToken'>,
  path: string,
  body: string | Buffer,
): Promise<Answered> {
  const headers = { ...bearer(ownerToken), 'Content-Type': 'text/csv; charset=utf-8' };
  const response = await fetch(url + path, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
