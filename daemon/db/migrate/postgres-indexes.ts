// CREATE INDEX blocks all writes to its table. So the indexes on existing tables are created concurrently after the
// migration's transaction, and a table records those that are missing.
import type pg from 'pg';

const TO_MAKE = 'drizzle.indexes_to_make';
const CREATE = /^CREATE (?:UNIQUE )?INDEX "(\w+)" ON "(\w+)"/m;
const DROP = /^DROP INDEX "(\w+)"/m;

/** Returns a function that runs a migration's statements, but only records new indexes on existing tables. */
export async function runBesideWriters(client: pg.Client) {
  await client.query(`CREATE TABLE IF NOT EXISTS ${TO_MAKE} (name text PRIMARY KEY, statement text NOT NULL)`);
  // New and partitioned tables are excluded; Postgres cannot create an index on a partitioned table concurrently.
  const { rows } = await client.query<{ relname: string }>(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  const inUse = new Set(rows.map(({ relname }) => relname));
  return async (statement: string) => {
    const [, made, table = ''] = CREATE.exec(statement) ?? [];
    const [, dropped] = DROP.exec(statement) ?? [];
    if (made && inUse.has(table)) await note(client, made, statement);
    else if (!dropped || !(await unnote(client, dropped))) await client.query(statement);
  };
}

const note = (client: pg.Client, name: string, statement: string) =>
  client.query(`INSERT INTO ${TO_MAKE} (name, statement) VALUES ($1, $2)`, [name, statement]);

const unnote = async (client: pg.Client, name: string) =>
  ((await client.query(`DELETE FROM ${TO_MAKE} WHERE name = $1`, [name])).rowCount ?? 0) > 0;

/** Creates all recorded indexes, including those that a killed process left behind. */
export async function makeIndexes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; statement: string }>(`SELECT name, statement FROM ${TO_MAKE}`);
  for (const { name, statement } of rows) {
    const isValid = await validityOf(client, name);
    if (isValid === false) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
    if (isValid !== true) await client.query(statement.replace(/INDEX "/, 'INDEX CONCURRENTLY "'));
    await unnote(client, name);
  }
}

/** Returns false for an index that is incomplete; undefined if there is none. */
async function validityOf(client: pg.Client, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    `SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relname = $1 AND c.relnamespace = 'public'::regnamespace`,
    [name],
  );
  return rows[0]?.indisvalid;
}
