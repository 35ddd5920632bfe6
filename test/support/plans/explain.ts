import pg from 'pg';
import { sqliteFile } from '../../../daemon/db/sqlite/sqlite-connection.ts';
import { openSqliteFile } from '../../../daemon/db/sqlite/sqlite-library.ts';
import { daemonSession } from '../database/query-plans.ts';
import { largeTables } from './fill-tables.ts';
import type { Asked } from './record-statements.ts';
import { type Plan, postgresPlan, readCatalogue, sqlitePlan } from './scans.ts';

/** A statement that scans, with its scans. */
export interface Finding extends Plan, Asked {}

interface Explainer {
  explain(sql: string, params: unknown[]): Promise<Plan>;
  close(): Promise<void>;
}

const tables: ReadonlySet<string> = new Set(largeTables);

const explainerOf = (url: string): Promise<Explainer> =>
  url.startsWith('sqlite:') ? Promise.resolve(onSqlite(url)) : onPostgres(url);

/** Explains statements on SQLite without statistics, because the daemon creates none there. */
function onSqlite(url: string): Explainer {
  const db = openSqliteFile(sqliteFile(url), { readonly: true });
  const plain = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);
  return {
    explain: async (sql, params) => sqlitePlan(db, sql, params.map(plain), tables),
    close: async () => void db.close(),
  };
}

const SCANS_COST = 'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off';

/**
 * Returns an explainer for Postgres. A scan counts only if it is in the normal plan and remains when scans, and the
 * joins that need them, are expensive. Other scans are chosen only because there are few rows.
 */
async function onPostgres(url: string): Promise<Explainer> {
  const own = new pg.Client({ connectionString: daemonSession(url) });
  const nudged = new pg.Client({ connectionString: url });
  await Promise.all([own.connect(), nudged.connect()]);
  await nudged.query(SCANS_COST);
  const catalogue = await readCatalogue(own, tables);
  return {
    async explain(sql, params) {
      const taken = await postgresPlan(own, sql, params, catalogue);
      if (taken.scans.length === 0) return taken;
      const plan = await postgresPlan(nudged, sql, params, catalogue);
      const scanned = new Set(taken.scans.map(({ table }) => table));
      return { ...plan, scans: plan.scans.filter(({ table }) => scanned.has(table)) };
    },
    close: async () => void (await Promise.all([own.end(), nudged.end()])),
  };
}

const READS_OR_WRITES = /^\s*(select|insert|update|delete|with|declare)\b/i;
const CURSOR = /^\s*declare .*? cursor for /is;
/** A statement is explained with up to this many sets of parameters, because its plan depends on them. */
const MOST_VALUES = 4;

/** Explains each statement and returns those that scan. */
export async function findScans(url: string, asked: readonly Asked[]): Promise<Finding[]> {
  const explainer = await explainerOf(url);
  try {
    const explained = new Map<string, number>();
    const found = new Map<string, Finding>();
    for (const { sql: text, params, by } of asked) {
      const times = explained.get(text) ?? 0;
      if (!READS_OR_WRITES.test(text) || times === MOST_VALUES || found.has(text)) continue;
      explained.set(text, times + 1);
      const sql = text.replace(CURSOR, '');
      const plan = await explainer.explain(sql, params);
      if (plan.scans.length > 0) found.set(text, { sql, params, by, ...plan });
    }
    return [...found.values()];
  } finally {
    await explainer.close();
  }
}
