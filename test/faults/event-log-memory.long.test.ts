import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { apiKey, testClient } from '../support/http/test-client.ts';
import { type SpawnedDaemon, spawnDaemon, type TestDatabase, testDatabase } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';
import { prepare } from './daemon-kills.ts';

// Programs send more events than a slow ClickHouse stores. The daemon limits how many events wait, so its memory stays flat.

const GROWTH_BYTES = 256 * 2 ** 20;

let parts: { storage: TestDatabase; engine: ClickHouse; daemon: SpawnedDaemon } | undefined;
afterEach(async () => {
  await parts?.daemon.end('SIGKILL');
  await parts?.engine.close();
  await parts?.storage.drop();
});

const peakOf = ({ process: { pid } }: SpawnedDaemon) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

test.each(['slow', 'hold', 'hang'] as const)(
  'the daemon’s memory is limited while ClickHouse is in mode %s',
  async (mode) => {
    const storage = await testDatabase('sqlite');
    const key = await prepare(storage);
    const engine = await startClickHouse();
    const daemon = await spawnDaemon(storage.url, { REDEEMD_EVENTS_URL: engine.url, REDEEMD_LOG_LEVEL: 'silent' });
    parts = { storage, engine, daemon };
    const client = testClient(daemon.url, apiKey(key));
    const newEvents = () => Array.from({ length: 1000 }, sdkEvent);
    const send = async (events: object[]) => (await client.call('gameEvent', { body: { events } })).status;
    const wave = () => Promise.all(Array.from({ length: 50 }, () => send(newEvents())));
    await wave();
    await engine.setMode(mode);
    await wave();
    const before = peakOf(daemon);
    const answers = [];
    for (let time = 0; time < 5; time += 1) answers.push(...(await wave()));
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers).toContain(503);
    expect(peakOf(daemon) - before).toBeLessThan(GROWTH_BYTES);
    await engine.setMode('serve');
    const last = newEvents();
    await until('events are stored again', async () => (await send(last)) === 200);
  },
);
