import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { root } from '../../../build/paths.mjs';

// Reads the exported ledger as a warehouse does.

/** Returns the folder of a table, or of one of its days. */
export const ledgerFolder = (folder: string, table: string, day?: string) =>
  join(folder, 'ledger', table, ...(day === undefined ? [] : [`day=${day}`]));

/** Lists the days of a table that have a folder. */
export const daysOf = (folder: string, table: string): string[] =>
  existsSync(ledgerFolder(folder, table))
    ? readdirSync(ledgerFolder(folder, table))
        .map((name) => name.replace('day=', ''))
        .sort()
    : [];

export type LedgerLine = Record<string, unknown>;

/** Returns the rows of a table or a day, and throws if a file differs from the manifest. */
export function rowsIn(folder: string, table: string, day?: string): LedgerLine[] {
  const place = ledgerFolder(folder, table, day);
  const { files, rows } = manifestIn(folder, table, day);
  const found = readdirSync(place).filter((name) => name !== '_manifest.json');
  if (found.sort().join() !== files.map(({ name }) => name).join()) throw new Error(`${place} has ${found}`);
  const lines = files.flatMap((file) => {
    const bytes = readFileSync(join(place, file.name));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (sha256 !== file.sha256 || bytes.length !== file.bytes)
      throw new Error(`${file.name} differs from the manifest`);
    const own = gunzipSync(bytes).toString('utf8').split('\n').slice(0, -1);
    if (own.length !== file.rows) throw new Error(`${file.name} has ${own.length} rows`);
    return own.map((line) => JSON.parse(line) as LedgerLine);
  });
  if (lines.length !== rows) throw new Error(`${place} has ${lines.length} rows`);
  return lines;
}

/** Returns the rows of every day of a table. */
export const allRowsIn = (folder: string, table: string): LedgerLine[] =>
  daysOf(folder, table).flatMap((day) => rowsIn(folder, table, day));

export const manifestIn = (folder: string, table: string, day?: string) =>
  JSON.parse(readFileSync(join(ledgerFolder(folder, table, day), '_manifest.json'), 'utf8')) as LedgerLine & {
    rows: number;
    files: { name: string; rows: number; bytes: number; sha256: string }[];
  };

/** Returns the SQL in docs/warehouse.md: the views, by name, and the query that recomputes every payout. */
export function documentedSql() {
  const text = readFileSync(join(root, 'docs/warehouse.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sql\n([\s\S]*?)^```/gm)].map(([, sql = '']) => sql);
  const ofViews = blocks.find((sql) => sql.startsWith('CREATE OR REPLACE VIEW')) ?? '';
  const views = new Map(
    ofViews
      .split(/;\n/)
      .filter((sql) => sql !== '')
      .map((sql) => [/VIEW (\w+)/.exec(sql)?.[1] ?? '', sql]),
  );
  return { views, recompute: blocks.find((sql) => sql.startsWith('WITH')) ?? '' };
}

export interface RecomputedPayout {
  statement_id: string;
  payable: string;
  recomputed: string;
  commission: string;
  recomputed_commission: string;
  carried_in: string;
  recomputed_carried_in: string;
}

/** Recomputes every payout from the files alone, with the documented SQL in DuckDB. */
export async function recomputePayouts(folder: string): Promise<RecomputedPayout[]> {
  const { views, recompute } = documentedSql();
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run(`SET file_search_path = '${folder}'`);
    for (const [name, sql] of views) if (existsSync(ledgerFolder(folder, name))) await connection.run(sql);
    const read = await connection.runAndReadAll(recompute);
    return read.getRowObjectsJson() as unknown as RecomputedPayout[];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Returns the payouts whose stored amounts differ from the recomputed ones. */
export const differing = (payouts: readonly RecomputedPayout[]) =>
  payouts.filter(
    (row) =>
      row.payable !== row.recomputed ||
      row.commission !== row.recomputed_commission ||
      row.carried_in !== row.recomputed_carried_in,
  );
