import { join } from 'node:path';
import { openConnection } from '../../../daemon/db/sqlite/sqlite-connection.ts';
import { prepareInserts } from '../../../daemon/hot/sqlite-rows.ts';
import { rowsRate } from '../bare-insert.ts';
import { PLAYERS, sdkEvents } from '../event-bodies.ts';
import { onPostgres } from '../fill.ts';
import type { Servers } from './servers.ts';

// Measures how fast a database inserts the rows of payments or SDK events into the daemon's own tables with their
// indexes and settings, while the daemon is idle. Nothing is checked, read or counted.

const PAYLOAD = JSON.stringify(JSON.parse(sdkEvents()).events[0]);
let serial = 0;

const TABLES = {
  payments: {
    table: 'payments',
    columns: {
      game_id: 'text',
      transaction_id: 'text',
      user_id: 'text',
      amount: 'bigint',
      counted_code_ids: 'text',
      counted_campaign_ids: 'text',
      unmatched_reason: 'text',
      unmatched_amount: 'bigint',
      created_at: 'bigint',
      received_at: 'bigint',
    },
    row: (n: number, now: number) => [
      ...['bench', `own-${n}`, `player-${n % PLAYERS}`, 999, '[]', '[]', 'no_claim', 999, now, now],
    ],
  },
  'SDK events': {
    table: 'sdk_events',
    columns: {
      event_id: 'text',
      created_at: 'bigint',
      received_at: 'bigint',
      game_id: 'text',
      event_type: 'text',
      event_sub_type: 'text',
      session_id: 'text',
      user_id: 'text',
      payload: 'text',
    },
    row: (n: number, now: number) => [
      ...[`00000000-0000-7000-9000-${String(n).padStart(12, '0')}`, now, now, 'bench', 'web_login', 'user_login'],
      ...['3f2b8c1e-1111-4222-8333-444455556666', `player-${n % PLAYERS}`, PAYLOAD],
    ],
  },
};

type Kind = keyof typeof TABLES;
export const OWN_ROWS = Object.keys(TABLES) as Kind[];

/** Returns how many rows of one kind the database inserts per second. */
export async function ownRowsRate(
  kind: Kind,
  { daemon, database }: Awaited<ReturnType<Servers['redeemd']>>,
  seconds: number,
): Promise<number> {
  const { table, columns, row } = TABLES[kind];
  const names = Object.keys(columns);
  const nextRow = () => row(++serial, Date.now());
  if (database !== 'sqlite') {
    const arrays = Object.values(columns).map((type, at) => `$${at + 1}::${type}[]`);
    const text = `insert into ${table} (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`;
    return await onPostgres(database, (client) =>
      rowsRate(seconds, nextRow, (rows) =>
        client.query({ name: table, text, values: names.map((_, at) => rows.map((one) => one[at])) }),
      ),
    );
  }
  const db = openConnection(join(daemon.folder, 'redeem.db'), 'writer');
  try {
    const insert = prepareInserts<unknown[]>(
      db,
      table,
      Object.fromEntries(names.map((name, at) => [name, (row: unknown[]) => row[at]])),
    );
    return await rowsRate(seconds, nextRow, async (rows) => db.transaction(insert).immediate(rows, 0));
  } finally {
    db.close();
  }
}
