import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ClickHouseEventLog,
  openClickHouseEventLog,
} from '../../daemon/event-log/clickhouse/clickhouse-event-log.ts';
import { DAY_MS } from '../../daemon/lib/clock.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';
import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { generateEvents } from '../support/clickhouse/generated-events.ts';

// ClickHouse is down, hangs, is overloaded, or restarts between inserts. Confirmed events are kept, and repeated events
// count once.

const NOW = Date.parse('2026-11-30T12:00:00Z');
const events = generateEvents({ seed: 9, events: 2000, end: NOW });
const span = { from: -10 * DAY_MS, to: NOW + DAY_MS, games: null };

let engine: ClickHouse;
let log: ClickHouseEventLog;
beforeEach(async () => {
  engine = await startClickHouse();
  log = openClickHouseEventLog(engine.url);
  await log.migrate(NOW);
});
afterEach(async () => {
  await log.close();
  await engine.close();
});

const count = async () => (await log.totals(span)).hours.reduce((sum, { events: some }) => sum + Number(some), 0);
const fails = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(Unavailable);
const none = (some: readonly unknown[]) => some.map(() => false);

test('while ClickHouse is down, calls fail; afterwards they work again', async () => {
  await log.append(events.slice(0, 100), NOW);
  await engine.stop();
  await fails(log.append(events.slice(100, 200), NOW));
  await fails(log.ping());
  await fails(count());
  await engine.start();
  await log.ping();
  expect(await log.append(events.slice(100, 200), NOW)).toEqual(none(events.slice(100, 200)));
  expect(await count()).toBe(200);
});

test('while ClickHouse hangs, inserts and pings time out', async () => {
  await engine.setMode('hang');
  await Promise.all([fails(log.append(events.slice(0, 100), NOW)), fails(log.ping())]);
  await engine.setMode('serve');
  expect(await log.append(events.slice(0, 100), NOW)).toEqual(none(events.slice(0, 100)));
  expect(await count()).toBe(100);
});

test('while ClickHouse has too many queries, calls fail', async () => {
  await engine.setMode('refuse');
  await fails(log.append(events.slice(0, 100), NOW));
  await fails(log.ping());
  await engine.setMode('serve');
  await log.append(events.slice(0, 100), NOW);
  expect(await count()).toBe(100);
});

test('an insert whose result is unknown counts once when it is repeated', async () => {
  const other = openClickHouseEventLog(engine.url);
  await engine.setMode('lose-inserts');
  await fails(log.append(events.slice(0, 100), NOW));
  await engine.setMode('serve');
  expect(await count()).toBe(100);
  // The client sends the events again, to this daemon or to another one, with one more event.
  const repeats = await log.append(events.slice(0, 101), NOW + 1);
  expect(repeats).toEqual([...Array(100).fill(true), false]);
  expect(await other.append(events.slice(0, 101), NOW + 2)).toEqual(Array(101).fill(true));
  expect(await count()).toBe(101);
  await other.close();
});

test('a call can contain more events than one search for repeats covers', async () => {
  const other = openClickHouseEventLog(engine.url);
  const many = generateEvents({ seed: 10, events: 5000, end: NOW });
  expect(await log.append(many, NOW)).toEqual(none(many));
  const repeats = await other.append([...generateEvents({ seed: 11, events: 1, end: NOW }), ...many], NOW + 1);
  expect(repeats).toEqual([false, ...many.map(() => true)]);
  expect(await count()).toBe(5001);
  await other.close();
});

test('of two simultaneous calls with the same events, only one stores them as new', async () => {
  const some = events.slice(0, 50);
  const [first, second] = await Promise.all([log.append(some, NOW), log.append(some, NOW)]);
  const news = some.map((_, at) => Number(!first[at]) + Number(!second[at]));
  expect(news).toEqual(some.map(() => 1));
  expect(await count()).toBe(50);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('confirmed events survive restarts by %s', async (signal) => {
  const confirmed = new Set<string>();
  const pending = [...events];
  for (let round = 0; pending.length > 0; round += 1) {
    const batch = pending.slice(0, 100);
    const stored = log.append(batch, NOW + round).then(
      () => true,
      () => false,
    );
    // Every third insert is interrupted.
    if (round % 3 === 1) {
      await engine.stop(signal);
      await engine.start();
    }
    if (!(await stored)) continue;
    for (const { eventId } of batch) confirmed.add(eventId);
    pending.splice(0, batch.length);
  }
  expect(confirmed.size).toBe(events.length);
  expect(await count()).toBe(events.length);
});
