import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Handle } from '../../daemon/db/database.ts';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { openPostgres, type PostgresDatabase } from '../../daemon/db/postgres/postgres-database.ts';
import { createServers } from '../../daemon/db/postgres/postgres-servers.ts';
import { holdSlot } from '../../daemon/db/postgres/postgres-slot.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { backupSqlite, openSqlite } from '../../daemon/db/sqlite/sqlite-database.ts';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';
import { createGate } from '../support/world/create-gate.ts';
import { type TestDatabase, testDatabase } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

const staff = (name: string) => ({ email: name, name, role: 'viewer' as const, failed_sign_ins: 0, created_at: 1 });

describe('SQLite', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redeemd-faults-'));
    file = join(folder, 'redeem.db');
    await migrate(`sqlite:${file}`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['writer', 'reader'] as const)(
    'refuses everything as unavailable once its %s thread has died',
    async (role) => {
      const db = await openSqlite(file, { exclusive: true });
      const workers: Worker[] = [];
      const post = Worker.prototype.postMessage;
      const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...args) {
        if (!workers.includes(this)) workers.push(this);
        return post.apply(this, args);
      });
      await db.write(async () => 1);
      await db.read(({ db, t }) => db.select().from(t.staff));
      spy.mockRestore();
      const victim = workers[role === 'writer' ? 0 : 1];
      await expect(db.write(async () => await victim?.terminate())).rejects.toBeInstanceOf(Unavailable);
      await expect(db.write(async () => 1)).rejects.toBeInstanceOf(Unavailable);
      await expect(db.read(({ db, t }) => db.select().from(t.staff))).rejects.toBeInstanceOf(Unavailable);
      await expect(createHotStore(db).ingest([], 1)).rejects.toBeInstanceOf(Unavailable);
      await db.close();
      await (await openSqlite(file, { exclusive: true })).close();
    },
  );

  it('refuses everything as unavailable after it has been closed, and can be closed twice', async () => {
    const db = await openSqlite(file, { exclusive: true });
    await Promise.all([db.close(), db.close()]);
    await expect(db.write(async () => 1)).rejects.toBeInstanceOf(Unavailable);
    await expect(createHotStore(db).ingest([], 1)).rejects.toBeInstanceOf(Unavailable);
  });

  it('reports why a file cannot be opened', async () => {
    writeFileSync(join(folder, 'text.db'), 'no database '.repeat(1000));
    await expect(openSqlite(join(folder, 'text.db'), { exclusive: true })).rejects.toThrow(/not a database/);
  });

  it('can be backed up during writes', async () => {
    const db = await openSqlite(file, { exclusive: true });
    await seedOrganisation(db, 1);
    const target = join(folder, 'backup.db');
    const writes = Array.from({ length: 50 }, (_, index) =>
      db.write(async ({ db, t }) => db.insert(t.staff).values(staff(`s${index}`))),
    );
    await Promise.all([backupSqlite(file, target), ...writes]);
    await backupSqlite(file, target);
    await db.close();
    expect(statSync(target).mode & 0o777).toBe(0o600);
    const copy = openSqliteFile(target);
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(copy.pragma('auto_vacuum', { simple: true })).toBe(2);
    expect(copy.prepare('SELECT count(*) FROM staff').pluck().get()).toBe(50);
    copy.close();
  });
});

