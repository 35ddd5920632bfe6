import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findJob, insertJob, LEASE_MS } from '../../daemon/features/bulk-codes/bulk-jobs-store.ts';
import { type BatchChange, changeBatch } from '../../daemon/features/bulk-codes/change-batch.ts';
import { stepChange, takeChange, workOnChange } from '../../daemon/features/bulk-codes/run-batch-changes.ts';
import { runBulkSteps } from '../../daemon/features/bulk-codes/run-bulk-jobs.ts';
import { makeCampaign, makeCode } from '../support/database/campaigns.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

// These tests show which daemon changes a batch, and what happens if it is stopped or killed, or loses its lease.
onEachDatabase((database) => {
  const makeBatch = async (total: number) => {
    const campaign_id = await makeCampaign(database());
    const request = { pattern: '##########', name: 'x', root_url: 'https://game.example', rewards_json: '{}' };
    const job = { campaign_id, kind: 'generate' as const, request, total, staff_id: 1, created_at: NOW };
    const { job_id } = await database().write((handle) => insertJob(handle, job));
    await runBulkSteps(database(), () => NOW);
    return { jobId: job_id, campaignId: campaign_id };
  };
  const jobOf = (jobId: number) => database().read((handle) => findJob(handle, jobId));
  const activeOf = async (jobId: number) => {
    const rows = await database().read(({ db, t }) => db.select().from(t.codes).where(eq(t.codes.job_id, jobId)));
    return rows.filter(({ active }) => active).length;
  };
  const begin = (batchId: number, active: boolean) => changeBatch(database(), 1, batchId, { active }, NOW);
  const take = async (now: number) => (await takeChange(database(), now)) ?? expect.unreachable('no change is free');

  test('several daemons together change each code of the batch, and no others', async () => {
    const { jobId, campaignId } = await makeBatch(2000);
    const other = await makeCode(database(), campaignId, { code: `OTHER-${jobId}` });
    await begin(jobId, false);
    await Promise.all([1, 2, 3].map(() => runBulkSteps(database(), () => NOW)));
    expect(await activeOf(jobId)).toBe(0);
    expect(await jobOf(jobId)).toMatchObject({ switch_to: null, switched_id: null, lease_until: null, status: 'done' });
    const [left] = await database().read(({ db, t }) => db.select().from(t.codes).where(eq(t.codes.code_id, other)));
    expect(left?.active).toBe(true);
  });

  test('a change that a killed daemon left unfinished continues where it stopped', async () => {
    const { jobId } = await makeBatch(900);
    await begin(jobId, false);
    const killed = await take(NOW);
    await stepChange(database(), killed, 300, NOW);
    expect(await activeOf(jobId)).toBe(600);
    expect(await takeChange(database(), NOW + LEASE_MS - 1)).toBeNull();
    const next = await take(NOW + LEASE_MS);
    expect(next.left?.from).toBe((killed.left?.from ?? 0) + 300);
    // Even if the first daemon had only been slow, not killed, it could no longer change anything.
    expect(await stepChange(database(), { ...killed, switchedId: next.switchedId }, 300, NOW)).toBeNull();
    expect(await activeOf(jobId)).toBe(600);
    await workOnChange(database(), () => NOW + LEASE_MS, next);
    expect(await activeOf(jobId)).toBe(0);
  });

  test('a change to the opposite state replaces one in progress', async () => {
    const { jobId } = await makeBatch(600);
    await begin(jobId, false);
    const first = await stepChange(database(), await take(NOW), 300, NOW);
    await begin(jobId, true);
    if (!first) return expect.unreachable('the change was already over');
    expect(await stepChange(database(), first, 300, NOW)).toBeNull();
    await runBulkSteps(database(), () => NOW);
    expect(await activeOf(jobId)).toBe(600);
  });

  test('a new change is combined with one in progress', async () => {
    const { jobId } = await makeBatch(600);
    const change = (set: BatchChange) => changeBatch(database(), 1, jobId, set, NOW);
    await change({ active: false, ends_at: NOW + 1, recipient: 'ann' });
    const first = await stepChange(database(), await take(NOW), 300, NOW);
    await change({ ends_at: NOW + 2, starts_at: NOW });
    if (!first) return expect.unreachable('the change was already over');
    expect(await stepChange(database(), first, 300, NOW)).toBeNull();
    await runBulkSteps(database(), () => NOW);
    const codes = await database().read(({ db, t }) => db.select().from(t.codes).where(eq(t.codes.job_id, jobId)));
    const expected = { active: false, starts_at: NOW, ends_at: NOW + 2, recipient: 'ann', conditions: null };
    for (const code of codes) expect(code).toMatchObject(expected);
    expect(codes).toHaveLength(600);
    expect(await jobOf(jobId)).toMatchObject({ switch_to: null, window_changes: null, switched_id: null });
  });

  test('a stopping daemon releases its change immediately', async () => {
    const { jobId } = await makeBatch(3000);
    await begin(jobId, false);
    const stopping = new AbortController();
    const working = workOnChange(database(), () => NOW, await take(NOW), stopping.signal);
    stopping.abort();
    await working;
    expect(await jobOf(jobId)).toMatchObject({ switch_to: false, lease_until: null });
    expect(await activeOf(jobId)).toBeGreaterThan(0);
    await runBulkSteps(database(), () => NOW);
    expect(await activeOf(jobId)).toBe(0);
  });
});
