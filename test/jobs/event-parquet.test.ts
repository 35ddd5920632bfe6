import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { encodeParquet } from '../../daemon/features/event-archive/encode-parquet.ts';
import { daysOfDatabase } from '../../daemon/features/event-archive/event-days.ts';
import { exportDays } from '../../daemon/features/event-archive/export-days.ts';
import { sdkEventItem, storeEvents } from '../support/database/events.ts';
import { onDatabase } from '../support/world/each-database.ts';
import { dayFolder, manifestOf } from '../support/world/event-files.ts';

const DAY = Date.UTC(2026, 10, 20);
const { signal } = new AbortController();

/** Returns the rows of a query in DuckDB as JSON values. */
async function query(sql: string) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

test('a row group has at most 20,000 rows and about 8 MiB of text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-parquet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const groupsOf = async (rows: number, text: string) => {
    const received_at = new Date(DAY).toISOString();
    const lines = Array.from({ length: rows }, (_, n) =>
      JSON.stringify({ event_id: String(n), created_at: received_at, received_at, event: { text } }),
    );
    const batches = async function* () {
      for (let from = 0; from < rows; from += 500) yield lines.slice(from, from + 500);
    };
    const file = join(folder, 'events.parquet');
    await writeFile(file, encodeParquet(batches()));
    const metadata = `parquet_metadata('${file}') WHERE path_in_schema = 'event_id' ORDER BY row_group_id`;
    return (await query(`SELECT row_group_num_rows AS rows FROM ${metadata}`)).map(({ rows }) => Number(rows));
  };
  expect(await groupsOf(20_001, '')).toEqual([20_000, 1]);
  const large = await groupsOf(300, 'x'.repeat(65_536));
  expect(large.slice(0, 2)).toEqual([128, 128]);
  expect(large.reduce((sum, rows) => sum + rows)).toBe(300);
});

onDatabase((database) => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-parquet-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function write(place: string, format: 'parquet' | 'ndjson.gz', eventsPerFile: number) {
    const writing = { folder: join(folder, place), signal, eventsPerFile, format };
    const all: number[] = [];
    const days = exportDays(daysOfDatabase(database()), { from: DAY, to: DAY }, writing);
    for await (const { written } of days) all.push(written);
    return all;
  }

  test('the Parquet files of a day contain the same events as its NDJSON files, in typed columns, and the same bytes each time', async () => {
    await seedOrganisation(database(), DAY);
    const details = { big: 2 ** 53, text: 'ß\n"😀\u0000', list: [1, null, { deep: true }], '2': 1, '1': 2 };
    const items = [
      sdkEventItem(DAY, { details, anonId: 'anon_1' }),
      ...Array.from({ length: 2500 }, (_, n) => sdkEventItem(DAY + n * 34_000 + 7, { userId: `player-${n}` })),
      sdkEventItem(DAY + 86_399_999),
    ];
    await storeEvents(database(), items, DAY + 90_000_000);
    expect(await write('parquet', 'parquet', 1000)).toEqual([2502]);
    expect(await write('ndjson', 'ndjson.gz', 1000)).toEqual([2502]);
    const names = [0, 1, 2].map((index) => `part-000000000000-0000${index}.parquet`);
    const place = dayFolder(join(folder, 'parquet'), '2026-11-20');
    expect(readdirSync(place).sort()).toEqual(['_manifest.json', ...names]);
    const manifest = manifestOf(join(folder, 'parquet'), '2026-11-20');
    expect(manifest.files.map(({ events }) => events)).toEqual([1000, 1000, 502]);

    const parquet = `read_parquet('${folder}/parquet/events/*/*.parquet', hive_partitioning = false)`;
    const types = await query(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${parquet})`);
    const columns = Object.fromEntries(types.map(({ column_name, column_type }) => [column_name, column_type]));
    expect(columns).toEqual({
      ...{ event_id: 'VARCHAR', created_at: 'TIMESTAMP WITH TIME ZONE', received_at: 'TIMESTAMP WITH TIME ZONE' },
      ...{ game_id: 'VARCHAR', event_type: 'VARCHAR', session_id: 'VARCHAR', anon_id: 'VARCHAR' },
      ...{ service_referral_link: 'VARCHAR', event: 'JSON', utms: 'JSON', user_details: 'JSON', app_details: 'JSON' },
    });
    const asked = Object.entries(columns).map(([name, type]) => `${name}: '${type}'`);
    const ndjson = `read_json('${folder}/ndjson/events/*/*.ndjson.gz', format = 'newline_delimited',
      hive_partitioning = false, columns = {${asked.join(', ')}})`;
    const differing = `SELECT count(*) AS rows FROM
      ((SELECT * FROM ${parquet} EXCEPT ALL SELECT * FROM ${ndjson}) UNION ALL
       (SELECT * FROM ${ndjson} EXCEPT ALL SELECT * FROM ${parquet}))`;
    expect(await query(differing)).toEqual([{ rows: '0' }]);
    expect(await query(`SELECT count(*) AS rows, count(anon_id) AS anons FROM ${parquet}`)).toEqual([
      { rows: '2502', anons: '1' },
    ]);

    await write('parquet', 'parquet', 1000);
    expect(manifestOf(join(folder, 'parquet'), '2026-11-20')).toEqual(manifest);
  });
});
