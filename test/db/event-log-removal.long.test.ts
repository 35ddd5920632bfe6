import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ClickHouse as OpenedClickHouse,
  openClickHouse,
} from '../../daemon/event-log/clickhouse/clickhouse-client.ts';
import {
  type ClickHouseEventLog,
  openClickHouseEventLog,
} from '../../daemon/event-log/clickhouse/clickhouse-event-log.ts';
import { dropBefore } from '../../daemon/event-log/clickhouse/drop-before.ts';
import { eraseUser } from '../../daemon/event-log/clickhouse/erase-user.ts';
import type { EventErasure } from '../../daemon/event-log/event-log.ts';
import { anonKey, eraseEvent } from '../../daemon/features/erasure/erasure-rules.ts';
import { parseClickHouseUrl } from '../../daemon/lib/clickhouse-url.ts';
import { DAY_MS, HOUR_MS } from '../../daemon/lib/clock.ts';
import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { generateEvents } from '../support/clickhouse/generated-events.ts';
import { sdkEventItem } from '../support/database/events.ts';

// Erasure and retention on ClickHouse.

const NOW = Date.parse('2026-11-30T12:00:00Z');
const USER = 'player-to-erase-ÜX';
const ANON = 'anon_of-the-player-to-erase';
const SECRET = 'words-only-this-player-sent';
const TOMBSTONE = 'erased-1';

let engine: ClickHouse;
let log: ClickHouseEventLog;
let raw: OpenedClickHouse;
beforeEach(async () => {
  engine = await startClickHouse();
  log = openClickHouseEventLog(engine.url);
  raw = openClickHouse(parseClickHouseUrl(engine.url));
  await log.migrate(NOW);
});
afterEach(async () => {
  await Promise.all([log.close(), raw.close()]);
  await engine.close();
});

const others = generateEvents({ seed: 3, events: 500, end: NOW });
const own = [
  sdkEventItem(NOW - 40 * DAY_MS, { userId: USER, anonId: ANON, details: { note: SECRET } }),
  sdkEventItem(NOW - HOUR_MS, { userId: USER, details: { note: SECRET } }),
  { ...sdkEventItem(NOW - 2 * HOUR_MS, { anonId: ANON, userId: ANON, details: { note: SECRET } }), userId: null },
];
const friend = sdkEventItem(NOW - HOUR_MS, { userId: 'friend', details: { invited: `hello ${USER}` } });
const withLink = { ...sdkEventItem(NOW, { userId: 'friend-2' }), referralLink: `https://example.com/?by=${USER}` };

const changes: number[][] = [];
const erasure: EventErasure = {
  userId: USER,
  texts: { inPayload: USER, inLink: USER },
  change(event, anons) {
    const keys = new Set(anons.map(({ game_id, anon_id }) => anonKey(game_id, anon_id)));
    const change = eraseEvent(event, keys, { userId: USER, tombstone: TOMBSTONE });
    const isSame =
      change.user_id === event.user_id &&
      change.anon_id === event.anon_id &&
      change.referral_link === event.referral_link &&
      isDeepStrictEqual(JSON.parse(change.payload), JSON.parse(event.payload));
    return isSame ? null : change;
  },
  beforeChange: async (days) => void changes.push([...days]),
};

/** Stores texts without compression, so that they can be found in the files. */
async function storeUncompressed() {
  const columns = { events: ['payload', 'anon_id', 'user_id'], identities: ['anon_id', 'user_id'] } as const;
  for (const [table, names] of Object.entries(columns))
    for (const name of names) await raw.run(`ALTER TABLE redeemd.${table} MODIFY COLUMN ${name} String CODEC(NONE)`);
  await raw.run('ALTER TABLE redeemd.events MODIFY COLUMN referral_link Nullable(String) CODEC(NONE)');
}

/** Returns the texts that occur in any of the engine's files. */
const textsOnDisk = (texts: readonly string[]): string[] =>
  texts.filter((text) => {
    const { status, stderr } = spawnSync('grep', ['-rqaF', '--', text, engine.folder], { encoding: 'utf8' });
    if (status !== 0 && status !== 1) throw new Error(stderr);
    return status === 0;
  });

const readAll = async () => (await log.list({ games: null }, null, 10_000)).rows;

