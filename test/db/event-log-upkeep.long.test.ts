import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import {
  type ClickHouseEventLog,
  openClickHouseEventLog,
} from '../../daemon/event-log/clickhouse/clickhouse-event-log.ts';
import { eraseUser } from '../../daemon/features/erasure/erase-user.ts';
import { archiveDays } from '../../daemon/features/event-archive/archive-days.ts';
import { dateOfDay } from '../../daemon/features/event-archive/archive-rules.ts';
import { daysOf, daysOfDatabase } from '../../daemon/features/event-archive/event-days.ts';
import { exportDays } from '../../daemon/features/event-archive/export-days.ts';
import { copyEvents } from '../../daemon/features/event-copy/copy-events.ts';
import { countSessions } from '../../daemon/features/leak-signs/day-counts-store.ts';
import { dropOldRows } from '../../daemon/features/retention/drop-old-rows.ts';
import { sumEvents } from '../../daemon/features/sdk-events/event-totals-store.ts';
import { DAY_MS } from '../../daemon/lib/clock.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';

import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { sdkEventItem, storeEvents } from '../support/database/events.ts';
import { startBucket } from '../support/world/bucket.ts';
import { type TestDatabase, testDatabase } from '../support/world/daemon.ts';
import { linesOfDay } from '../support/world/event-files.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const TODAY = Date.UTC(2026, 10, 21);
const signal = new AbortController().signal;
const span = { from: TODAY - 30 * DAY_MS, to: TODAY + DAY_MS, games: null };

let engine: ClickHouse;
let log: ClickHouseEventLog;
let fresh: TestDatabase;
let db: Database;
const folders: string[] = [];
const newFolder = () => {
  const made = mkdtempSync(join(tmpdir(), 'redeemd-events-'));
  folders.push(made);
  return made;
};

