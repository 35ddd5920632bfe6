import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { root } from '../../build/paths.mjs';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { freshDatabase, startPostgres, type TestPostgres } from '../support/world/postgres.ts';
import { runSql } from '../support/world/sql.ts';
import { type Standby, startStandby } from '../support/world/standby.ts';

// These tests show what `redeemd doctor` reports about a Postgres that responds but does not work properly.

// Each test starts several processes.
vi.setConfig({ testTimeout: 120_000 });

let postgres: TestPostgres;
let standby: Standby;
let url: string;
beforeAll(async () => {
  postgres = await startPostgres({ own: true });
  standby = await startStandby(postgres);
  url = (await freshDatabase(postgres.url)).url;
  await migrate(url);
}, 120_000);
afterAll(async () => {
  await standby?.stop();
  await postgres?.stop();
});

function doctor(env: Record<string, string> = {}) {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'daemon/dist/main.js'), 'doctor'], {
    env: { PATH: process.env.PATH, REDEEMD_DATABASE_URL: url, REDEEMD_PORT: '9', ...env },
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter(Boolean);
  const told = (name: string) => lines.find((line) => line.slice(6).startsWith(`${name}: `)) ?? '';
  return { told, stdout, status };
}

it('doctor reports a healthy server', () => {
  const { told, stdout, status } = doctor();
  expect(told('database')).toMatch(/^ok {4}database: responds, accepts writes, Postgres \d+/);
  expect(told('writes')).toMatch(/^ok {4}writes: a small row was written and removed/);
  expect(told('connections')).toMatch(/^ok {4}connections: \d+ of \d+ in use; a daemon takes up to 12$/);
  expect(told('standby')).toBe('ok    standby: commits do not wait for a standby');
  expect(told('daemon')).toBe('ok    daemon: no daemon answers at http://127.0.0.1:9');
  expect([stdout.includes('FAULT'), status]).toEqual([false, 0]);
});

it('doctor reports a server that is set to refuse writes', async () => {
  const name = new URL(url).pathname.slice(1);
  await runSql(postgres.url, `ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  try {
    const { told, status } = doctor();
    expect(told('database')).toContain(
      'FAULT database: responds but does not accept writes: default_transaction_read_only is on',
    );
    expect(told('database')).toContain('ALTER SYSTEM RESET');
    expect(told('writes')).toContain('FAULT writes: not checked');
    expect(status).toBe(1);
  } finally {
    await runSql(postgres.url, `ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  }
});

it('doctor reports a standby in place of the primary', () => {
  const { told } = doctor({ REDEEMD_DATABASE_URL: standby.urlOf(url) });
  expect(told('database')).toContain('FAULT database: responds but does not accept writes: it is a standby');
});

it('doctor reports a commit that would wait for a missing standby', { timeout: 60_000 }, async () => {
  const set = (value: string) =>
    runSql(postgres.url, `ALTER SYSTEM SET synchronous_standby_names = '${value}'`, 'SELECT pg_reload_conf()');
  await set('ANY 1 (gone)');
  try {
    const { told, status } = doctor();
    expect(told('standby')).toContain('FAULT standby: commits wait for 1 of ANY 1 (gone), 0 connected');
    expect(told('writes')).toContain('FAULT writes: not checked');
    expect(status).toBe(1);
    await set('*');
    const there = await doctorOnce(({ told: of }) => of('standby').startsWith('ok'));
    expect(there.told('standby')).toBe('ok    standby: commits wait for 1 of *, 1 connected');
    expect(there.told('writes')).toContain('ok    writes:');
  } finally {
    await set('');
  }
});

it('doctor reports a replica that lags, and a server that is not a replica', { timeout: 60_000 }, async () => {
  const lagging = { REDEEMD_READ_URL: standby.urlOf(url), REDEEMD_READ_MAX_LAG_MS: '500' };
  await standby.pause();
  try {
    await runSql(url, 'CREATE TABLE later (id integer)', 'DROP TABLE later');
    expect(doctor(lagging).told('replica')).toMatch(
      /^FAULT replica: more than \d+ ms \(\d+ bytes\) behind: .*the primary/,
    );
  } finally {
    await standby.resume();
  }
  expect(doctor({ REDEEMD_READ_URL: url }).told('replica')).toContain('is not a standby');
});

/** Returns the first result that matches, or else the last. The server's processes adopt a setting with a delay. */
async function doctorOnce(isWished: (found: ReturnType<typeof doctor>) => boolean) {
  for (let looks = 0; ; looks += 1) {
    const found = doctor();
    if (looks === 5 || isWished(found)) return found;
  }
}