test('an erasure leaves no text of the user in any file, and all counts stay the same', async () => {
  await storeUncompressed();
  await log.append([...others, ...own, friend, withLink], NOW);
  // Repeats that the engine has not yet merged are erased, too.
  await log.copy(own.map((item) => ({ ...item, receivedAt: NOW + HOUR_MS })));
  const span = { from: NOW - 60 * DAY_MS, to: NOW + DAY_MS, games: null };
  const totals = await log.totals(span);
  const untouched = new Set(others.map(({ eventId }) => eventId));
  const before = (await readAll()).filter(({ event_id }) => untouched.has(event_id));
  expect(textsOnDisk([USER, ANON, SECRET])).toEqual([USER, ANON, SECRET]);

  expect(await log.eraseUser(erasure, NOW + HOUR_MS)).toEqual({ events: 5, identities: 1 });

  expect(textsOnDisk([USER, ANON, SECRET])).toEqual([]);
  expect(textsOnDisk([TOMBSTONE])).toEqual([TOMBSTONE]);
  expect(await log.totals(span)).toEqual(totals);
  const rows = await readAll();
  expect(rows.filter(({ event_id }) => untouched.has(event_id))).toEqual(before);
  expect(rows.filter(({ user_id }) => user_id === TOMBSTONE)).toHaveLength(own.length);
  expect(rows.find(({ event_id }) => event_id === friend.eventId)?.payload).toContain(`hello ${TOMBSTONE}`);
  expect(new Set(changes.flat())).toEqual(new Set([0, 40].map((ago) => (Math.floor(NOW / DAY_MS) - ago) * DAY_MS)));
  expect(await log.eraseUser(erasure, NOW + 2 * HOUR_MS)).toEqual({ events: 0, identities: 0 });
});

test('an erasure that stopped after writing new versions of the rows removes the old versions when it is repeated', async () => {
  await storeUncompressed();
  await log.append([...others, ...own], NOW);
  await raw.run(`SYSTEM STOP MERGES ${raw.names.events}`);
  const stopped = eraseUser(
    {
      ...raw,
      run: (sql, call) => (/DELETE WHERE/.test(sql) ? Promise.reject(new Error('stopped')) : raw.run(sql, call)),
    },
    erasure,
    NOW,
  );
  await expect(stopped).rejects.toThrow('stopped');
  expect(textsOnDisk([SECRET])).toEqual([SECRET]);
  await raw.run(`SYSTEM START MERGES ${raw.names.events}`);
  expect(await log.eraseUser(erasure, NOW + 1)).toEqual({ events: 0, identities: 1 });
  expect(textsOnDisk([USER, ANON, SECRET])).toEqual([]);
});

test('an erasure removes the text of events that retention has already removed', async () => {
  await storeUncompressed();
  const details = { note: 'words of a removed event' };
  const old = sdkEventItem(NOW - 3 * DAY_MS, { userId: USER, details });
  await log.append([...others, ...own, old], NOW);
  await log.dropBefore(NOW - 2 * DAY_MS, NOW);
  expect((await readAll()).map(({ event_id }) => event_id)).not.toContain(old.eventId);
  expect(textsOnDisk([details.note])).toEqual([details.note]);
  await log.eraseUser(erasure, NOW);
  expect(textsOnDisk([USER, ANON, SECRET, details.note])).toEqual([]);
});

test('retention removes old events and keeps their counts, and a repeated run counts no event twice', async () => {
  const items = [...generateEvents({ seed: 4, events: 2000, end: NOW }), ...others];
  const old = generateEvents({ seed: 5, events: 1500, end: NOW - 45 * DAY_MS });
  await log.append(items, NOW);
  await log.append(old, NOW);
  await log.copy(old.slice(0, 300).map((item) => ({ ...item, receivedAt: NOW + 1 })));
  const span = { from: -10 * DAY_MS, to: NOW + DAY_MS, games: null };
  const totals = await log.totals(span);
  const days = await log.days();
  const counts = await Promise.all(days.map((day) => log.countDay(day)));
  const before = NOW - DAY_MS;

  // The first run stops after it has counted the events and before it removes them.
  const stopped = dropBefore(
    {
      ...raw,
      run: (sql, call) => (/DROP|DELETE/.test(sql) ? Promise.reject(new Error('stopped')) : raw.run(sql, call)),
    },
    before,
    NOW + 1,
  );
  await expect(stopped).rejects.toThrow('stopped');
  await log.dropBefore(before, NOW + 2);

  const left = [...items, ...old].filter(({ createdAt }) => createdAt >= before).length;
  expect(await readAll()).toHaveLength(left);
  expect(await log.totals(span)).toEqual(totals);
  const after = await Promise.all(days.map((day) => log.countDay(day)));
  expect(after.map(({ stored }) => stored)).toEqual(counts.map(({ stored }) => stored));
  expect(after.reduce((sum, { removed }) => sum + removed, 0)).toBe(items.length + old.length - left);
  expect(await log.dropBefore(before, NOW + 3)).toBe(0);

  // Late events of a removed day are added to its counts.
  const late = sdkEventItem(NOW - 50 * DAY_MS);
  await log.append([late], NOW + 4);
  await log.dropBefore(before, NOW + 5);
  const [first] = (await log.totals({ ...span, to: NOW - 49 * DAY_MS, from: NOW - 51 * DAY_MS })).hours;
  expect(first?.events).toBe('1');
});
