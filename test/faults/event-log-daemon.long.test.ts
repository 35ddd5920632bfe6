import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openClickHouse } from '../../daemon/event-log/clickhouse/clickhouse-client.ts';
import { parseClickHouseUrl } from '../../daemon/lib/clickhouse-url.ts';
import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';
import {
  EVENTS_EACH,
  expectEachOnce,
  isUp,
  newEvents,
  send,
  startLoad,
  startSdk,
  storedIds,
  untilUp,
  useLedger,
  WELL,
} from './event-log-load.ts';

// A daemon's ClickHouse is down, hangs, refuses queries, is slow, or restarts under load. No acknowledged event is
// lost, each counts once, and redeems and payments are not affected, on either database.

let engine: ClickHouse;
let daemon: TestDaemon | undefined;
beforeEach(async () => {
  engine = await startClickHouse();
});
afterEach(async () => {
  await daemon?.close();
  daemon = undefined;
  await engine.close();
});

async function startOnLog(database: DatabaseKind): Promise<TestDaemon> {
  const started = await startTestDaemon({ database, env: { REDEEMD_EVENTS_URL: engine.url } });
  daemon = started;
  await addCode(started, await runningCampaign(started), 'OPEN');
  return started;
}

async function expectRefused(on: TestDaemon) {
  const answer = await send(on, newEvents(1));
  expect(shape(answer)).toEqual(refusal(503, 'unavailable'));
  expect(answer.headers.get('Retry-After')).toBe('1');
}

const AWAY = {
  'is stopped': { begin: () => engine.stop(), end: () => engine.start() },
  hangs: { begin: () => engine.setMode('hang'), end: () => engine.setMode('serve') },
  'has too many queries': { begin: () => engine.setMode('refuse'), end: () => engine.setMode('serve') },
};

const OUTAGES = {
  ...AWAY,
  'is killed and restarted': { begin: () => engine.stop('SIGKILL'), end: () => engine.start() },
  'has too many parts': { begin: () => engine.setMode('parts'), end: () => engine.setMode('serve') },
  'has a full disk': { begin: () => engine.setMode('full'), end: () => engine.setMode('serve') },
  'stores events but responds too late': { begin: () => engine.setMode('hold'), end: () => engine.setMode('serve') },
  'loses responses': { begin: () => engine.setMode('lose-inserts'), end: () => engine.setMode('serve') },
};

describe.each<DatabaseKind>(['sqlite', 'postgres'])('on %s', (kind) => {
  describe.each(Object.entries(AWAY))('a ClickHouse that %s', (_, { begin, end }) => {
    test('does not prevent the daemon from starting; the daemon creates the tables later', async () => {
      await begin();
      const on = await startOnLog(kind);
      expect(await isUp(on)).toBe(0);
      await expectRefused(on);
      expect(shape(await on.owner.call('listEvents'))).toEqual(refusal(503, 'unavailable'));
      expect(await useLedger(on)).toEqual(WELL);
      await end();
      await untilUp(on, 1);
      const events = newEvents();
      expect(done(await send(on, events))).toMatchObject({ accepted: EVENTS_EACH, duplicates: 0 });
      expect((await storedIds(on)).sort()).toEqual(events.map(({ event_id }) => event_id).sort());
    });

    test('does not prevent the daemon from closing', async () => {
      const on = await startOnLog(kind);
      await send(on, newEvents());
      await begin();
      const reads = [on.owner.call('eventStats'), on.owner.call('listEvents')];
      await untilUp(on, 0);
      for (const answer of await Promise.all(reads)) expect(shape(answer)).toEqual(refusal(503, 'unavailable'));
      await on.close();
      daemon = undefined;
    });
  });

  test.each(Object.entries(OUTAGES))('a ClickHouse that %s under load loses no confirmed event', async (_, outage) => {
    const on = await startOnLog(kind);
    const load = startLoad(on);
    const sdk = await startSdk(on);
    sdk.create(50);
    for (let round = 0; round < 2; round += 1) {
      await load.more('confirmed', 20);
      await outage.begin();
      sdk.create(50);
      await untilUp(on, 0);
      await load.more('refused', 20);
      await load.more('ledger', 3);
      await outage.end();
      await untilUp(on, 1);
      await load.more('confirmed', 20);
    }
    await load.end();
    const fromSdk = await sdk.end();
    expect(load.seen.faults).toEqual([]);
    expect(sdk.dropped).toEqual([]);
    await expectEachOnce(on, load.sent, fromSdk);
  });

  test('a ClickHouse with a full disk can still be read', async () => {
    const on = await startOnLog(kind);
    const events = newEvents();
    done(await send(on, events));
    await engine.setMode('full');
    for (let time = 0; time < 3; time += 1) {
      await expectRefused(on);
      expect(await isUp(on)).toBe(0);
      expect(await storedIds(on)).toHaveLength(events.length);
    }
    await engine.setMode('serve');
    done(await send(on, newEvents()));
    expect(await isUp(on)).toBe(1);
  });

  const SLOW = ['slow', 'hold'] as const;

  test.each(SLOW)('redeems and payments do not wait for inserts while ClickHouse is in mode %s', async (mode) => {
    const on = await startOnLog(kind);
    await engine.setMode(mode);
    const before = await engine.inserts();
    const load = startLoad(on);
    await until('an insert has arrived', async () => (await engine.inserts()) > before);
    const began = await engine.inserts();
    for (let time = 0; time < 200; time += 1)
      expect(await useLedger(on, ['redeem', 'pay'])).toEqual(['redeem 200', 'pay 200']);
    // If requests waited for inserts, each of the 200 rounds would have waited for a different insert.
    expect((await engine.inserts()) - began).toBeLessThan(200);
    await untilUp(on, mode === 'slow' ? 1 : 0);
    await engine.setMode('serve');
    await load.more('confirmed', 20);
    await load.end();
    expect(load.seen.faults).toEqual([]);
    await expectEachOnce(on, load.sent, 0);
  });

  test('a slow ClickHouse gets all events, and requests beyond the queue get 503', async () => {
    const on = await startOnLog(kind);
    const sdk = await startSdk(on);
    await engine.setMode('slow');
    sdk.create(300);
    const sent = new Set<string>();
    const refused: { event_id: string }[][] = [];
    // Two batches of 2,000 events can be in progress while 20,000 events wait.
    while (refused.length === 0) {
      const wave = Array.from({ length: 40 }, () => newEvents(1000));
      for (const { event_id } of wave.flat()) sent.add(event_id);
      const answers = await Promise.all(wave.map((events) => send(on, events)));
      for (const [at, answer] of answers.entries()) {
        if (answer.status === 200) continue;
        expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
        refused.push(wave[at] ?? []);
      }
    }
    await engine.setMode('serve');
    for (const events of refused)
      await until('events are confirmed', async () => (await send(on, events)).status === 200);
    const fromSdk = await sdk.end();
    expect(sdk.dropped).toEqual([]);
    await expectEachOnce(on, sent, fromSdk);
  });

  test('a ClickHouse that comes back without its database gets the tables again', async () => {
    const on = await startOnLog(kind);
    await send(on, newEvents());
    const raw = openClickHouse(parseClickHouseUrl(engine.url));
    await raw.run(`DROP DATABASE ${raw.names.database}`);
    await expectRefused(on);
    const events = newEvents();
    await until('events are stored again', async () => (await send(on, events)).status === 200);
    expect((await storedIds(on)).sort()).toEqual(events.map(({ event_id }) => event_id).sort());
    await raw.close();
  });
});
