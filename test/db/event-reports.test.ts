import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { dropOldRows } from '../../daemon/features/retention/drop-old-rows.ts';
import { deleteReport, findReport } from '../../daemon/features/sdk-events/event-reports-store.ts';
import type { countInThread } from '../../daemon/features/sdk-events/report-thread.ts';
import { createEventReports, type ReportState } from '../../daemon/features/sdk-events/run-reports.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 8);
const EVENTS = 2_000_000;
const QUERY = { kind: 'activity', from: NOW - 24 * HOUR, to: NOW, games: null, limit: null } as const;
const FIGURES = { sessions: 3, users: 2, by_session: [], by_user: [] };

/** Returns a fake count of events, which ends when the test calls `end`. Other tests count real events. */
function controlled() {
  const counts: { progress: (events: number) => void; end: (fault?: Error) => void; aborted: Promise<unknown> }[] = [];
  const begun: (() => void)[] = [];
  const count: typeof countInThread = (_work, progress, signal) =>
    new Promise((resolve, reject) => {
      const aborted = once(signal, 'abort');
      aborted.then(() => reject(signal.reason));
      counts.push({ progress, end: (fault) => (fault ? reject(fault) : resolve(FIGURES)), aborted });
      begun.shift()?.();
    });
  const next = () => new Promise<void>((resolve) => begun.push(resolve));
  return { count, counts, next };
}

onEachDatabase((database) => {
  const clock = { now: NOW };
  const daemonOf = (count: typeof countInThread) =>
    createEventReports({ db: database(), databaseUrl: 'none', clock: () => clock.now, log: silentLog, count });
  const row = (id: string) => database().read((handle) => findReport(handle, id));
  const idOf = (state: ReportState<'activity'>) => state.report?.report_id ?? '';
  const begin = async () => {
    const { count, counts, next } = controlled();
    const daemon = daemonOf(count);
    const begun = next();
    const state = await daemon.ask(QUERY, 0);
    await begun;
    return { daemon, counts, next, id: idOf(state), state };
  };
  const forget = (id: string) => database().write((handle) => deleteReport(handle, id));

  // These counts by hour have no events. They only determine how many events a report expects to read.
  afterAll(() => database().write(({ db, t }) => db.delete(t.sdk_event_hours)));

  test('a report counts its events once, shows its progress, and keeps its figures', async () => {
    await seedOrganisation(database(), NOW);
    await database().write(({ db, t }) =>
      db.insert(t.sdk_event_hours).values({
        ...{ game_id: 'game', event_type: 't', event_sub_type: 's', hour: NOW - HOUR, slot: 0, events: EVENTS },
      }),
    );
    const { daemon, counts, id, state } = await begin();
    expect(state).toEqual({
      ...{ figures: null, countedAt: null },
      report: { report_id: expect.any(String), status: 'running', events_read: 0, events: EVENTS },
    });
    clock.now += 5000;
    counts[0]?.progress(5000);
    expect((await daemon.ask(QUERY, 0)).report).toMatchObject({ report_id: id, events_read: 5000 });
    const end = daemon.ask(QUERY, 20_000);
    counts[0]?.end();
    const done = { figures: FIGURES, countedAt: clock.now, report: null };
    expect(await end).toEqual(done);
    expect(await daemon.ask(QUERY)).toEqual(done);
    expect(counts).toHaveLength(1);
  });

  test('figures of a period that can still get events are counted again, and the previous figures are shown until the count ends', async () => {
    const { count, counts, next } = controlled();
    const daemon = daemonOf(count);
    const countedAt = clock.now;
    clock.now += 15 * 60_000;
    expect(await daemon.ask(QUERY, 0)).toMatchObject({ report: null });
    clock.now += 1;
    const begun = next();
    expect(await daemon.ask(QUERY, 0)).toMatchObject({ figures: FIGURES, countedAt, report: { status: 'running' } });
    await begun;
    clock.now = NOW + 2 * HOUR;
    const end = daemon.ask(QUERY, 20_000);
    counts[0]?.end();
    expect(await end).toMatchObject({ countedAt: clock.now, report: null });
    clock.now += 1000 * HOUR;
    expect(await daemon.ask(QUERY, 0)).toMatchObject({ report: null });
    expect(counts).toHaveLength(1);
  });

  test('retention removes the figures after 30 days', async () => {
    clock.now = NOW + 2 * HOUR + 30 * 24 * HOUR;
    const retain = () => dropOldRows(database(), { calendarJobs: [], now: clock.now });
    expect(await retain()).toMatchObject({ event_reports: 0 });
    clock.now += 1;
    expect(await retain()).toMatchObject({ event_reports: 1 });
    clock.now = NOW;
  });

  test('a cancelled report ends, whether it was cancelled on the daemon that counts it or on another one', async () => {
    for (const where of ['here', 'elsewhere']) {
      const { daemon, counts, id } = await begin();
      await forget(id);
      if (where === 'here') daemon.stop(id);
      else {
        clock.now += 1000;
        counts[0]?.progress(5000);
      }
      await counts[0]?.aborted;
      await daemon.close();
      expect(await row(id)).toBeNull();
      const again = await begin();
      await again.daemon.close();
      await forget(id);
    }
  });

  test('a second daemon shows the progress of the first, and takes over if the first no longer reports any', async () => {
    const { daemon, counts, id } = await begin();
    const other = controlled();
    const second = daemonOf(other.count);
    expect(await second.ask(QUERY, 0)).toMatchObject({ report: { status: 'running', events_read: 0 } });
    expect(other.counts).toHaveLength(0);
    clock.now += 30_001;
    const begun = other.next();
    await second.ask(QUERY, 0);
    await begun;
    other.counts[0]?.end();
    expect(await second.ask(QUERY, 20_000)).toMatchObject({ figures: FIGURES, report: null });
    counts[0]?.end();
    await daemon.close();
    await forget(id);
  });

  test('a daemon that stops leaves its report to the next daemon', async () => {
    const { daemon, id } = await begin();
    await daemon.close();
    const next = await begin();
    expect(next.id).toBe(id);
    await next.daemon.close();
    await forget(id);
  });

  test('a report whose count failed shows the failure until it is cancelled', async () => {
    const { daemon, counts, id } = await begin();
    const end = daemon.ask(QUERY, 20_000);
    counts[0]?.end(new Error('out of memory'));
    expect(await end).toMatchObject({ figures: null, report: { status: 'failed' } });
    expect(await daemon.ask(QUERY)).toMatchObject({ report: { status: 'failed' } });
    await forget(id);
    const again = await begin();
    await again.daemon.close();
    await forget(id);
  });

  test('at most 20 reports can wait', async () => {
    const { daemon } = await begin();
    for (let n = 1; n < 20; n += 1) await daemon.ask({ ...QUERY, to: NOW + n }, 0);
    await expect(daemon.ask({ ...QUERY, to: NOW + 20 }, 0)).rejects.toThrow();
    await daemon.close();
  });
});