describe('Postgres', () => {
  let fresh: TestDatabase;
  let db: PostgresDatabase;
  beforeEach(async () => {
    fresh = await testDatabase('postgres', { isMigrated: true });
    db = await openPostgres(fresh.url, { poolSize: 5 });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await db.close();
    await fresh.drop();
  });

  const outside = async (text: string) => {
    const client = new pg.Client({ connectionString: fresh.url });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  };
  const cutAll = () =>
    outside(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );

  it('continues after every connection has been cut, even in the middle of a write', async () => {
    const [inTheMiddle, cut] = [createGate(), createGate()];
    const write = db.write(async ({ db, t }) => {
      await db.insert(t.staff).values(staff('a'));
      inTheMiddle.open();
      await cut.opened;
      await db.insert(t.staff).values(staff('b'));
    });
    const refused = expect(write).rejects.toBeInstanceOf(Unavailable);
    await inTheMiddle.opened;
    await cutAll();
    cut.open();
    await refused;
    expect(await db.read(({ db, t }) => db.select().from(t.staff))).toEqual([]);
    await db.write(async ({ db, t }) => db.insert(t.staff).values(staff('c')));
  });

  it('retries a write that was aborted by a deadlock', async () => {
    await db.write(async ({ db, t }) => db.insert(t.staff).values([staff('a'), staff('b')]));
    let [runs, held] = [0, 0];
    const bothHold = createGate();
    const both = (first: string, second: string) =>
      db.write(async ({ db, t }: Handle) => {
        runs += 1;
        const bump = { failed_sign_ins: sql`${t.staff.failed_sign_ins} + 1` };
        await db.update(t.staff).set(bump).where(eq(t.staff.name, first));
        held += 1;
        if (held === 2) bothHold.open();
        await bothHold.opened;
        await db.update(t.staff).set(bump).where(eq(t.staff.name, second));
      });
    await outside(`ALTER DATABASE ${new URL(fresh.url).pathname.slice(1)} SET deadlock_timeout = '100ms'`);
    await db.close();
    db = await openPostgres(fresh.url, { poolSize: 5 });
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    expect(runs).toBe(3);
    const rows = await db.read(({ db, t }) => db.select().from(t.staff));
    expect(rows.map((row) => row.failed_sign_ins)).toEqual([2, 2]);
  });

  it('refuses a write as unavailable if a row stays locked, and soon releases its connections', async () => {
    await db.write(async ({ db, t }) => db.insert(t.staff).values(staff('a')));
    const change = () => db.write(async ({ db, t }) => db.update(t.staff).set({ name: 'b' }));
    const holder = new pg.Client(fresh.url);
    await holder.connect();
    await holder.query("BEGIN; UPDATE staff SET name = 'held'");
    // Each of the pool's connections waits for the row once.
    await Promise.all(Array.from({ length: 5 }, () => expect(change()).rejects.toBeInstanceOf(Unavailable)));
    await holder.end();
    await change();
  });

  it('refuses a batch as unavailable after at most two attempts if another session holds a lock that the batch needs', async () => {
    await db.write(async ({ db, t }) => db.insert(t.staff).values(staff('a')));
    const holder = new pg.Client(fresh.url);
    await holder.connect();
    await holder.query("BEGIN; UPDATE staff SET name = 'held'");
    const { batches } = db;
    if (batches.dialect !== 'postgres') throw new Error('This test requires Postgres');
    let tries = 0;
    const batch = batches.run([1], async (client) => {
      tries += 1;
      return (await client.query("UPDATE staff SET name = 'b'")).rows;
    });
    await expect(batch).rejects.toBeInstanceOf(Unavailable);
    // Postgres ends each attempt after `lock_timeout`, which is one second.
    expect(tries).toBeLessThanOrEqual(2);
    await holder.end();
  });

  it('refuses everything as unavailable after 2 s if every connection is in use', async () => {
    const taken = await Promise.all(Array.from({ length: 5 }, () => db.pool.connect()));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const read = db.read(({ db, t }) => db.select().from(t.staff));
    const write = db.write(async ({ db, t }) => db.insert(t.staff).values(staff('a')));
    let ended = 0;
    const refused = [read, write].map((work) =>
      expect(work.finally(() => (ended += 1))).rejects.toBeInstanceOf(Unavailable),
    );
    await until('both wait', () => db.pool.waitingCount === 2);
    vi.advanceTimersByTime(1999);
    await new Promise(setImmediate);
    expect(ended).toBe(0);
    vi.advanceTimersByTime(1);
    await Promise.all(refused);
    vi.useRealTimers();
    for (const client of taken) client.release();
    expect(await db.read(({ db, t }) => db.select().from(t.staff))).toEqual([]);
  });

  it('has its time limits and its plan mode set on every connection', async () => {
    const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout', 'plan_cache_mode'];
    const { rows } = await db.pool.query(
      'SELECT setting FROM unnest($1::text[]) AS name, current_setting(name) AS setting',
      [names],
    );
    expect(rows.map((row) => row.setting)).toEqual(['1s', '5s', '5s', 'force_custom_plan']);
  });

  it('reports that the server cannot be reached or that the database does not exist', async () => {
    await expect(openPostgres('postgres://user@127.0.0.1:1/none')).rejects.toThrow(
      /cannot be reached \(127.0.0.1:1: .*ECONNREFUSED/,
    );
    const missing = new URL(fresh.url);
    missing.pathname = '/no_such_database';
    await expect(openPostgres(missing.href)).rejects.toThrow(/does not exist/);
  });

  it('gives each daemon a slot of its own, even after all connections have been cut', async () => {
    const first = await holdSlot(createServers(fresh.url));
    const second = await holdSlot(createServers(fresh.url));
    expect([first.current(), second.current()].sort()).toEqual([1, 2]);
    await cutAll();
    // There is one lock for each of the two slots, and one for the open database.
    await until('each has a slot again', async () => {
      const { rows } = await outside("SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'");
      return rows[0]?.held >= 3;
    });
    await Promise.all([first.close(), second.close()]);
  });
});
