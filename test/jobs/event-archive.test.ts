import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { eraseUser } from '../../daemon/features/erasure/erase-user.ts';
import { archiveDays } from '../../daemon/features/event-archive/archive-days.ts';
import { daysOfDatabase } from '../../daemon/features/event-archive/event-days.ts';
import { exportDays } from '../../daemon/features/event-archive/export-days.ts';
import { writeDay } from '../../daemon/features/event-archive/write-day.ts';
import { leaseRun } from '../../daemon/features/jobs/lease-run.ts';
import { dropEvents } from '../../daemon/features/retention/drop-events-store.ts';
import { dropOldRows } from '../../daemon/features/retention/drop-old-rows.ts';
import { sdkEventItem, storeEvents } from '../support/database/events.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import {
  bytesOf,
  dayFolder,
  filesAsFound,
  filesOfDay,
  linesOfDay,
  manifestOf,
  modeOf,
} from '../support/world/event-files.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
/** Two hours of this day have passed, so every earlier day is closed. */
const NOW = Date.UTC(2026, 10, 21, 2);
const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const { signal } = new AbortController();

onEachDatabase((database) => {
  let folder = '';
  let day = Date.UTC(2026, 9, 1);
  const folders: string[] = [];
  const newFolder = () => {
    folders.push(mkdtempSync(join(tmpdir(), 'redeemd-archive-')));
    return folders.at(-1) as string;
  };
  beforeAll(async () => {
    await seedOrganisation(database(), NOW);
    folder = newFolder();
  });
  // Each test uses a different day.
  beforeEach(() => {
    day += DAY;
  });
  afterAll(() => {
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  });

  const archive = (now = NOW, eventsPerFile = 1_000_000) =>
    archiveDays(database(), daysOfDatabase(database()), { folder, now, signal, eventsPerFile });
  const retain = (now: number, isArchiving = true) => dropOldRows(database(), { calendarJobs: [], isArchiving, now });
  const keepDays = (event_days: number) =>
    database().write(({ db, t }) => db.update(t.organisation).set({ event_days }));
  const rowsOf = async (at: number) => {
    const rows = await database().read(({ db, t }) => db.select().from(t.sdk_events));
    return rows.filter(({ created_at }) => created_at >= at && created_at < at + DAY);
  };
  const forgetEvents = () =>
    database().write(async ({ db, t }) => {
      for (const table of [t.sdk_events, t.sdk_event_hours, t.archived_days]) await db.delete(table);
    });
  const spread = (count: number) =>
    Array.from({ length: count }, (_, n) => sdkEventItem(day + Math.floor((n * (DAY - 1)) / count)));

  test('a closed day is written completely: one line per event, in order, with the fields that the SDK sent', async () => {
    const items = [
      sdkEventItem(day, { details: { big: 2 ** 53, text: 'ß\n"😀', '2': 1, '1': 2 }, anonId: 'anon_1' }),
      ...spread(1100),
      sdkEventItem(day + DAY - 1),
    ];
    await storeEvents(database(), items, NOW - HOUR);
    await archive();
    const lines = linesOfDay(folder, dateOf(day));
    expect(lines).toHaveLength(1102);
    expect(lines.map(({ event_id }) => event_id).sort()).toEqual(items.map(({ eventId }) => eventId).sort());
    const times = lines.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
    const [first] = items;
    expect(lines.find(({ event_id }) => event_id === first?.eventId)).toEqual({
      ...JSON.parse(first?.payload ?? ''),
      received_at: new Date(NOW - HOUR).toISOString(),
    });
    expect(manifestOf(folder, dateOf(day))).toEqual({
      ...{ day: dateOf(day), events: 1102, files: filesAsFound(folder, dateOf(day)) },
    });
    const place = dayFolder(folder, dateOf(day));
    expect(readdirSync(place)).toEqual(['_manifest.json', 'part-000000000000-00000.ndjson.gz']);
    for (const name of readdirSync(place)) expect(modeOf(join(place, name))).toBe(0o600);
    expect(modeOf(place)).toBe(0o700);
  });

  test('times and IDs are in the daemon’s format, however a client wrote them', async () => {
    const item = sdkEventItem(day + HOUR);
    const typed = { ...JSON.parse(item.payload), event_id: item.eventId.toUpperCase() };
    const payload = JSON.stringify({ ...typed, created_at: `${dateOf(day)} 03:00:00.0004+02:00` });
    await storeEvents(database(), [{ ...item, payload }], NOW);
    await archive();
    const at = new Date(day + HOUR).toISOString();
    expect(linesOfDay(folder, dateOf(day))).toMatchObject([{ event_id: item.eventId, created_at: at }]);
  });

  test('a day stays open for two hours, for events that clients still hold', async () => {
    await storeEvents(database(), spread(3), NOW);
    await archive(day + DAY + 2 * HOUR - 1);
    expect(filesOfDay(folder, dateOf(day))).toEqual([]);
    await archive(day + DAY + 2 * HOUR);
    expect(linesOfDay(folder, dateOf(day))).toHaveLength(3);
  });

  test('the next run leaves files unchanged, and the same events produce the same bytes', async () => {
    await storeEvents(database(), spread(1500), NOW);
    await archive(NOW, 600);
    const names = filesOfDay(folder, dateOf(day));
    expect(names).toHaveLength(3);
    const inodes = () => names.map((name) => statSync(join(dayFolder(folder, dateOf(day)), name)).ino);
    const before = inodes();
    await archive(NOW + DAY, 600);
    expect(inodes()).toEqual(before);
    const other = newFolder();
    await writeDay(daysOfDatabase(database()), day, { folder: other, signal, eventsPerFile: 600 });
    for (const name of [...names, '_manifest.json'])
      expect(bytesOf(other, dateOf(day), name).equals(bytesOf(folder, dateOf(day), name)), name).toBe(true);
  });

  test('a late event is in the file after the next run', async () => {
    await storeEvents(database(), spread(10), NOW);
    await archive();
    const late = sdkEventItem(day + 5 * MINUTE);
    await storeEvents(database(), [late], NOW + HOUR);
    await archive(NOW + DAY);
    const lines = linesOfDay(folder, dateOf(day));
    expect(lines).toHaveLength(11);
    expect(lines.map(({ event_id }) => event_id)).toContain(late.eventId);
    expect(filesOfDay(folder, dateOf(day))).toHaveLength(1);
    expect(manifestOf(folder, dateOf(day)).files).toEqual(filesAsFound(folder, dateOf(day)));
  });

  test('events of one millisecond, and events as large as a request, are all in the file', async () => {
    const many = Array.from({ length: 2300 }, () => sdkEventItem(day + HOUR));
    const large = Array.from({ length: 6 }, () => sdkEventItem(day + HOUR, { details: { text: 'ö'.repeat(350_000) } }));
    await storeEvents(database(), many, NOW);
    for (const one of large) await storeEvents(database(), [one], NOW);
    await archive(NOW, 1000);
    expect(filesAsFound(folder, dateOf(day)).map(({ events }) => events)).toEqual([1000, 1000, 306]);
    const ids = linesOfDay(folder, dateOf(day)).map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(2306);
  });

  test('a day that cannot be written fails without delaying other days; its events are not removed', async () => {
    await storeEvents(database(), [...spread(5), sdkEventItem(day + DAY)], NOW);
    writeFileSync(dayFolder(folder, dateOf(day)), 'in the way');
    await expect(archive()).rejects.toThrow(`The events of ${dateOf(day)} cannot be written to ${folder}`);
    expect(linesOfDay(folder, dateOf(day + DAY))).toHaveLength(1);
    await keepDays(1);
    expect(await retain(NOW)).toHaveProperty('sdk_events');
    expect(await rowsOf(day)).toHaveLength(5);
    expect(await rowsOf(day + DAY)).toEqual([]);
    rmSync(dayFolder(folder, dateOf(day)));
    await archive();
    expect(linesOfDay(folder, dateOf(day))).toHaveLength(5);
    expect(await retain(NOW)).toMatchObject({ sdk_events: 5 });
    expect(await faultsIn(database())).toEqual([]);
    await keepDays(0);
    day += DAY;
  });

  test('a day’s folder that is a symbolic link is refused', async () => {
    await storeEvents(database(), spread(5), NOW);
    const elsewhere = newFolder();
    symlinkSync(elsewhere, dayFolder(folder, dateOf(day)));
    await expect(archive()).rejects.toThrow('it is a symbolic link: replace it with a folder');
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(dayFolder(folder, dateOf(day)));
    await archive();
    expect(linesOfDay(folder, dateOf(day))).toHaveLength(5);
  });

  test('late events of a removed day get their own file, and are then removed, too', async () => {
    await storeEvents(database(), spread(20), NOW);
    await archive();
    await keepDays(1);
    expect(await retain(NOW)).toMatchObject({ sdk_events: expect.any(Number) });
    expect(await rowsOf(day)).toEqual([]);
    const [whole] = filesOfDay(folder, dateOf(day));
    const bytes = bytesOf(folder, dateOf(day), whole as string);
    for (const count of [1, 2]) {
      const late = Array.from({ length: count }, () => sdkEventItem(day + count));
      await storeEvents(database(), late, NOW);
      expect(await retain(NOW)).toMatchObject({ sdk_events: 0 });
      await archive(NOW + count * DAY);
      expect(await retain(NOW)).toMatchObject({ sdk_events: count });
    }
    expect(filesAsFound(folder, dateOf(day)).map(({ name, events }) => [name, events])).toEqual([
      ['part-000000000000-00000.ndjson.gz', 20],
      ['part-000000000020-00000.ndjson.gz', 1],
      ['part-000000000021-00000.ndjson.gz', 2],
    ]);
    expect(manifestOf(folder, dateOf(day))).toMatchObject({ events: 23, files: filesAsFound(folder, dateOf(day)) });
    expect(bytesOf(folder, dateOf(day), whole as string).equals(bytes)).toBe(true);
    expect(await faultsIn(database())).toEqual([]);
    await keepDays(0);
  });

  test('a daemon without the archive folder keeps events that another daemon has not written to its archive', async () => {
    await storeEvents(database(), spread(4), NOW);
    await keepDays(1);
    await leaseRun(database(), 'event-archive', dateOf(NOW - DAY), NOW);
    expect(await retain(NOW + 13 * DAY, false)).toMatchObject({ sdk_events: 0 });
    expect(await retain(NOW + 14 * DAY, false)).toMatchObject({ sdk_events: 4 });
    await database().write(({ db, t }) => db.delete(t.job_runs));
    await keepDays(0);
  });

  test('removing events while they are read does not remove them from the files', async () => {
    await storeEvents(database(), spread(1200), NOW);
    await archive();
    const [name] = filesOfDay(folder, dateOf(day));
    const bytes = bytesOf(folder, dateOf(day), name as string);
    let reads = 0;
    const removing: Database = {
      ...database(),
      async read(fn) {
        reads += 1;
        // Like retention, the test removes events after the first page of rows has been read.
        if (reads === 3) await database().write((handle) => dropEvents({ from: day, before: day + DAY })(handle, 300));
        return database().read(fn);
      },
    };
    expect(await writeDay(daysOfDatabase(removing), day, { folder, signal })).toMatchObject({
      removed: 300,
      written: 900,
    });
    expect(bytesOf(folder, dateOf(day), name as string).equals(bytes)).toBe(true);
    const ids = linesOfDay(folder, dateOf(day)).map(({ event_id }) => event_id);
    expect([ids.length, new Set(ids).size]).toEqual([2100, 1200]);
  });

  test('restoring the database removes no events from the files', async () => {
    const items = spread(10);
    await storeEvents(database(), items, NOW);
    await archive();
    // The backup does not contain these events.
    const lost = items.slice(0, 4).map(({ eventId }) => eventId);
    await database().write(async ({ db, t }) => {
      await db.delete(t.sdk_events).where(inArray(t.sdk_events.event_id, lost));
      await db.delete(t.archived_days);
    });
    await expect(archive()).rejects.toThrow('its files contain 4 events that the database does not have');
    expect(linesOfDay(folder, dateOf(day))).toHaveLength(10);
    await forgetEvents();
  });

  test('the files of an erased player are written again without them; until then no event of the day is removed', async () => {
    const userId = `player-${randomUUID()}`;
    await forgetEvents();
    await storeEvents(
      database(),
      [...spread(5), sdkEventItem(day + 1, { userId, anonId: 'anon_x', details: { mail: 'a@game.example' } })],
      NOW,
    );
    const erase = () => eraseUser(database(), userId, { forget: async () => [] }, NOW);
    expect((await erase()).daysToWrite).toBeNull();
    await forgetEvents();
    await storeEvents(database(), [...spread(5), sdkEventItem(day + 1, { userId, anonId: 'anon_x' })], NOW);
    await archive();
    expect(JSON.stringify(linesOfDay(folder, dateOf(day)))).toContain(userId);
    expect((await erase()).daysToWrite).toEqual([day]);
    await keepDays(1);
    expect(await retain(NOW)).toMatchObject({ sdk_events: 0 });
    await archive(NOW + DAY);
    const lines = linesOfDay(folder, dateOf(day));
    expect(lines).toHaveLength(6);
    expect(JSON.stringify(lines)).not.toContain(userId);
    expect(JSON.stringify(lines)).not.toContain('anon_x');
    expect((await erase()).daysToWrite).toEqual([]);
    expect(await retain(NOW)).toMatchObject({ sdk_events: 6 });
    await keepDays(0);
  });

  test('an erasure during a read is noticed, and the next run writes the day again', async () => {
    const userId = `player-${randomUUID()}`;
    await storeEvents(database(), [...spread(700), sdkEventItem(day, { userId })], NOW);
    let reads = 0;
    let wasIn = false;
    const erasing: Database = {
      ...database(),
      async read(fn) {
        reads += 1;
        const found = await database().read(fn);
        if (JSON.stringify(found ?? null).includes(userId) && !wasIn) {
          wasIn = true;
          await eraseUser(database(), userId, { forget: async () => [] }, NOW);
        }
        return found;
      },
    };
    await archiveDays(erasing, daysOfDatabase(erasing), { folder, now: NOW, signal });
    expect([wasIn, reads > 3]).toEqual([true, true]);
    expect(JSON.stringify(linesOfDay(folder, dateOf(day)))).toContain(userId);
    await archive(NOW + DAY);
    expect(JSON.stringify(linesOfDay(folder, dateOf(day)))).not.toContain(userId);
  });

  test('the command writes days, and removes old drafts of a killed command', async () => {
    const other = newFolder();
    await storeEvents(database(), [...spread(3), sdkEventItem(day + 2 * DAY)], NOW);
    const place = dayFolder(other, dateOf(day));
    mkdirSync(place, { recursive: true });
    const draft = (name: string, age: number) => {
      writeFileSync(join(place, name), 'half');
      utimesSync(join(place, name), (Date.now() - age) / 1000, (Date.now() - age) / 1000);
    };
    draft('.redeemd-0000000000000001.part', 2 * HOUR);
    draft('.redeemd-0000000000000002.part', MINUTE);
    const told: [string, number][] = [];
    for await (const { date, written } of exportDays(
      daysOfDatabase(database()),
      { from: day, to: day + DAY },
      { folder: other, signal },
    ))
      told.push([date, written]);
    expect(told).toEqual([[dateOf(day), 3]]);
    expect(readdirSync(place)).toEqual([
      '.redeemd-0000000000000002.part',
      '_manifest.json',
      'part-000000000000-00000.ndjson.gz',
    ]);
    day += 2 * DAY;
  });

  test('a stopped run leaves no draft and no file', async () => {
    const other = newFolder();
    await storeEvents(database(), spread(1500), NOW);
    const stopping = new AbortController();
    const progress = (events: number) => events > 600 && stopping.abort(new Error('stopped'));
    const writing = { folder: other, signal: stopping.signal, progress, eventsPerFile: 400 };
    await expect(writeDay(daysOfDatabase(database()), day, writing)).rejects.toThrow();
    expect(readdirSync(dayFolder(other, dateOf(day)))).toEqual([]);
  });
});
