// An ordinary CREATE INDEX keeps all others from writing to its table until it is done. On tables in use the indexes of a
// migration are made after its transaction, beside the writers; a table notes those that are still to be made.
import type pg from 'pg';

const TO_MAKE = 'drizzle.indexes_to_make';
const CREATE = /^CREATE (?:UNIQUE )?INDEX "(\w+)" ON "(\w+)"/m;
const DROP = /^DROP INDEX "(\w+)"/m;

/** Runs a migration's statements one by one, and notes those that make the index of a table in use. */
export async function runBesideWriters(client: pg.Client) {
  await client.query(`CREATE TABLE IF NOT EXISTS ${TO_MAKE} (name text PRIMARY KEY, statement text NOT NULL)`);
  // Not for a table that this migration makes, and not for a partitioned one, for which Postgres cannot do it.
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

/** Also makes those that a process which was killed left undone. */
export async function makeIndexes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; statement: string }>(`SELECT name, statement FROM ${TO_MAKE}`);
  for (const { name, statement } of rows) {
    const isValid = await validityOf(client, name);
    if (isValid === false) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
    if (isValid !== true) await client.query(statement.replace(/INDEX "/, 'INDEX CONCURRENTLY "'));
    await unnote(client, name);
  }
}

/** False for an index whose making was cut off; undefined where there is none. */
async function validityOf(client: pg.Client, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    `SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relname = $1 AND c.relnamespace = 'public'::regnamespace`,
    [name],
  );
  return rows[0]?.indisvalid;
}
