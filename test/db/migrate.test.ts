import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { migrationsOf, statementsOf } from '../../daemon/db/migrate/migration-files.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { ensurePartitions } from '../../daemon/db/postgres/postgres-partitions.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { sqliteFile } from '../../daemon/db/sqlite/sqlite-connection.ts';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { isLong } from '../support/amounts.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { testDatabase } from '../support/world/daemon.ts';

let fresh: Awaited<ReturnType<typeof testDatabase>>;
let url: string;

/** Runs statements directly in the database, as an operator or an older version would. */
async function run(...statements: string[]): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  if (url.startsWith('sqlite:')) {
    const db = openSqliteFile(sqliteFile(url));
    db.pragma('foreign_keys = OFF');
    for (const text of statements) {
      const statement = db.prepare<[], Record<string, unknown>>(text);
      if (statement.reader) rows = statement.all();
      else statement.run();
    }
    db.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of statements) rows = (await client.query(text)).rows;
  await client.end();
  return rows;
}

describe.each(['sqlite', 'postgres'] as const)('migrations on %s', (kind) => {
  const journal = kind === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations';
  const all = migrationsOf(kind);
  const open = () => openDatabase(url, { exclusive: true });
  const tables = async () => {
    const query =
      kind === 'sqlite'
        ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
        : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";
    return (await run(query)).map((row) => row.name);
  };

  const later = (statements: string[]) => ({
    sql: statements,
    folderMillis: 9_999_999_999_999,
    hash: 'later',
    bps: true,
  });

  /** Returns a migration as drizzle-kit generates it for a changed column: on SQLite, it rebuilds the table. */
  const rebuilt = async () => {
    if (kind === 'postgres') return later(['ALTER TABLE campaigns ALTER COLUMN notes TYPE varchar']);
    const [made] = await run("SELECT sql FROM sqlite_schema WHERE name = 'campaigns'");
    return later([
      'PRAGMA foreign_keys=OFF',
      String(made?.sql).replace(/campaigns/, '__new_campaigns'),
      'INSERT INTO __new_campaigns SELECT * FROM campaigns',
      'DROP TABLE campaigns',
      'ALTER TABLE __new_campaigns RENAME TO campaigns',
      'PRAGMA foreign_keys=ON',
    ]);
  };

  beforeEach(async () => {
    // The tests insert rows without the daemon, so its counters do not include these rows.
    fresh = await testDatabase(kind, { booksMayDiffer: true });
    url = fresh.url;
  });
  afterEach(() => fresh.drop());

  it('run on an empty database, and only once', async () => {
    expect(await migrate(url)).toEqual({ applied: all.length });
    expect(await migrate(url)).toEqual({ applied: 0 });
    const db = await open();
    expect(await db.read(({ db, t }) => db.select().from(t.campaigns))).toEqual([]);
    await db.close();
  });

  it('run once if several daemons start together', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
    expect(applied.reduce((sum, one) => sum + one.applied, 0)).toBe(all.length);
  });

  it('refuse a database that is newer than the program, and do not change it', async () => {
    await migrate(url);
    await run(`INSERT INTO ${journal} (hash, created_at) VALUES ('later', 9999999999999)`);
    await expect(migrate(url)).rejects.toMatchObject({
      name: 'SchemaTooNew',
      message: expect.stringMatching(/database is newer than this redeemd/),
    });
    expect(await run(`SELECT count(*) AS rows FROM ${journal}`)).toEqual([{ rows: expect.anything() }]);
  });

  it('leave nothing behind after a failure at any statement, and finish at the next attempt', async () => {
    const count = statementsOf(all).length;
    // All statements before the failing one run again each time, so only the long test run fails at each one.
    for (let failing = 0; failing < count; failing += isLong ? 1 : 13) {
      const onStatement = (index: number) => {
        if (index === failing) throw new Error(`stopped at ${index}`);
      };
      await expect(migrate(url, { onStatement })).rejects.toThrow(`stopped at ${failing}`);
    }
    expect((await tables()).filter((name) => name === 'claims')).toEqual([]);
    expect(await migrate(url)).toEqual({ applied: all.length });
  });

  it('keep the rows of an existing database', async () => {
    await migrate(url);
    const db = await open();
    await Promise.all([seedOrganisation(db, 1), seedOrganisation(db, 2)]);
    await db.write(async ({ db, t }) => {
      const times = { created_at: 1, updated_at: 1 };
      const [terms] = await db.select({ terms_id: t.commission_terms.terms_id }).from(t.commission_terms);
      const plan = {
        name: 'Spring',
        starts_at: 1,
        ends_at: 2,
        stage: 'draft',
        notes: '',
        settlement_no: 1,
        terms_id: terms?.terms_id ?? 0,
      } as const;
      await db.insert(t.campaigns).values({ campaign_id: 7, ...plan, ...times });
      const code = {
        kind: 'redeem',
        code: 'SPRING',
        code_norm: 'SPRING',
        name: '',
        root_url: 'https://example.test',
      } as const;
      const rest = { used: 0, active: true, rewards_json: '[]', status: 'approved' } as const;
      await db.insert(t.codes).values({ campaign_id: 7, ...code, ...rest, ...times });
    });
    await db.close();
    expect(await migrate(url, { migrations: [...all, await rebuilt()] })).toEqual({ applied: 1 });
    const again = await open();
    expect(await again.read(({ db, t }) => db.select().from(t.codes))).toMatchObject([
      { campaign_id: 7, active: true },
    ]);
    expect(await again.read(({ db, t }) => db.select().from(t.campaigns))).toMatchObject([{ name: 'Spring' }]);
    expect(await again.read(({ db, t }) => db.select().from(t.organisation))).toHaveLength(1);
    await again.close();
  });

  it('give older generated batches the name of their codes, and imported ones no name', async () => {
    await migrate(url, { migrations: all.slice(0, 3) });
    await run(
      `INSERT INTO campaigns (campaign_id, name, starts_at, ends_at, stage, notes, settlement_no, created_at, updated_at)
       VALUES (7, 'Spring', 1, 2, 'draft', '', 1, 1, 1)`,
      ...[{ pattern: '#', name: 'Gift "½"' }, { rows: [{ line: 2, code: 'A', name: 'Other' }] }].map(
        (request) => `INSERT INTO bulk_jobs (campaign_id, kind, status, request, total, done, staff_id, created_at)
          VALUES (7, 'generate', 'done', '${JSON.stringify(request)}', 1, 1, 1, 1)`,
      ),
    );
    expect(await migrate(url)).toEqual({ applied: all.length - 3 });
    expect(await run('SELECT name FROM bulk_jobs ORDER BY job_id')).toEqual([{ name: 'Gift "½"' }, { name: null }]);
  });

  it('add the table of SDK builds to a database in use', async () => {
    const older = all.slice(
      0,
      all.findIndex(({ sql }) => sql.some((statement) => statement.includes('sdk_builds'))),
    );
    expect(await migrate(url, { migrations: older })).toEqual({ applied: older.length });
    await run("INSERT INTO identities (game_id, anon_id, user_id, joined_at) VALUES ('game', 'anon_1', 'ann', 1)");
    expect(await migrate(url)).toEqual({ applied: all.length - older.length });
    const db = await open();
    expect(await db.read(({ db, t }) => db.select().from(t.identities))).toMatchObject([{ user_id: 'ann' }]);
    const build = { hash: 'abc', script: 'let a = "é😀";\n', created_at: 1 };
    await db.write(({ db, t }) => db.insert(t.sdk_builds).values(build));
    expect(await db.read(({ db, t }) => db.select().from(t.sdk_builds))).toEqual([build]);
    await db.close();
  });

  it('count the stored events by quarter of an hour, and keep the counts of removed ones', async () => {
    const isLater = (statement: string) => /DELETE FROM .sdk_event_hours/.test(statement);
    const older = all.slice(
      0,
      all.findIndex(({ sql }) => sql.some(isLater)),
    );
    expect(await migrate(url, { migrations: older })).toEqual({ applied: older.length });
    const [quarter, hour] = [900_000, 3_600_000];
    const at = [hour, hour + 1, hour + quarter - 1, hour + quarter, 2 * hour - 1, -1];
    await run(
      ...at.map(
        (created_at, n) =>
          `INSERT INTO sdk_events (event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id,
             payload) VALUES ('e${n}', ${created_at}, 1, 'game', 'shop', 'opened', 's', '{}')`,
      ),
      // Two daemons counted these events per hour, together with two events that retention has since removed.
      ...[
        [hour, 0, 2],
        [hour, 1, 3],
        [hour, -1, 2],
        [-hour, 0, 1],
      ].map(
        ([start, slot, events]) =>
          `INSERT INTO sdk_event_hours (game_id, event_type, event_sub_type, hour, slot, events)
             VALUES ('game', 'shop', 'opened', ${start}, ${slot}, ${events})`,
      ),
    );
    expect(await migrate(url)).toEqual({ applied: all.length - older.length });
    const rows = await run('SELECT hour, slot, events FROM sdk_event_hours ORDER BY hour, slot');
    expect(rows.map((row) => Object.values(row).map(Number))).toEqual([
      [-quarter, 0, 1],
      [hour, -1, 2],
      [hour, 0, 3],
      [hour + quarter, 0, 1],
      [2 * hour - quarter, 0, 1],
    ]);
    const db = await open();
    expect((await faultsIn(db)).filter((fault) => fault.startsWith('sdk_event_hours'))).toEqual([]);
    await db.close();
  });

  it.runIf(kind === 'sqlite')('rebuild only the tables that they name', async () => {
    await migrate(url);
    await run("INSERT INTO sdk_event_hours VALUES ('game', 'shop', 'opened', 0, 0, 1)");
    const without = [...all, later(['DELETE FROM sdk_event_hours'])];
    await expect(migrate(url, { migrations: without })).rejects.toThrow('left 0 of 1 rows in sdk_event_hours');
    const other = [...all, later(['-- remakes campaign_hours\nDELETE FROM sdk_event_hours'])];
    await expect(migrate(url, { migrations: other })).rejects.toThrow('left 0 of 1 rows in sdk_event_hours');
    const named = [...all, later(['-- remakes sdk_event_hours\nDELETE FROM sdk_event_hours'])];
    expect(await migrate(url, { migrations: named })).toEqual({ applied: 1 });
  });

  it('mark the failed attempts in an existing database as redeem requests', async () => {
    const older = all.slice(
      0,
      all.findIndex(({ sql }) => sql.some((statement) => statement.includes('is_validate'))),
    );
    await migrate(url, { migrations: older });
    // A daemon of the previous version continues to write failed attempts after another daemon has migrated.
    const refused = `INSERT INTO refused_tries (user_id, code, reason, family_id, created_at)
      VALUES ('ann', 'NO', 'code_not_found', 1, 1)`;
    await run(refused);
    expect(await migrate(url)).toEqual({ applied: all.length - older.length });
    await run(refused);
    const db = await open();
    const tries = await db.read(({ db, t }) => db.select().from(t.refused_tries));
    expect(tries.map(({ user_id, is_validate }) => [user_id, is_validate])).toEqual(Array(2).fill(['ann', false]));
    await db.close();
  });

  it('set the version of each shared object to 1', async () => {
    const older = all.slice(
      0,
      all.findIndex(({ sql }) => sql.some((statement) => /ADD.*version/.test(statement))),
    );
    await migrate(url, { migrations: older });
    const isOn = kind === 'sqlite' ? '1' : 'true';
    const rows = (serial: number) => [
      `INSERT INTO campaigns (name, starts_at, ends_at, stage, notes, settlement_no, created_at, updated_at)
         VALUES ('Spring', 1, 2, 'draft', '', 1, 1, 1)`,
      `INSERT INTO codes (campaign_id, kind, code, name, root_url, used, active, rewards_json, status, created_at, updated_at)
         VALUES (1, 'redeem', 'A', 'A', 'https://example.test', 0, ${isOn}, '[]', 'approved', 1, 1)`,
      `INSERT INTO creators (creator_id, status, created_at, updated_at) VALUES ('ann${serial}', 'active', 1, 1)`,
      `INSERT INTO webhooks (url, events, active, secret, failures, created_at, updated_at)
         VALUES ('https://example.test', '[]', ${isOn}, '', 0, 1, 1)`,
      `INSERT INTO api_keys (family_id, name, kind, prefix, key_hash, scopes, allowed_origins, created_at)
         VALUES (1, 'Key', 'server', 'sk_', 'hash${serial}', '[]', '[]', 1)`,
      `INSERT INTO staff (email, name, role, failed_sign_ins, created_at) VALUES ('${serial}@example.test', 'A', 'owner', 0, 1)`,
    ];
    await run(...rows(1));
    expect(await migrate(url)).toEqual({ applied: all.length - older.length });
    // A daemon of the previous version continues to create objects after another daemon has migrated.
    await run(...rows(2));
    const db = await open();
    await seedOrganisation(db, 1);
    for (const name of ['campaigns', 'codes', 'creators', 'webhooks', 'api_keys', 'staff'] as const)
      expect(
        (await db.read(({ db, t }) => db.select({ version: t[name].version }).from(t[name]))).map((row) => row.version),
        name,
      ).toEqual([1, 1]);
    expect(await db.read(({ db, t }) => db.select().from(t.organisation))).toMatchObject([{ version: 1 }]);
    await db.close();
  });

  it.runIf(kind === 'sqlite')('refuse to lose rows or leave orphans', async () => {
    await migrate(url);
    await run(
      "INSERT INTO staff (email, name, role, failed_sign_ins, created_at) VALUES ('a@example.test', 'Ada', 'owner', 0, 1)",
    );
    await run("INSERT INTO staff_sessions (token_hash, staff_id, created_at, expires_at) VALUES ('hash', 1, 1, 2)");
    const tries = [
      [['DELETE FROM staff_sessions'], 'left 0 of 1 rows in staff_sessions'],
      [
        ['DROP TABLE staff', 'CREATE TABLE staff (staff_id integer PRIMARY KEY)'],
        'rows in staff_sessions that refer to missing rows in staff',
      ],
    ] as const;
    for (const [statements, why] of tries) {
      await expect(migrate(url, { migrations: [...all, later([...statements])] })).rejects.toThrow(why);
      expect(await run('SELECT name FROM staff JOIN staff_sessions USING (staff_id)')).toEqual([{ name: 'Ada' }]);
    }
  });

  it('contain no ON DELETE CASCADE', () => {
    const folder = new URL(`../../daemon/db/migrate/migrations/${kind}/`, import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    expect(files.length).toBe(all.length);
    for (const name of files) expect(readFileSync(new URL(name, folder), 'utf8')).not.toMatch(/on delete cascade/i);
  });

  it.runIf(kind === 'sqlite')('finish at the next attempt after the process was killed', async () => {
    const count = statementsOf(all).length;
    const module = new URL('../../daemon/db/migrate/migrate.ts', import.meta.url).href;
    for (const at of [0, 1, Math.floor(count / 2), count - 1]) {
      const code = `const { migrate } = await import(${JSON.stringify(module)});
        const onStatement = (index) => { if (index === ${at}) process.kill(process.pid, 'SIGKILL'); };
        await migrate(${JSON.stringify(url)}, { onStatement });`;
      const child = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code]);
      expect(child.signal, child.stderr.toString()).toBe('SIGKILL');
      expect(await tables()).toEqual([]);
    }
    expect(await migrate(url)).toEqual({ applied: all.length });
    expect(await run('PRAGMA auto_vacuum')).toEqual([{ auto_vacuum: 2 }]);
    expect(await run('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  it.runIf(kind === 'postgres')('create indexes on tables in use, whatever the default isolation level', async () => {
    const [first, ...rest] = all;
    await migrate(url, { migrations: first ? [first] : [] });
    const [{ name } = {}] = await run('SELECT current_database() AS name');
    await run(`ALTER DATABASE "${name}" SET default_transaction_isolation = 'serializable'`);
    expect(await migrate(url)).toEqual({ applied: rest.length });
    expect(await run('SELECT * FROM drizzle.indexes_to_make')).toEqual([]);
  });

  it.runIf(kind === 'postgres')(
    'partition the events by day, with a default partition for all other days',
    async () => {
      await migrate(url);
      // A client, not a pool: `pool.end()` resolves before its connections are closed, so dropping the database would
      // cut one of them.
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const now = Date.UTC(2026, 0, 31, 23, 59);
      expect(await ensurePartitions(client, now)).toBe(8);
      expect(await ensurePartitions(client, now)).toBe(0);
      const event = "'g', 't', 's', 'n', '{}'";
      const columns = 'event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id, payload';
      for (const at of [now, 0])
        await client.query(`INSERT INTO sdk_events (${columns}) VALUES ('e', ${at}, 1, ${event})`);
      const { rows } = await client.query(
        'SELECT tableoid::regclass::text AS place FROM sdk_events ORDER BY created_at',
      );
      expect(rows).toEqual([{ place: 'sdk_events_default' }, { place: 'sdk_events_20260131' }]);
      const sequence = await client.query("SELECT nextval(pg_get_serial_sequence('claims', 'claim_id')) AS id");
      expect(sequence.rows).toEqual([{ id: '1' }]);
      await client.end();
    },
  );
});
