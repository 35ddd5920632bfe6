import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { paymentEvent } from '../support/http/earnings.ts';
import { metricOf } from '../support/http/metrics.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { done } from '../support/http/test-client.ts';
import { buildSdkFor } from '../support/sdk/built-sdk.ts';
import type { TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// The load on a daemon whose event log has faults: events from programs and from the SDK, and all other requests.

const GAME = 'game';
export const EVENTS_EACH = 20;
const SENDERS = 4;
const SDK_TYPES = ['sdk', 'session_created'];

export const send = ({ server }: TestDaemon, events: object[]) => server.call('gameEvent', { body: { events } });
export const newEvents = (count = EVENTS_EACH) =>
  Array.from({ length: count }, () => ({ ...sdkEvent(), game_id: GAME }));
export const isUp = ({ url }: TestDaemon) => metricOf(url, 'redeemd_event_log_up');
export const untilUp = (on: TestDaemon, up: 0 | 1) => until(`up is ${up}`, async () => (await isUp(on)) === up);

const LEDGER = {
  redeem: (on: TestDaemon, user_id: string) => on.server.call('redeem', { body: { user_id, code: 'OPEN' } }),
  pay: (on: TestDaemon, user_id: string) =>
    send(on, [{ ...paymentEvent(user_id, 5, Date.now()), transaction_id: randomUUID() }]),
  dashboard: (on: TestDaemon) => on.owner.call('dashboard'),
  campaigns: (on: TestDaemon) => on.owner.call('listCampaigns'),
  ready: (on: TestDaemon) => on.client.send('GET', '/readyz'),
};
type Asked = keyof typeof LEDGER;

/** Sends the named requests, by default all that do not need the event log. @returns the status of each response */
export async function useLedger(on: TestDaemon, asked = Object.keys(LEDGER) as Asked[]): Promise<string[]> {
  const userId = randomUUID();
  const answers: string[] = [];
  for (const name of asked) answers.push(`${name} ${(await LEDGER[name](on, userId)).status}`);
  return answers;
}
export const WELL = ['redeem 200', 'pay 200', 'dashboard 200', 'campaigns 200', 'ready 200'];

/** Lists the IDs of all stored events, as the Portal does. */
export async function storedIds(on: TestDaemon): Promise<string[]> {
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

/** Starts senders that repeat each request until the daemon confirms it, and a client for all other requests. */
export function startLoad(on: TestDaemon) {
  const sent = new Set<string>();
  const seen = { confirmed: 0, refused: 0, ledger: 0, faults: [] as string[] };
  let isOver = false;
  const sender = async () => {
    while (!isOver) {
      const events = newEvents();
      for (const { event_id } of events) sent.add(event_id);
      await until('events are confirmed', async () => {
        const { status, headers } = await send(on, events);
        if (status === 200) seen.confirmed += 1;
        else if (status === 503 && headers.has('Retry-After')) seen.refused += 1;
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
  /** Waits until the counter `what` has increased by `count`. */
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

/** Starts the SDK for servers, which keeps its events until the daemon has confirmed them. */
export async function startSdk(on: TestDaemon) {
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

/** Expects the log to contain each sent event exactly once, in the list and in the counts. */
export async function expectEachOnce(on: TestDaemon, sent: ReadonlySet<string>, fromSdk: number) {
  const stored = await storedIds(on);
  expect(new Set(stored).size).toBe(stored.length);
  const ids = new Set(stored);
  expect([...sent].filter((id) => !ids.has(id))).toEqual([]);
  expect(stored).toHaveLength(sent.size + fromSdk);
  const stats = done(await on.owner.call('eventStats'));
  expect(stats.events).toBe(stored.length);
  const ofSdk = stats.types.filter(({ event_type }: { event_type: string }) => SDK_TYPES.includes(event_type));
  expect(ofSdk.reduce((sum: number, { events }: { events: number }) => sum + events, 0)).toBe(fromSdk);
}
