import { execFile } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { type Pgbouncer, startPgbouncer, whyNoPgbouncer } from '../support/cluster/pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../support/world/postgres.ts';

// Runs these suites again with pgbouncer in transaction mode in front of Postgres.

const SUITES = [
  'test/db/hot-store.test.ts',
  'test/db/many-rows.test.ts',
  'test/db/payout-ledger.test.ts',
  'test/db/write-transactions.test.ts',
  'test/api/admin-campaigns.test.ts',
  'test/api/admin-payouts.test.ts',
  'test/api/game-analytics.test.ts',
  'test/api/game-creator-codes.test.ts',
  'test/api/game-payments.test.ts',
  'test/api/game-redeeming.test.ts',
  'test/api/game-sdk-events.test.ts',
];

/** `REDEEMD_POOLED_SUITES` names other suites for one run. */
const suites = process.env.REDEEMD_POOLED_SUITES?.split(',') ?? SUITES;
const LONGEST_MS = 900_000;

const why = whyNoPgbouncer();

describe.skipIf(why !== null)(`pgbouncer in transaction mode${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let postgres: TestPostgres;
  let pooler: Pgbouncer;
  beforeAll(async () => {
    postgres = await startPostgres({ own: true, settings: { fsync: 'off', full_page_writes: 'off' } });
    pooler = await startPgbouncer(postgres.url);
  });
  afterAll(async () => {
    pooler?.close();
    await postgres?.stop();
  });

  test('passes the suites for the hot store, writes and the API', { timeout: 2 * LONGEST_MS }, async () => {
    const { code, output } = await runSuites(pooler.url);
    expect(code, output).toBe(0);
    expect(output).toContain(`Test Files  ${suites.length} passed`);
  });

  test('sabotage: a client that relies on its own session fails', async () => {
    const clients = Array.from({ length: 2 }, () => new pg.Client({ connectionString: pooler.url }));
    await Promise.all(clients.map((client) => client.connect()));
    const ask = (client: pg.Client | undefined) => client?.query({ name: 'own', text: 'SELECT 1' });
    await ask(clients[0]);
    await expect(ask(clients[1])).rejects.toThrow('prepared statement "own" already exists');
    await Promise.all(clients.map((client) => client.end()));
  });
});

/** The suites need their own process, because a test run chooses its Postgres server before the first test. */
function runSuites(postgresUrl: string): Promise<{ code: number; output: string }> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', 'build/vitest.config.ts', ...suites, '-t', 'postgres', '--maxWorkers=1'];
  const env = { ...process.env, REDEEMD_TEST_POSTGRES_URL: postgresUrl, NO_COLOR: '1', REDEEMD_LONG: '' };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 26, timeout: LONGEST_MS }, (error, out, err) =>
      resolve({ code: error ? 1 : 0, output: `${out}\n${err}`.slice(-20_000) }),
    );
  });
}
