import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouse } from './clickhouse-client.ts';

/** The server can delete old parts after a second (`old_parts_lifetime` of the tables). */
const CHECK_EVERY_MS = 200;

/**
 * Removes rows by mutations, and waits until no file contains them. A mutation rewrites the parts that contain its
 * rows; the old parts stay until a background task removes them. Dropping an empty partition starts this task
 * immediately.
 */
export async function removeForGood(
  clickhouse: ClickHouse,
  table: 'events' | 'identities',
  mutations: readonly string[],
): Promise<void> {
  if (mutations.length === 0) return;
  const { rows, run, names } = clickhouse;
  const stored = names.stored[table];
  const unlogged = { log_queries: 0 } as const;
  for (const [at, mutation] of mutations.entries()) {
    // Waits only for the last mutation, because the server runs mutations in order and combines waiting ones.
    const settings = { ...unlogged, mutations_sync: at === mutations.length - 1 ? ('2' as const) : ('0' as const) };
    await run(`ALTER TABLE ${stored}${names.onCluster} ${mutation}`, { settings });
  }
  const where = `database = '${names.database}' AND table = '${stored.slice(names.database.length + 1)}' AND NOT active`;
  const inactive = async (more = '') =>
    (await rows<{ name: string }>(`SELECT DISTINCT name FROM ${names.parts} WHERE ${where}${more}`)).map(
      ({ name }) => `'${name}'`,
    );
  const old = await inactive();
  while (old.length > 0 && (await inactive(` AND name IN (${old.join(',')})`)).length > 0) {
    await run(`ALTER TABLE ${stored}${names.onCluster} DROP PARTITION ID 'none'`);
    await sleep(CHECK_EVERY_MS);
  }
}
