import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { jobsFor } from '../../daemon/jobs/jobs.ts';
import { listJobs } from '../../daemon/jobs/list-jobs.ts';
import { sdkEventItem, storeEvents } from '../support/database/events.ts';
import { done } from '../support/http/test-client.ts';
import { startBucket } from '../support/world/bucket.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { filesOfDay, linesOfDay } from '../support/world/event-files.ts';
import { rowsIn } from '../support/world/ledger-files.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

test('a daemon with folders writes events at 02:00 UTC, and the ledger at 02:00 in the organisation’s time zone; the list of jobs shows a fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-archive-'));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  const clock = { now: at('2026-11-20T01:59:00Z') };
  const made = join(folder, 'made', 'by-the-daemon');
  const env = { REDEEMD_EVENTS_DIR: made, REDEEMD_LEDGER_DIR: made };
  const daemon = await startTestDaemon({ clock: () => clock.now, env });
  opened.push(daemon.close);
  // At the first check, no job runs for earlier days, so this check must happen before the time zone changes.
  await daemon.runDueJobs();
  await daemon.db.write(({ db, t }) => db.update(t.organisation).set({ time_zone: 'Asia/Kolkata' }));
  const job = async (wanted = 'event-archive') => {
    const states = await listJobs(daemon.db, clock.now, jobsFor({ eventsFolder: made, ledgerFolder: made }));
    return states.find(({ name }) => name === wanted);
  };
  const { data } = done(await daemon.owner.call('listJobs'));
  expect(data.map((one: { job: string }) => one.job)).toEqual(
    expect.arrayContaining(['event-archive', 'ledger-export']),
  );
  await storeEvents(daemon.db, [sdkEventItem(at('2026-11-20T00:30:00Z'))], clock.now);
  await daemon.runDueJobs();
  expect(await job()).toMatchObject({ runs: 'every day at 02:00 UTC', nextAt: at('2026-11-20T02:00:00Z') });
  expect(await job('ledger-export')).toMatchObject({ nextAt: at('2026-11-20T20:30:00Z') });

  const inTheWay = join(folder, 'made');
  // The ledger export has already run for the previous day.
  rmSync(inTheWay, { recursive: true });
  writeFileSync(inTheWay, '');
  clock.now = at('2026-11-21T02:00:00Z');
  await daemon.runDueJobs();
  expect(await job()).toMatchObject({
    last: { status: 'failed', error: expect.stringContaining('The events of 2026-11-20 cannot be written to') },
  });
  const fault = expect.stringContaining('The table commission_terms cannot be written to');
  expect(await job('ledger-export')).toMatchObject({ last: { status: 'failed', error: fault } });
  rmSync(inTheWay);
  clock.now += HOUR;
  await daemon.runDueJobs();
  expect(await job()).toMatchObject({ last: { period: '2026-11-20', status: 'done' } });
  expect(await job('ledger-export')).toMatchObject({ last: { period: '2026-11-20', status: 'done' } });
  expect(rowsIn(made, 'commission_terms').length).toBeGreaterThan(0);
  expect(filesOfDay(env.REDEEMD_EVENTS_DIR, '2026-11-20')).toEqual(['part-000000000000-00000.ndjson.gz']);
  expect(linesOfDay(env.REDEEMD_EVENTS_DIR, '2026-11-20')).toHaveLength(1);
});

test('a daemon with buckets writes to them at the same times, and catches up after an error from the bucket', async () => {
  const bucket = await startBucket();
  opened.push(bucket.close);
  const folder = 's3://archive/games';
  const { s3Endpoint, s3Region, s3KeyId, s3Secret } = bucket.access;
  const clock = { now: at('2026-11-20T01:59:00Z') };
  const daemon = await startTestDaemon({
    clock: () => clock.now,
    env: {
      ...{ REDEEMD_EVENTS_DIR: folder, REDEEMD_LEDGER_DIR: folder },
      ...{ REDEEMD_S3_ENDPOINT: s3Endpoint, REDEEMD_S3_REGION: s3Region },
      ...{ REDEEMD_S3_KEY_ID: s3KeyId, REDEEMD_S3_SECRET: s3Secret },
    },
  });
  opened.push(daemon.close);
  await daemon.runDueJobs();
  await storeEvents(daemon.db, [sdkEventItem(at('2026-11-20T00:30:00Z'))], clock.now);
  const lastOf = async (wanted: string) => {
    const states = await listJobs(daemon.db, clock.now, jobsFor({ eventsFolder: folder, ledgerFolder: folder }));
    return states.find(({ name }) => name === wanted)?.last;
  };
  bucket.meddle((_, response) => {
    response.writeHead(403).end();
    return true;
  });
  clock.now = at('2026-11-21T02:00:00Z');
  await daemon.runDueJobs();
  expect(await lastOf('event-archive')).toMatchObject({ status: 'failed' });
  bucket.meddle(() => false);
  clock.now += HOUR;
  await daemon.runDueJobs();
  expect(await lastOf('event-archive')).toMatchObject({ status: 'done' });
  expect(await lastOf('ledger-export')).toMatchObject({ status: 'done' });
  const part = gunzipSync(bucket.bytesOf('games/events/day=2026-11-20/part-000000000000-00000.ndjson.gz')).toString();
  expect(
    part
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).created_at),
  ).toEqual(['2026-11-20T00:30:00.000Z']);
});

test('if no folder is set, the jobs that write events and the ledger do not exist', () => {
  const names = (eventsFolder?: string, ledgerFolder?: string) =>
    jobsFor({ eventsFolder, ledgerFolder }).map(({ name }) => name);
  expect(names()).not.toContain('event-archive');
  expect(names('/srv')).toEqual([...names(), 'event-archive']);
  expect(names(undefined, '/srv')).toEqual([...names(), 'ledger-export']);
});