beforeAll(async () => {
  engine = await startClickHouse();
  log = openClickHouseEventLog(engine.url);
  await log.migrate(NOW);
  fresh = await testDatabase('sqlite', { isMigrated: true });
  db = await openDatabase(fresh.url, { exclusive: true });
  db.keys.secretKey = secretKeyOf('the secret of a test');
  await seedOrganisation(db, NOW);
});
afterAll(async () => {
  await db?.close();
  await fresh?.drop();
  await log?.close();
  await engine?.close();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

const keepDays = (event_days: number) => db.write(({ db: own, t }) => own.update(t.organisation).set({ event_days }));
const retain = (isArchiving: boolean, eventLog: ClickHouseEventLog | null) =>
  dropOldRows(db, { calendarJobs: [], isArchiving, eventLog, now: NOW });
async function copy() {
  const days: [string, number, boolean][] = [];
  for await (const { day, events, wasThere } of copyEvents({ db, to: log, signal, now: NOW }))
    days.push([dateOfDay(day), events, wasThere]);
  return days;
}
const at = (daysAgo: number, n: number, userId = `player-${n % 7}`) =>
  sdkEventItem(TODAY - daysAgo * DAY_MS + n * 1000, { userId, anonId: `anon_${n % 11}` });

test('the copy of the events in the log includes every identity and count, and copying can be repeated', async () => {
  const items = [20, 3, 2, 1].flatMap((daysAgo) => Array.from({ length: 1200 }, (_, n) => at(daysAgo, n)));
  await storeEvents(db, items, NOW - 1000);
  // Retention removes the oldest day but keeps its counts.
  await keepDays(10);
  expect(await retain(false, null)).toMatchObject({ sdk_events: 1200 });
  await keepDays(0);
  const dates = ['2026-11-18', '2026-11-19', '2026-11-20'];
  expect(await copy()).toEqual(dates.map((date) => [date, 1200, false]));
  expect(await copy()).toEqual(dates.map((date) => [date, 1200, true]));
  await storeEvents(db, [at(2, 5000)], NOW);
  expect(await copy()).toEqual(dates.map((date, n) => [date, n === 1 ? 1201 : 1200, n !== 1]));
  expect(await log.totals(span)).toEqual(await db.read((handle) => sumEvents(handle, span)));
  for (const daysAgo of [20, 3, 2, 1]) {
    const day = TODAY - daysAgo * DAY_MS;
    expect(await log.countDay(day)).toEqual(await daysOfDatabase(db).countDay(day));
  }
  const found = await log.list({ games: null, user_id: 'player-3' }, null, 5000);
  const joined = await db.read(({ db: own, t }) => own.select().from(t.identities));
  expect(joined.length).toBeGreaterThan(0);
  const own = items.filter(({ userId, createdAt }) => userId === 'player-3' && createdAt > TODAY - 10 * DAY_MS);
  expect(found.rows).toHaveLength(own.length);
});

test('the log and the database count the same landings', async () => {
  const landing = (n: number) => ({
    ...at(1, 6000 + n),
    ...{ eventType: 'session_created', eventSubType: 'session_created', referralLink: `link-${n % 3}` },
  });
  await storeEvents(db, [1, 2, 3, 4].map(landing), NOW);
  await copy();
  const day = { from: TODAY - DAY_MS, to: TODAY };
  const here = await db.read((handle) => countSessions(handle, day));
  const there = await log.countByLink({ ...day, games: null }, 'session_created');
  expect(there.map(({ referral_link, events }) => ({ key: referral_link, count: events }))).toEqual(
    expect.arrayContaining(here),
  );
  expect(there).toHaveLength(here.length);
});

test('the files of a day have the same lines whether the events come from the log or from the database', async () => {
  const [own, other] = [newFolder(), newFolder()];
  const days = { from: TODAY - 2 * DAY_MS, to: TODAY - 2 * DAY_MS };
  const written = async (events: ReturnType<typeof daysOf>, folder: string) => {
    const lines: number[] = [];
    for await (const day of exportDays(events, days, { folder, signal })) lines.push(day.written);
    return lines;
  };
  expect(await written(daysOfDatabase(db), own)).toEqual([1201]);
  expect(await written(daysOf(db, log), other)).toEqual([1201]);
  const [mine, its] = [own, other].map((folder) => linesOfDay(folder, '2026-11-19'));
  expect(its).toEqual(mine);
});

test('a bucket gets the same bytes whether the events come from the log or the database, as NDJSON and as Parquet', async () => {
  const bucket = await startBucket();
  try {
    const days = { from: TODAY - 2 * DAY_MS, to: TODAY - 2 * DAY_MS };
    for (const format of ['ndjson.gz', 'parquet'] as const) {
      for (const [name, events] of [
        ['own', daysOfDatabase(db)],
        ['other', daysOf(db, log)],
      ] as const) {
        const writing = { folder: `s3://archive/${format}-${name}`, s3: bucket.access, format, signal };
        for await (const { written } of exportDays(events, days, writing)) expect(written).toBe(1201);
      }
      const hashes = ['own', 'other'].map((name) => {
        const text = bucket.bytesOf(`${format}-${name}/events/day=2026-11-19/_manifest.json`).toString();
        return (JSON.parse(text) as { files: { sha256: string }[] }).files.map(({ sha256 }) => sha256);
      });
      expect(hashes[1]).toEqual(hashes[0]);
    }
  } finally {
    await bucket.close();
  }
});

test('an erasure removes a player from the log, and the archive writes their days again', async () => {
  const folder = newFolder();
  const archive = () => archiveDays(db, daysOf(db, log), { folder, now: NOW, signal });
  await storeEvents(db, [at(1, 7000, 'player-to-erase')], NOW);
  await copy();
  await archive();
  expect(JSON.stringify(linesOfDay(folder, '2026-11-20'))).toContain('player-to-erase');
  const erased = await eraseUser(db, 'player-to-erase', { forget: async () => [], eventLog: log }, NOW);
  // This counts the event in the database and its copy in the log.
  expect(erased.counts).toMatchObject({ sdk_events: 2 });
  expect((await log.list({ games: null, user_id: 'player-to-erase' }, null, 10)).rows).toEqual([]);
  await archive();
  expect(JSON.stringify(linesOfDay(folder, '2026-11-20'))).not.toContain('player-to-erase');
});

test('retention removes days from the log only once they are in files, and copied days from the database immediately', async () => {
  await keepDays(1);
  await db.write(({ db: own, t }) => own.delete(t.archived_days));
  expect(await retain(true, log)).toMatchObject({ sdk_events: 2401 });
  expect(await log.days()).toEqual([1, 2, 3].map((n) => TODAY - n * DAY_MS).reverse());
  const folder = newFolder();
  await archiveDays(db, daysOf(db, log), { folder, now: NOW, signal });
  expect(await retain(true, log)).toMatchObject({ sdk_events: 2401 });
  expect(await log.days()).toEqual([TODAY - DAY_MS]);
  expect(await retain(true, log)).toMatchObject({ sdk_events: 0 });
});
