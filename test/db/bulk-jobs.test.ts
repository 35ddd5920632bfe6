import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { findJob, insertJob, LEASE_MS, updateJob } from '../../daemon/features/bulk-codes/bulk-jobs-store.ts';
import { runBulkSteps, takeJob } from '../../daemon/features/bulk-codes/run-bulk-jobs.ts';
import { stepBulkJob } from '../../daemon/features/bulk-codes/step-bulk-job.ts';
import { makeCampaign } from '../support/database/campaigns.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

// These tests show which daemon works on a bulk job, and what happens if a daemon loses the job without noticing.
onEachDatabase((database) => {
  const start = async (total: number, prefix = '') => {
    const campaign_id = await makeCampaign(database());
    const request = { pattern: `${prefix}##########`, name: 'x', root_url: 'https://game.example', rewards_json: '{}' };
    const job = { campaign_id, kind: 'generate' as const, request, total, staff_id: 1, created_at: NOW };
    return (await database().write((handle) => insertJob(handle, job))).job_id;
  };
  const jobOf = (jobId: number) => database().read((handle) => findJob(handle, jobId));
  const codesOf = (jobId: number) =>
    database().read(({ db, t }) => db.select().from(t.codes).where(eq(t.codes.job_id, jobId)));
  const take = async (now: number) => (await takeJob(database(), now)) ?? expect.unreachable('no job is free');

  test('several daemons together create each code once', async () => {
    const jobId = await start(3000);
    await Promise.all([1, 2, 3].map(() => runBulkSteps(database(), () => NOW)));
    expect(await jobOf(jobId)).toMatchObject({ status: 'done', done: 3000, lease_until: null, finished_at: NOW });
    const codes = await codesOf(jobId);
    expect(new Set(codes.map((row) => row.code_norm)).size).toBe(3000);
    expect(codes.every((row) => row.status === 'approved')).toBe(true);
  });

  test('while a daemon holds the lease of a job, no other daemon can take the job', async () => {
    const jobId = await start(300);
    await take(NOW);
    expect(await takeJob(database(), NOW)).toBeNull();
    expect(await takeJob(database(), NOW + LEASE_MS - 1)).toBeNull();
    await runBulkSteps(database(), () => NOW + LEASE_MS);
    expect(await jobOf(jobId)).toMatchObject({ status: 'done', done: 300 });
  });

  test('a lease from a clock that was far ahead does not block the job', async () => {
    const jobId = await start(100);
    await database().write((handle) => updateJob(handle, jobId, { lease_until: NOW + 365 * 86_400_000 }));
    await runBulkSteps(database(), () => NOW);
    expect(await jobOf(jobId)).toMatchObject({ status: 'done' });
  });

  test('a daemon that lost the lease can no longer change anything', async () => {
    const jobId = await start(300);
    const late = await take(NOW);
    const first = await stepBulkJob(database(), late, 100, NOW + 1);
    if (first.outcome !== 'more') return expect.unreachable(first.outcome);
    const next = await take(NOW + 1 + LEASE_MS);
    expect(next.row.done).toBe(100);
    expect(await stepBulkJob(database(), first.job, 100, NOW + 2)).toEqual({ outcome: 'lost' });
    // The step is sent twice, as if the first response had been lost.
    const second = await stepBulkJob(database(), next, 100, NOW + 2 + LEASE_MS);
    expect(second).toMatchObject({ outcome: 'more', job: { row: { done: 200 } } });
    expect(await stepBulkJob(database(), next, 100, NOW + 3 + LEASE_MS)).toEqual({ outcome: 'lost' });
    expect((await codesOf(jobId)).length).toBe(200);
    // This job has the current lease, but outdated progress.
    const forged = { ...next, row: { ...next.row, lease_until: NOW + 2 + 2 * LEASE_MS } };
    expect((await jobOf(jobId))?.lease_until).toBe(forged.row.lease_until);
    expect(await stepBulkJob(database(), forged, 100, NOW + 4 + LEASE_MS)).toEqual({ outcome: 'lost' });
    await runBulkSteps(database(), () => NOW + 5 * LEASE_MS);
    expect(await jobOf(jobId)).toMatchObject({ status: 'done', done: 300 });
    expect((await codesOf(jobId)).length).toBe(300);
  });

  test('sabotage: without the lease check, codes from a daemon that lost the lease are stored, too', async () => {
    const jobId = await start(300);
    const late = await take(NOW);
    await take(NOW + LEASE_MS);
    const { lease_until = null } = (await jobOf(jobId)) ?? {};
    const unfenced = { ...late, row: { ...late.row, lease_until } };
    expect(await stepBulkJob(database(), unfenced, 100, NOW + LEASE_MS)).toMatchObject({ outcome: 'more' });
    expect((await codesOf(jobId)).length).toBe(100);
    await runBulkSteps(database(), () => NOW + 10 * LEASE_MS);
  });

  test('a stopping daemon releases the job immediately', async () => {
    const jobId = await start(5000);
    const stopping = new AbortController();
    const running = runBulkSteps(database(), () => NOW, { signal: stopping.signal });
    while (((await jobOf(jobId))?.done ?? 0) === 0);
    stopping.abort();
    await running;
    const left = await jobOf(jobId);
    expect(left).toMatchObject({ status: 'running', lease_until: null });
    expect(left?.done).toBeLessThan(5000);
    expect((await codesOf(jobId)).every((row) => row.status === 'pending')).toBe(true);
    await runBulkSteps(database(), () => NOW);
    expect(await jobOf(jobId)).toMatchObject({ status: 'done', done: 5000 });
    expect((await codesOf(jobId)).length).toBe(5000);
  });

  test('a generated value that already exists is replaced by a new one', async () => {
    const jobId = await start(500);
    const job = await take(NOW);
    await makeAllButOne(database(), job.row.campaign_id);
    // Of 31 values, 30 are taken. In one of ten million runs, all 500 attempts miss the free value.
    const narrow = { ...job, request: { ...job.request, pattern: 'NARROW-#' }, row: job.row };
    const step = await stepBulkJob(database(), narrow, 500, NOW);
    expect(step).toMatchObject({ outcome: 'more', job: { row: { done: 1 } } });
    expect((await codesOf(jobId)).map((row) => row.code)).toEqual(['NARROW-Z']);
  });
});

async function makeAllButOne(db: Database, campaign_id: number) {
  const taken = [...'23456789ABCDEFGHJKMNPQRSTUVWXY'];
  await db.write(({ db: tx, t }) =>
    tx.insert(t.codes).values(
      taken.map((sign) => ({
        ...{ campaign_id, kind: 'redeem' as const, code: `narrow-${sign}`, code_norm: `NARROW-${sign}`, name: 'x' },
        ...{ root_url: 'https://game.example', used: 0, active: true, rewards_json: '[]', status: 'approved' as const },
        ...{ created_at: NOW, updated_at: NOW },
      })),
    ),
  );
}
