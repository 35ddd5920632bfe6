import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { jobsFor } from '../../daemon/jobs/jobs.ts';
import { listJobs } from '../../daemon/jobs/list-jobs.ts';
import { sdkEventItem, storeEvents } from '../support/database/events.ts';
import { done } from '../support/http/test-client.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { filesOfDay, linesOfDay } from '../support/world/event-files.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

test('a daemon with a folder writes each day at two in UTC, whatever its zone; a fault is in the list of jobs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-archive-'));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  const clock = { now: at('2026-11-20T01:59:00Z') };
  const env = { REDEEMD_EVENTS_DIR: join(folder, 'made', 'by-the-daemon') };
  const daemon = await startTestDaemon({ clock: () => clock.now, env });
  opened.push(daemon.close);
  await daemon.db.write(({ db, t }) => db.update(t.organisation).set({ time_zone: 'Asia/Kolkata' }));
  const job = async () => {
    const states = await listJobs(daemon.db, clock.now, jobsFor({ eventsFolder: env.REDEEMD_EVENTS_DIR }));
    return states.find(({ name }) => name === 'event-archive');
  };
  const { data } = done(await daemon.owner.call('listJobs'));
  expect(data.map((one: { job: string }) => one.job)).toContain('event-archive');
  await storeEvents(daemon.db, [sdkEventItem(at('2026-11-20T00:30:00Z'))], clock.now);
  await daemon.runDueJobs();
  expect(await job()).toMatchObject({ runs: 'every day at 02:00 UTC', nextAt: at('2026-11-20T02:00:00Z') });

  const inTheWay = join(folder, 'made');
  writeFileSync(inTheWay, '');
  clock.now = at('2026-11-21T02:00:00Z');
  await daemon.runDueJobs();
  expect(await job()).toMatchObject({
    last: { status: 'failed', error: expect.stringContaining('The events of 2026-11-20 cannot be written to') },
  });
  rmSync(inTheWay);
  clock.now += HOUR;
  await daemon.runDueJobs();
  expect(await job()).toMatchObject({ last: { period: '2026-11-20', status: 'done' } });
  expect(filesOfDay(env.REDEEMD_EVENTS_DIR, '2026-11-20')).toEqual(['part-000000000000-00000.ndjson.gz']);
  expect(linesOfDay(env.REDEEMD_EVENTS_DIR, '2026-11-20')).toHaveLength(1);
});

test('without a folder there is no such job', () => {
  const names = (eventsFolder?: string) => jobsFor({ eventsFolder }).map(({ name }) => name);
  expect(names()).not.toContain('event-archive');
  expect(names('/srv')).toEqual([...names(), 'event-archive']);
});
