import pg from 'pg';
import { vi } from 'vitest';
import type { Handle } from '../../../daemon/db/database.ts';
import { sessionUrl } from '../../../daemon/db/postgres/postgres-pool.ts';
import { sqliteFile } from '../../../daemon/db/sqlite/sqlite-connection.ts';
import { openSqliteFile } from '../../../daemon/db/sqlite/sqlite-library.ts';
import type { DatabaseKind } from '../world/daemon.ts';

/** Returns SQL for a table `s` whose column `i` contains `count` numbers from `first` on. */
export const seriesOn =
  (kind: DatabaseKind) =>
  (first: number, count: number): string =>
    kind === 'sqlite'
      ? `(with recursive s(i) as (select ${first} union all select i + 1 from s where i < ${first + count - 1}) select i from s) s`
      : `generate_series(${first}, ${first + count - 1}) s(i)`;

/** Returns the statements that some work sends to the database. */
export async function statementsOf(
  handle: Handle,
  work: () => Promise<unknown>,
): Promise<{ sql: string; params: unknown[] }[]> {
  const { session } = handle.db as unknown as { session: { prepareQuery: (query: never) => unknown } };
  const prepared = vi.spyOn(session, 'prepareQuery');
  const before = prepared.mock.calls.length;
  await work();
  return prepared.mock.calls.slice(before).map(([query]) => query);
}

/** Returns the URL of a session with the daemon's settings, some of which affect plans. */
export const daemonSession = (url: string): string => sessionUrl({ url: () => url, isPooled: () => false });

/** Returns the plan that a statement has in the daemon's session. */
export async function planOf(url: string, { sql, params }: { sql: string; params: unknown[] }): Promise<string> {
  if (url.startsWith('sqlite:')) {
    const db = openSqliteFile(sqliteFile(url), { readonly: true });
    const steps = db.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...params);
    db.close();
    return steps.map(({ detail }) => detail).join('\n');
  }
  const client = new pg.Client({ connectionString: daemonSession(url) });
  await client.connect();
  const { rows } = await client.query(`explain ${sql}`, params);
  await client.end();
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
