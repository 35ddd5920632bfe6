import { expect, test } from 'vitest';
import { createPool, fillPool } from '../../daemon/db/postgres/postgres-pool.ts';
import { createServers } from '../../daemon/db/postgres/postgres-servers.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

test('a server that allows too few connections is reported, and the open connections are closed', async () => {
  const storage = await testDatabase('postgres');
  const url = new URL(storage.url);
  const role = `few_${url.pathname.slice(-8)}`;
  await runSql(storage.url, `create role ${role} login password 'few' connection limit 3`);
  url.username = role;
  url.password = 'few';
  const { pool } = createPool(createServers(url.href), 6);
  await expect(fillPool(pool)).rejects.toThrow('too many connections');
  await pool.end();
  await runSql(storage.url, `drop role ${role}`);
  await storage.drop();
});
