import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { LOOK_MS } from '../../daemon/features/bulk-codes/run-bulk-jobs.ts';
import { failOn } from '../support/faults/sabotage.ts';
import { jobDone, readCsv } from '../support/http/bulk-jobs.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { ownerToken } from '../support/http/owner-token.ts';
import { apiKey, bearer, done, refusal, shape, type TestClient, testClient } from '../support/http/test-client.ts';
import { spawnDaemon, startTestDaemon, testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

const BULK = { name: 'Gifts', root_url: 'https://game.example/r', rewards_json: '{"gold":1}' };
const bulk = (staff: TestClient, campaignId: number, count: number) =>
  staff.call('generateCodes', { params: { campaign_id: campaignId }, body: { ...BULK, count } });

describe.each(['sqlite', 'postgres'] as const)('a bulk job on %s', (database) => {
  test('creates 20,000 codes while players redeem', async () => {
    const daemon = await startTestDaemon({ database });
    const staff = daemon.owner;
    const game = daemon.server;
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'HOT');
    const { job_id } = done(await bulk(staff, campaignId, 20_000));
    let over = false;
    const progress: number[] = [];
    const watching = (async () => {
      for (;;) {
        const job = done(await staff.call('getBulkJob', { params: { job_id } }));
        progress.push(job.done);
        if (job.status !== 'running') return job;
        await sleep(50);
      }
    })().finally(() => {
      over = true;
    });
    let redeems = 0;
    for (let player = 0; !over; player += 1) {
      done(await game.call('redeem', { body: { user_id: `player-${player}`, code: 'HOT' } }));
      redeems += 1;
    }
    expect(await watching).toMatchObject({ status: 'done', done: 20_000, error: null });
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(new Set(progress).size).toBeGreaterThan(3);
    // The redeems run one after the other, so most of them took less than a twenty-fifth of the job's time. If the job
    // were one long write, only one redeem would complete in that time.
    expect(redeems).toBeGreaterThan(50);

    const [, ...lines] = (await readCsv(daemon, job_id)).text.trimEnd().split('\r\n');
    const sent = lines.map((line) => line.split(',')[0]);
    const stored = await runSql(daemon.databaseUrl, `select code from codes where job_id = ${job_id}`);
    expect(new Set(sent).size).toBe(20_000);
    expect(sent.toSorted()).toEqual(stored.map(({ code }) => String(code)).toSorted());
    await daemon.close();
  }, 240_000);

  test('of a killed daemon continues after the restart, within ten seconds of the kill', async () => {
    const storage = await testDatabase(database);
    const first = await spawnDaemon(storage.url);
    const before = await signIn(first.url);
    const campaignId = await runningCampaign({ owner: before.owner });
    const { job_id } = done(await bulk(before.staff, campaignId, 20_000));
    const doneBy = async (staff: TestClient) =>
      done(await staff.call('getBulkJob', { params: { job_id } })).done as number;
    while ((await doneBy(before.staff)) < 2000) await sleep(5);
    await first.end('SIGKILL');
    const killedAt = Date.now();
    const [left] = await runSql(
      storage.url,
      `select done, status, lease_until from bulk_jobs where job_id = ${job_id}`,
    );
    const reached = Number(left?.done);
    expect(reached).toBeLessThan(20_000);
    const count = async () =>
      Number((await runSql(storage.url, `select count(*) as n from codes where job_id = ${job_id}`))[0]?.n);
    expect(await count()).toBe(reached);

    // Another daemon can take over the job once the lease has ended. Daemons look for such jobs every `LOOK_MS`.
    expect(Number(left?.lease_until) - killedAt + LOOK_MS).toBeLessThan(10_000);

    const second = await spawnDaemon(storage.url);
    const { staff } = await signIn(second.url);
    // No code can be redeemed before all codes exist.
    const [early] = await runSql(storage.url, `select code from codes where job_id = ${job_id} order by code_id`);
    const { key } = done(await staff.call('createApiKey', { body: { name: 'game', kind: 'server' } }));
    const game = testClient(second.url, apiKey(key));
    const redeem = () => game.call('redeem', { body: { user_id: 'ann', code: String(early?.code) } });
    expect(shape(await redeem())).toEqual(refusal(404, 'code_not_found'));
    await until('another step', async () => (await doneBy(staff)) > reached);
    expect(await jobDone(staff, job_id, 120_000)).toMatchObject({ status: 'done', done: 20_000 });
    expect(await count()).toBe(20_000);
    expect((await redeem()).status).toBe(200);
    expect((await second.end()).code).toBe(0);
    await storage.drop();
  }, 240_000);

  test('fails because of any fault other than a database outage, and its codes are removed', async () => {
    const daemon = await startTestDaemon({ database });
    const staff = daemon.owner;
    const campaignId = await runningCampaign(daemon);
    const mend = await failOn(daemon.databaseUrl, { table: 'codes', by: 'update of status' });
    const { job_id } = done(await bulk(staff, campaignId, 700));
    expect(await jobDone(staff, job_id)).toMatchObject({ status: 'failed', done: 0, error: expect.any(String) });
    expect(await runSql(daemon.databaseUrl, `select code from codes where job_id = ${job_id}`)).toEqual([]);
    await mend();
    const again = done(await bulk(staff, campaignId, 700));
    expect(await jobDone(staff, again.job_id)).toMatchObject({ status: 'done', done: 700 });
    await daemon.close();
  }, 60_000);
});

async function signIn(url: string) {
  const token = await ownerToken(url);
  return { staff: testClient(url, bearer(token)), owner: testClient(url, bearer(token)) };
}
