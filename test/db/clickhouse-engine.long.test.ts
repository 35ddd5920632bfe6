import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';

// The tests' engine responds to the client as a ClickHouse server does.

let engine: ClickHouse;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  engine = await startClickHouse('default');
  client = createClient({
    url: engine.url.replace('clickhouse:', 'http:'),
    compression: { request: true, response: true },
    request_timeout: 1000,
    log: { level: 127 },
  });
});
afterAll(async () => {
  await client.close();
  await engine.close();
});

const rows = [
  { id: `it's \n\t\\ "ü"`, n: 1 },
  { id: 'b', n: 2 },
];

test('parameters, settings and compressed rows arrive unchanged', async () => {
  await client.command({ query: 'create table t (id String, n Int64) engine = MergeTree order by id' });
  await client.insert({ table: 't', values: rows, format: 'JSONEachRow', columns: ['id', 'n'] });
  const found = await client.query({
    query: `select id, n, {list:Array(String)} list, getSetting('max_threads') threads from t where id = {id:String}`,
    query_params: { id: rows[0]?.id, list: [`a'`, 'b\\', 'c\td'] },
    clickhouse_settings: { max_threads: 3 },
    format: 'JSONEachRow',
  });
  expect(await found.json()).toEqual([{ ...rows[0], list: [`a'`, 'b\\', 'c\td'], threads: 3 }]);
});

test('an error contains ClickHouse’s code and type', async () => {
  await expect(client.query({ query: 'select * from missing' })).rejects.toMatchObject({
    code: '60',
    type: 'UNKNOWN_TABLE',
  });
});

test('rows are still there after the process is killed and restarted', async () => {
  await engine.stop('SIGKILL');
  expect((await client.ping()).success).toBe(false);
  await engine.start();
  const count = await client.query({ query: 'select count() n from t', format: 'JSONEachRow' });
  expect(await count.json()).toEqual([{ n: 2 }]);
});

test('the engine can hang, refuse requests and lose the responses of inserts', async () => {
  await engine.setMode('hang');
  expect(await client.ping()).toMatchObject({ success: false, error: { message: 'Timeout error.' } });
  await engine.setMode('refuse');
  await expect(client.query({ query: 'select 1' })).rejects.toMatchObject({ type: 'TOO_MANY_SIMULTANEOUS_QUERIES' });
  await engine.setMode('lose-inserts');
  await expect(client.insert({ table: 't', values: [{ id: 'c', n: 3 }], format: 'JSONEachRow' })).rejects.toThrow();
  await engine.setMode('serve');
  const count = await client.query({ query: 'select count() n from t', format: 'JSONEachRow' });
  expect(await count.json()).toEqual([{ n: 3 }]);
});
