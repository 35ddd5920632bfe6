import type BetterSqlite3 from 'better-sqlite3';
import type pg from 'pg';

// Finds the parts of a plan that read whole tables or indexes instead of looking rows up.

/** A scan of a table. `step` is the text of the plan. */
export interface Scan {
  table: string;
  step: string;
  /** Whether the scan ends when enough rows match a condition. It reads all rows only if few match. */
  isWalk: boolean;
}

export interface Plan {
  scans: Scan[];
  /** The plan as the database prints it. */
  text: string;
}

interface SqliteStep {
  detail: string;
}

const ALIAS = /\b(?:from|join|into|update|,)\s*\(?\s*"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi;

/** Maps each table name and alias to its table, because SQLite's plans contain aliases. */
function tablesOf(sql: string, tables: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, table = '', alias] of sql.matchAll(ALIAS)) {
    if (!tables.has(table)) continue;
    found.set(table, table);
    if (alias) found.set(alias, table);
  }
  return found;
}

/**
 * Returns the plan of a statement. On SQLite, a scan reads a whole table or index, or builds an index just for this
 * statement. A statement that has no condition and reads only the first rows in index order does not count as a scan.
 */
export function sqlitePlan(
  db: BetterSqlite3.Database,
  sql: string,
  params: unknown[],
  tables: ReadonlySet<string>,
): Plan {
  const steps = db.prepare<unknown[], SqliteStep>(`explain query plan ${sql}`).all(...params);
  const text = steps.map(({ detail }) => detail).join('\n');
  const names = tablesOf(sql, tables);
  const isWalk = /\blimit\b/i.test(sql) && !/TEMP B-TREE/.test(text);
  if ((isWalk && !/\bwhere\b/i.test(sql)) || /\b(where|and) \(?false\b/i.test(sql)) return { scans: [], text };
  const scans = steps.flatMap(({ detail }) => {
    const [, alias = ''] = /^SCAN (\w+)/.exec(detail) ?? /^SEARCH (\w+) .*(?:AUTOMATIC|\(ANY)/.exec(detail) ?? [];
    const table = names.get(alias);
    return table ? [{ table, step: detail, isWalk }] : [];
  });
  return { scans, text };
}

interface PostgresNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  Plans?: PostgresNode[];
}

/** Nodes that return their rows one by one or in small groups, so the nodes above can stop them. */
const PASSES =
  /^(Nested Loop|Append|Merge Append|LockRows|Result|Subquery Scan|Unique|Limit|ProjectSet|Memoize|Incremental Sort)$/;

export interface Catalogue {
  /** The tables whose scans count. */
  tables: ReadonlySet<string>;
  /** The first column or expression of each index. */
  first: ReadonlyMap<string, string>;
  /** Tables and partitions with few rows, whose plans are not representative. */
  small: ReadonlySet<string>;
}

/** A whole day's partition has 4,500 rows. A partition that is only partly filled has fewer. */
const FEW_ROWS = 4000;

export async function readCatalogue(client: pg.Client, tables: ReadonlySet<string>): Promise<Catalogue> {
  const { rows } = await client.query<{ name: string; first: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid, 1, true) as first from pg_index i join pg_class c on c.oid = i.indexrelid`,
  );
  const few = await client.query<{ name: string }>('select relname as name from pg_class where reltuples < $1', [
    FEW_ROWS,
  ]);
  return {
    tables,
    first: new Map(rows.map(({ name, first }) => [name, first])),
    small: new Set(few.rows.map(({ name }) => name)),
  };
}

export async function postgresPlan(
  client: pg.Client,
  sql: string,
  params: unknown[],
  { tables, first, small }: Catalogue,
): Promise<Plan> {
  const { rows } = await client.query({ text: `explain (format json) ${sql}`, values: params });
  const [{ Plan: root }] = rows[0]['QUERY PLAN'];
  const scans: Scan[] = [];
  const look = (node: PostgresNode, isLimited: boolean) => {
    const scan = scanOf(node, isLimited, first);
    const table = tableOf(scan?.table ?? '', tables);
    if (scan && table && !small.has(scan.table)) scans.push({ ...scan, table });
    const type = node['Node Type'];
    for (const inner of node.Plans ?? []) look(inner, type === 'Limit' || (isLimited && PASSES.test(type)));
  };
  look(root, false);
  return { scans, text: JSON.stringify(root, null, 1) };
}

function scanOf(node: PostgresNode, isLimited: boolean, first: ReadonlyMap<string, string>): Scan | null {
  const { 'Node Type': type, 'Relation Name': relation, 'Index Name': index = '', Filter } = node;
  if (isLimited && !Filter) return null;
  const found = (step: string) => ({
    table: relation ?? '',
    step: `${step}${Filter ? `, filtered by ${Filter}` : ''}`,
    isWalk: isLimited,
  });
  if (type === 'Seq Scan') return found(`Seq Scan on ${relation}`);
  if (/^(Index Scan|Index Only Scan)$/.test(type) && !looksUp(node, first)) return found(`whole ${type} of ${index}`);
  if (
    type === 'Bitmap Heap Scan' &&
    node.Plans?.every((inner) => inner['Node Type'] === 'Bitmap Index Scan' && !looksUp(inner, first))
  )
    return found(`whole ${type} of ${node.Plans.map((inner) => inner['Index Name']).join(' and ')}`);
  return null;
}

/** Returns whether a condition uses the index's first column. With only a later column, the whole index is read. */
function looksUp(
  { 'Index Name': index = '', 'Index Cond': condition }: PostgresNode,
  first: ReadonlyMap<string, string>,
) {
  return condition?.includes(first.get(index) ?? index) ?? false;
}

/** Returns the table of a partition, or the table itself. */
const tableOf = (relation: string, tables: ReadonlySet<string>): string | null =>
  tables.has(relation)
    ? relation
    : ([...tables].find((table) => new RegExp(`^${table}_(\\d+|default)$`).test(relation)) ?? null);
