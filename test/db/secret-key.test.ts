import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { doctor } from '../../daemon/cli/doctor/doctor.ts';
import { startDaemon } from '../../daemon/compose.ts';
import { readConfig } from '../../daemon/config.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { ensureFileSecret, findFileSecret } from '../../daemon/db/secret/secret-file.ts';
import { ensureSecretKey, findSecretKeys } from '../../daemon/db/secret/secret-key.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';
import { type Log, silentLog } from '../../daemon/lib/log.ts';
import { type DatabaseKind, testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

const SET = 'a secret that was set for this test';

describe('the secret next to a database file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-secret-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is created once and completely, and only its owner can read it', () => {
    const file = join(folder, 'one.db');
    expect(findFileSecret(file)).toBeNull();
    const secret = ensureFileSecret(file);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(statSync(`${file}.key`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${file}.key`, 'utf8')).toBe(`${secret}\n`);
    expect(ensureFileSecret(file)).toBe(secret);
    expect(findFileSecret(file)).toBe(secret);
    expect(ensureFileSecret(join(folder, 'other.db'))).not.toBe(secret);
    expect(readdirSync(folder).sort()).toEqual(['one.db.key', 'other.db.key']);
  });

  it('is made private if others can read it; a truncated one is refused and not replaced', () => {
    const file = join(folder, 'two.db');
    writeFileSync(`${file}.key`, `${'k'.repeat(43)}\n`, { mode: 0o644 });
    expect(ensureFileSecret(file)).toBe('k'.repeat(43));
    expect(statSync(`${file}.key`).mode & 0o777).toBe(0o600);
    for (const broken of ['', 'short\n']) {
      writeFileSync(`${file}.key`, broken);
      expect(() => ensureFileSecret(file)).toThrow(/two\.db\.key does not contain a key/);
      expect(readFileSync(`${file}.key`, 'utf8')).toBe(broken);
    }
  });
});

describe.each<DatabaseKind>(['sqlite', 'postgres'])('the secret key on %s', (kind) => {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };
  const start = async (url: string, env = {}) => {
    const config = readConfig({ REDEEMD_DATABASE_URL: url, REDEEMD_PORT: '0', ...env });
    const daemon = await startDaemon(config, { log });
    const key = daemon.db.keys.secretKey;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await daemon.close();
    return key;
  };
  const OWNER = { REDEEMD_OWNER_EMAIL: 'owner@example.test', REDEEMD_OWNER_PASSWORD: 'correct horse battery' };

  it('comes from the setting, or is created once; a changed one causes a warning', async () => {
    const database = await testDatabase(kind, { booksMayDiffer: true });
    const made = await start(database.url, OWNER);
    expect(await start(database.url)).toEqual(made);
    const inDatabase = warnings.filter((message) => message.startsWith('REDEEMD_SECRET_KEY is not set'));
    expect(inDatabase).toHaveLength(kind === 'postgres' ? 2 : 0);
    expect(warnings.filter((message) => message.startsWith('The secret key has changed'))).toEqual([]);
    expect(await start(database.url, { REDEEMD_SECRET_KEY: SET })).toMatchObject(secretKeyOf(SET));
    expect(warnings.filter((message) => message.startsWith('The secret key has changed'))).toHaveLength(1);
    const db = await openDatabase(database.url, { exclusive: false });
    const known = await findSecretKeys(db, { databaseUrl: database.url, secretKey: SET });
    // The key that the daemon created is the current one again, even for commands.
    const back = await findSecretKeys(db, { databaseUrl: database.url, oldSecretKey: SET });
    await db.close();
    expect(known.map(({ id }) => id)).toEqual([secretKeyOf(SET).id, made?.id]);
    expect(back.map(({ id }) => id)).toEqual([made?.id, secretKeyOf(SET).id]);
    const [row] = await runSql(database.url, 'select made_secret from organisation');
    expect(row?.made_secret === null).toBe(kind === 'sqlite');
    await database.drop();
  });

  it('is the same for all daemons that start simultaneously', async () => {
    const database = await testDatabase(kind, { isMigrated: true });
    const open = () => openDatabase(database.url, { exclusive: false, poolSize: 2 });
    const all = await Promise.all([open(), open(), open()]);
    await seedOrganisation(all[0], 1);
    const keys = await Promise.all(all.map((db) => ensureSecretKey(db, { databaseUrl: database.url })));
    expect(new Set(keys.map(({ key }) => key.id)).size).toBe(1);
    expect(keys[0]?.source).toBe(kind === 'sqlite' ? 'file' : 'database');
    for (const db of all) await db.close();
    await database.drop();
  });

  it('is reported by doctor if it is not the one with which the database was written', async () => {
    const database = await testDatabase(kind, { booksMayDiffer: true });
    const key = await start(database.url, { ...OWNER, REDEEMD_SECRET_KEY: SET });
    const said = async (env = {}) => {
      const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      await doctor({ REDEEMD_DATABASE_URL: database.url, REDEEMD_PORT: '0', ...env });
      const line = written.mock.calls.map(([text]) => String(text)).find((text) => text.includes('secret key:'));
      written.mockRestore();
      return line;
    };
    expect(await said({ REDEEMD_SECRET_KEY: SET })).toBe('ok    secret key: set\n');
    const lost = `FAULT secret key: the database was written with the secret key ${key?.id}, which `;
    expect(await said()).toContain(`${lost}was not found; the daemon would create a new one at startup. `);
    const other = await said({ REDEEMD_SECRET_KEY: `${SET}, and another` });
    expect(other).toContain(`${lost}differs from the current key, ${secretKeyOf(`${SET}, and another`).id}. `);
    expect(other).toMatch(kind === 'sqlite' ? /Restore the key file .*REDEEMD_SECRET_KEY/ : /Set REDEEMD_SECRET_KEY/);
    await database.drop();
  });

  it('has a line in the output of doctor', async () => {
    const database = await testDatabase(kind);
    await start(database.url);
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await doctor({ REDEEMD_DATABASE_URL: database.url });
    await doctor({ REDEEMD_DATABASE_URL: database.url, REDEEMD_SECRET_KEY: SET });
    const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('secret key'));
    written.mockRestore();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(kind === 'sqlite' ? /^ok .*redeem\.db\.key\n$/ : /^warn .*REDEEMD_SECRET_KEY/);
    expect(lines[1]).toMatch(/^ok .*: set\n$/);
    await database.drop();
  });
});
