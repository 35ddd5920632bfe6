// Measures how fast each database can insert rows into a minimal table of payments with two indexes, 1,000 rows per
// transaction. Nothing is checked, read or counted.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { PLAYERS } from './event-bodies.ts';

const COLUMNS = 'game_id text, transaction_id text, user_id text, amount bigint, created_at bigint, received_at bigint';
const INDEXES = `
  create unique index bare_transaction on bare (game_id, transaction_id) where transaction_id is not null;
  create index bare_user on bare (user_id, received_at);`;
const ROWS = 1000;
let next = 0;
function nextRow() {
  const now = Date.now();
  return ['bench', `t-${++next}`, `player-${next % PLAYERS}`, 999, now, now];
}

export async function bareSqliteRate(seconds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'redeemd-bench-'));
  const db = openSqliteFile(join(folder, 'bare.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`create table bare (id integer primary key, ${COLUMNS});${INDEXES}`);
  const insert = db.prepare(
    `insert into bare (game_id, transaction_id, user_id, amount, created_at, received_at) values ${Array(ROWS).fill('(?,?,?,?,?,?)').join(',')}`,
  );
  const rate = await rowsRate(seconds, nextRow, async (rows) => insert.run(rows.flat()));
  db.close();
  await rm(folder, { recursive: true });
  return rate;
}

export async function barePostgresRate(url: string, seconds: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create table bare (id bigserial primary key, ${COLUMNS});${INDEXES}`);
  const text = `insert into bare (game_id, transaction_id, user_id, amount, created_at, received_at)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])`;
  const rate = await rowsRate(seconds, nextRow, (rows) =>
    client.query({ name: 'bare', text, values: [0, 1, 2, 3, 4, 5].map((at) => rows.map((one) => one[at])) }),
  );
  await client.query('drop table bare');
  await client.end();
  return rate;
}

/** Returns how many rows per second `insert` writes, 1,000 at a time. */
export async function rowsRate<T>(seconds: number, nextRow: () => T, insert: (rows: T[]) => Promise<unknown>) {
  const startedAt = performance.now();
  let rows = 0;
  while (performance.now() - startedAt < seconds * 1000) {
    await insert(Array.from({ length: ROWS }, nextRow));
    rows += ROWS;
  }
  return (rows * 1000) / (performance.now() - startedAt);
}
