import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { QUESTION } from '../../daemon/db/postgres/postgres-servers.ts';
import { startSilentProxy } from '../support/faults/silent-proxy.ts';
import { spawnDaemon, startTestDaemon, testDatabase } from '../support/world/daemon.ts';
import { fallSilent, judgeOutage, type OutageFacts, prepareOutage } from './postgres-silent.ts';

// The network drops every packet to Postgres for 8 s; in the long test, for a minute.
const SILENT_MS = 8000;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0).reverse()) await close();
});

async function outage() {
  const storage = await testDatabase('postgres');
  const proxy = await startSilentProxy(storage.url);
  closing.push(storage.drop, proxy.close);
  const daemon = await startTestDaemon({ databaseUrl: proxy.url });
  closing.push(daemon.close);
  await prepareOutage(daemon);
  return fallSilent(daemon, proxy, SILENT_MS);
}

test('a silent Postgres: 503 within 2 s, and a quick recovery', { timeout: 120_000 }, async () => {
  expect(judgeOutage(await outage())).toEqual([]);
});

test('sabotage: if the pulse never fails, requests wait for their statements', { timeout: 120_000 }, async () => {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [{ text?: string }];
    return asked.text === QUESTION ? Promise.resolve({ rows: [{ read_only: false }] }) : query.apply(this, args);
  } as typeof pg.Client.prototype.query);
  expect(judgeOutage(await outage())).toContainEqual(expect.stringMatching(/^[a-z ]+: response after [2-9]\d{3} ms$/));
});

test('a daemon that is stopped during the silence exits', { timeout: 120_000 }, async () => {
  const storage = await testDatabase('postgres');
  const proxy = await startSilentProxy(storage.url);
  closing.push(storage.drop, proxy.close);
  const daemon = await spawnDaemon(proxy.url);
  proxy.silence();
  // A daemon that is still stopping after 9.5 s, by its own clock, exits with code 1.
  expect(await daemon.end()).toEqual({ code: 0, signal: null });
});

describe('sabotage: the judge reports', () => {
  const kinds = ['redeem', 'validate', 'pay', 'analytics', 'list', 'change', 'dashboard', 'ready', 'sign in'];
  const answers = kinds.map((what) => ({ what, status: 503, ms: 2000 }));
  const good: OutageFacts = { answers, recoveredMs: 15_000, memory: { early: 1, late: 1 } };
  const but = (change: object) => answers.map((answer) => (answer.what === 'pay' ? { ...answer, ...change } : answer));
  test.each<[string, Partial<OutageFacts>, string]>([
    ['a slow response', { answers: but({ ms: 2001 }) }, 'pay: response after 2001 ms'],
    ['a response other than 503', { answers: but({ status: 500 }) }, 'pay: responses other than 503: 1'],
    [
      'a kind of request without a response',
      { answers: but({ what: 'redeem' }) },
      'pay: no response during the outage',
    ],
    ['a daemon that does not recover in time', { recoveredMs: 15_001 }, 'recovered after 15001 ms'],
    ['memory that grows', { memory: { early: 0, late: 65 * 2 ** 20 } }, 'memory grew by 65 MiB'],
  ])('%s', (_, facts, fault) => expect(judgeOutage({ ...good, ...facts })).toEqual([fault]));
  test('no fault in correct facts', () => expect(judgeOutage(good)).toEqual([]));
});
