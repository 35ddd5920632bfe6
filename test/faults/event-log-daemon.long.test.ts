import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openClickHouse } from '../../daemon/event-log/clickhouse/clickhouse-client.ts';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { parseClickHouseUrl } from '../../daemon/lib/clickhouse-url.ts';
import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { paymentEvent } from '../support/http/earnings.ts';
import { metricOf } from '../support/http/metrics.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { buildSdkFor } from '../support/sdk/built-sdk.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// K2: a daemon whose ClickHouse is away, hangs, refuses, or restarts under load. No acknowledged event is lost, each
// counts once, and the ledger does not notice.

const GAME = 'game';
const SENDERS = 4;
const EVENTS_EACH = 20;

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

async function startOnLog(): Promise<TestDaemon> {
  const started = await startTestDaemon({ env: { REDEEMD_EVENTS_URL: engine.url } });
  daemon = started;
  await addCode(started, await runningCampaign(started), 'OPEN');
  return started;
}

const send = ({ server }: TestDaemon, events: object[]) => server.call('gameEvent', { body: { events } });
const newEvents = (count = EVENTS_EACH) => Array.from({ length: count }, () => ({ ...sdkEvent(), game_id: GAME }));
const isUp = ({ url }: TestDaemon) => metricOf(url, 'redeemd_event_log_up');
const untilUp = (on: TestDaemon, up: 0 | 1) => until(`up is ${up}`, async () => (await isUp(on)) === up);

/** Asks for everything that needs no SDK events. @returns the status of each response */
async function useLedger(on: TestDaemon): Promise<string[]> {
  const user_id = randomUUID();
  const payment = { ...paymentEvent(user_id, 5, Date.now()), transaction_id: randomUUID() };
  const answers = {
    redeem: await on.server.call('redeem', { body: { user_id, code: 'OPEN' } }),
    pay: await send(on, [payment]),
    dashboard: await on.owner.call('dashboard'),
    campaigns: await on.owner.call('listCampaigns'),
    ready: await on.client.send('GET', '/readyz'),
  };
  return Object.entries(answers).map(([name, { status }]) => `${name} ${status}`);
}
const WELL = ['redeem 200', 'pay 200', 'dashboard 200', 'campaigns 200', 'ready 200'];

/** Lists the IDs of all stored events, as the Portal does. */
async function storedIds(on: TestDaemon): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor ? { cursor } : {}) };
    const page: { data: { event_id: string }[]; next_cursor: string | null } = done(
      await on.owner.call('listEvents', { query }),
    );
    ids.push(...page.data.map(({ event_id }) => event_id));
    cursor = page.next_cursor;
  } while (cursor);
  return ids;
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

describe.each(Object.entries(AWAY))('a ClickHouse that %s', (_, { begin, end }) => {
  test('lets the daemon start, which creates the tables later', async () => {
    await begin();
    const on = await startOnLog();
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

  test('does not keep the daemon from closing', async () => {
    const on = await startOnLog();
    await send(on, newEvents());
    await begin();
    const reads = [on.owner.call('eventStats'), on.owner.call('listEvents')];
    await untilUp(on, 0);
    for (const answer of await Promise.all(reads)) expect(shape(answer)).toEqual(refusal(503, 'unavailable'));
    await on.close();
    daemon = undefined;
  });
});

/** Starts senders that send each request until the daemon confirms it. */
function startLoad(on: TestDaemon) {
  const sent = new Set<string>();
  const seen = { confirmed: 0, refused: 0, ledger: 0, faults: [] as string[] };
  let isOver = false;
  const sender = async () => {
    while (!isOver) {
      const events = newEvents();
      for (const { event_id } of events) sent.add(event_id);
      await until('events are confirmed', async () => {
        const { status } = await send(on, events);
        if (status === 200) seen.confirmed += 1;
        else if (status === 503) seen.refused += 1;
        else seen.faults.push(`game-event ${status}`);
        return status === 200;
      });
    }
  };
  const ledger = async () => {
    while (!isOver) {
      seen.faults.push(...(await useLedger(on)).filter((line) => !WELL.includes(line)));
      seen.ledger += 1;
    }
  };
  const work = Promise.all([...Array.from({ length: SENDERS }, sender), ledger()]);
  /** Waits until this many more of something were seen. */
  const more = (what: 'confirmed' | 'refused' | 'ledger', count: number) => {
    const goal = seen[what] + count;
    return until(`${count} more ${what}`, () => seen[what] >= goal);
  };
  return {
    ...{ sent, seen, more },
    async end() {
      isOver = true;
      await work;
    },
  };
}

/** Starts the SDK for servers, which keeps its events until the daemon has them. */
async function startSdk(on: TestDaemon) {
  const { key } = await createKey(on.db, { name: 'game', kind: 'client' }, Date.now());
  const built = await buildSdkFor(on.url);
  const sdk = await built.load('node.js');
  const dropped: unknown[] = [];
  const options = { onDrop: (events: unknown[]) => dropped.push(...events) };
  const events = new sdk.EVENTS(key, GAME, sdk.EventsBaseURL.EVENTS_PROD, options);
  const created: Promise<void>[] = [events.startSession()];
  return {
    dropped,
    create(count: number) {
      for (let at = 0; at < count; at += 1)
        created.push(events.createEvent([{ event_type: 'sdk', event: { event_sub_type: 'created' } }]));
    },
    /** Waits until the daemon has confirmed all events. @returns their number */
    async end() {
      await until('the queue is empty', () => events.flush());
      await Promise.all(created);
      built.remove();
      return created.length;
    },
  };
}

const OUTAGES = {
  ...AWAY,
  'is killed and restarted': { begin: () => engine.stop('SIGKILL'), end: () => engine.start() },
  'has a full disk': { begin: () => engine.setMode('full'), end: () => engine.setMode('serve') },
  'loses responses': { begin: () => engine.setMode('lose-inserts'), end: () => engine.setMode('serve') },
};

test.each(Object.entries(OUTAGES))('a ClickHouse that %s under load loses no confirmed event', async (_, outage) => {
  const on = await startOnLog();
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
  const stored = await storedIds(on);
  expect(new Set(stored).size).toBe(stored.length);
  const ids = new Set(stored);
  expect([...load.sent].filter((id) => !ids.has(id))).toEqual([]);
  expect(stored).toHaveLength(load.sent.size + fromSdk);
  const stats = done(await on.owner.call('eventStats'));
  expect(stats.events).toBe(stored.length);
  const [ofSdk, ...others] = ['sdk', 'session_created'].map((type) =>
    stats.types.find((one: { event_type: string }) => one.event_type === type),
  );
  expect(ofSdk.events + others[0].events).toBe(fromSdk);
});

test('a ClickHouse with a full disk can still be read', async () => {
  const on = await startOnLog();
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

test('a ClickHouse that comes back without its database gets the tables again', async () => {
  const on = await startOnLog();
  await send(on, newEvents());
  const raw = openClickHouse(parseClickHouseUrl(engine.url));
  await raw.run(`DROP DATABASE ${raw.names.database}`);
  await expectRefused(on);
  const events = newEvents();
  await until('events are stored again', async () => (await send(on, events)).status === 200);
  expect((await storedIds(on)).sort()).toEqual(events.map(({ event_id }) => event_id).sort());
  await raw.close();
});
