import { afterEach, expect, test } from 'vitest';
import { startSilentProxy } from '../support/faults/silent-proxy.ts';
import { spawnDaemon, startTestDaemon, testDatabase } from '../support/world/daemon.ts';
import { fallSilent, judgeOutage, prepareOutage } from './postgres-silent.ts';

// The network drops every packet to Postgres for a minute. The sabotage tests are in postgres-silent.slow.test.ts.
const SILENT_MS = 60_000;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('Postgres unreachable for a minute: 503 within 2 s, flat memory, recovery', { timeout: 180_000 }, async () => {
  const storage = await testDatabase('postgres');
  const proxy = await startSilentProxy(storage.url);
  closing.push(storage.drop, proxy.close);
  const first = await startTestDaemon({ databaseUrl: storage.url });
  await prepareOutage(first);
  await first.close();
  const daemon = await spawnDaemon(proxy.url);
  closing.push(() => daemon.end());
  const { serverKey, ownerToken } = first;
  const facts = await fallSilent({ url: daemon.url, serverKey, ownerToken, process: daemon.process }, proxy, SILENT_MS);
  expect(facts.memory).not.toBeNull();
  expect(judgeOutage(facts)).toEqual([]);
});
