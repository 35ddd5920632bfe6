import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { root } from '../../build/paths.mjs';
import { backup } from '../../daemon/cli/backup.ts';
import { exportCampaignCommand, importCampaignCommand } from '../../daemon/cli/campaigns.ts';
import { doctor } from '../../daemon/cli/doctor/doctor.ts';
import { eraseUserCommand } from '../../daemon/cli/erase-user.ts';
import { exportEventsCommand } from '../../daemon/cli/events.ts';
import { inWords } from '../../daemon/cli/in-words.ts';
import { listJobsCommand, runJobCommand } from '../../daemon/cli/jobs.ts';
import { createKeyCommand } from '../../daemon/cli/keys.ts';
import { migrateFor } from '../../daemon/cli/migrate.ts';
import { resetPasswordCommand, resetTotpCommand } from '../../daemon/cli/staff.ts';
import { verify } from '../../daemon/cli/verify.ts';
import { withDatabase } from '../../daemon/cli/with-database.ts';
import { readConfig } from '../../daemon/config.ts';
import { migrationsOf } from '../../daemon/db/migrate/migration-files.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';
import { listen } from '../support/servers/listen.ts';
import { spawnDaemon, testDatabase } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { runSql } from '../support/world/sql.ts';

// These tests check the messages of commands whose database is missing, is not a database, or has another schema.
const LONGEST_MS = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'redeemd-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command as a process, and kills it if it hangs. */
function redeemd(
  databaseUrl: string,
  args: string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, [join(root, 'daemon/dist/main.js'), ...args], {
    env: { PATH: process.env.PATH ?? '', REDEEMD_DATABASE_URL: databaseUrl, REDEEMD_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise<{ status: number | null; said: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, said })),
  );
}

/** Returns the messages from the first steps of `serve` and of most other commands, without starting a process. */
async function saidOf(databaseUrl: string): Promise<string[]> {
  const config = readConfig({ REDEEMD_DATABASE_URL: databaseUrl });
  const words = (error: unknown) => inWords(error, databaseUrl);
  return [
    await migrateFor(config).then(() => 'nothing', words),
    await withDatabase(config, async () => 'nothing').catch(words),
  ];
}

describe('a SQLite path that is not a database file', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const text = join(folder, 'text');
  writeFileSync(text, 'This is not a database, and it is longer than the header of one.'.repeat(20));
  mkdirSync(join(folder, 'of-lock'));
  execFileSync('mkfifo', [join(folder, 'of-lock', 'redeem.db.lock')]);

  test.each([
    ['a folder', folder, `${folder} is not a file but a folder`],
    ['a pipe', pipe, `${pipe} is not a file but a pipe`],
    ['a device', '/dev/zero', '/dev/zero is not a file but a device'],
    ['a path under a file', `${text}/redeem.db`, `${text}/redeem.db`],
    ['another file', text, `${text} cannot be used: file is not a database`],
    ['a folder that accepts no files', '/proc/redeem.db', '/proc/redeem.db'],
    ['a host', '//host/redeem.db', 'sqlite://host/redeem.db does not name a file'],
    ['only slashes', '//', 'sqlite:// does not name a file'],
    ['memory', ':memory:', 'does not name a file'],
    ['an invalid escape', './100%.db', 'written as %25'],
  ])('%s is reported with its fault', async (_name, path, expected) => {
    for (const said of await saidOf(`sqlite:${path}`)) expect(said).toContain(expected);
  });

  test('a pipe in place of the lock file is reported, too', async () => {
    const [said] = await saidOf(`sqlite:${folder}/of-lock/redeem.db`);
    expect(said).toContain('redeem.db.lock is not a file but a pipe');
  });

  test('a command whose database is a pipe reports this and exits instead of hanging', async () => {
    const all = await Promise.all(['serve', 'verify'].map((command) => redeemd(`sqlite:${pipe}`, [command])));
    const said = `redeemd: The database ${pipe} is not a file but a pipe\n`;
    expect(all).toEqual([
      { status: 1, said },
      { status: 1, said },
    ]);
  });
});

test('commands fail if there is no database, and create nothing', async () => {
  const place = join(folder, 'empty');
  mkdirSync(place);
  const env = { REDEEMD_DATABASE_URL: `sqlite:${place}/data/redeem.db`, REDEEMD_PORT: '0' };
  const config = readConfig(env);
  const day = Date.UTC(2026, 0, 1);
  const commands = [
    () => verify(config),
    () => backup(config, join(place, 'copy')),
    () => createKeyCommand(config, { name: 'game', kind: 'server' }),
    () => resetTotpCommand(config, 'owner@example.test'),
    () => resetPasswordCommand(config, 'owner@example.test'),
    () => exportCampaignCommand(config, 1, join(place, 'campaign.json'), false),
    () => listJobsCommand(config),
    () => runJobCommand(config, 'retention', undefined),
    () => exportEventsCommand(config, { from: day, to: day, dir: join(place, 'events') }),
    () => eraseUserCommand(config, 'player-1'),
  ];
  const refusal = `No database at ${place}/data/redeem.db. To create one, run \`redeemd migrate\`; to use a daemon's database, set the same REDEEMD_DATABASE_URL.`;
  for (const command of commands) await expect(command()).rejects.toThrow(refusal);
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await doctor(env)).toBe(false);
  const said = stdout.mock.calls.join('');
  stdout.mockRestore();
  expect(said).toContain(`FAULT database: ${refusal}`);
  expect(readdirSync(place)).toEqual([]);
});

test('a backup replaces a file only with --force', async () => {
  const fresh = await testDatabase('sqlite', { isMigrated: true });
  const config = readConfig({ REDEEMD_DATABASE_URL: fresh.url });
  const target = join(folder, 'kept');
  writeFileSync(target, 'the only backup');
  await expect(backup(config, target)).rejects.toThrow(`${target} already exists. To replace it, use --force.`);
  expect(readFileSync(target, 'utf8')).toBe('the only backup');
  await backup(config, target, { force: true });
  expect(readFileSync(target, 'latin1')).toMatch(/^SQLite format 3/);
  await fresh.drop();
});

test.each(['serve', 'demo'])('%s creates nothing if another program uses its port', async (command) => {
  const other = createServer();
  const { port } = new URL(await listen(other));
  const place = join(folder, `mistyped-${command}`);
  const { status, said } = await redeemd(`sqlite:${place}/redeem.db`, [command], { env: { REDEEMD_PORT: `${port}` } });
  expect(said).toContain(
    `redeemd: Another program is using 127.0.0.1:${port}. To choose another port, set REDEEMD_PORT\n`,
  );
  expect([status, existsSync(place)]).toEqual([1, false]);
  await new Promise((resolve) => other.close(resolve));
});

test.each([
  ['the public URL', { REDEEMD_PUBLIC_URL: 'https://redeem.example.com' }, 'https://redeem.example.com', false],
  ['127.0.0.1 in place of a wildcard address', { REDEEMD_HOST: '0.0.0.0' }, 'http://127.0.0.1:\\d+', true],
])('a first start prints %s as the address of the Portal', async (_name, env, address, isWarned) => {
  const fresh = await testDatabase('sqlite');
  const daemon = await spawnDaemon(fresh.url, { ...env, REDEEMD_OWNER_EMAIL: '', REDEEMD_OWNER_PASSWORD: '' });
  await daemon.end();
  expect(daemon.stderr()).toMatch(new RegExp(`Open ${address}/portal and use this setup token`));
  expect(daemon.stderr().includes('REDEEMD_PUBLIC_URL is not set')).toBe(isWarned);
  const { said } = await redeemd(fresh.url, ['doctor'], { env });
  expect(said).toMatch(isWarned ? /^warn {2}public URL: REDEEMD_PUBLIC_URL is not set/m : /^ok {4}public URL: https:/m);
  await fresh.drop();
});

test('a command reads the .env file in its working folder; environment variables take precedence', async () => {
  const place = join(folder, 'of-env');
  mkdirSync(place);
  const run = () => redeemd(`sqlite:${folder}`, ['verify'], { cwd: place });
  writeFileSync(
    join(place, '.env'),
    'REDEEMD_DATABASE_URL=sqlite:/none\nREDEEMD_PORT=none\nREDEEMD_SECRET_KEY=short\n',
  );
  const { said } = await run();
  // The environment's valid port takes precedence; the file's key is not valid.
  expect(said).toBe('redeemd: Invalid settings:\n  REDEEMD_SECRET_KEY must have at least 32 characters\n');
  writeFileSync(join(place, '.env'), 'REDEEMD_DATABASE_URL=sqlite:/none\n');
  expect((await run()).said).toContain(`${folder} is not a file but a folder`);
  writeFileSync(join(place, '.env'), 'REDEEMD_PORT=0\nthis is rubbish\n');
  expect((await run()).said).toBe('redeemd: .env line 2: expected NAME=value\n');
});

test('a command reports in plain words that it cannot use a file', async () => {
  const fresh = await testDatabase('sqlite', { isMigrated: true });
  const config = readConfig({ REDEEMD_DATABASE_URL: fresh.url });
  const says = (command: Promise<unknown>) => command.then(() => 'nothing', inWords);
  expect(await says(backup(config, `${folder}/none/b1.db`))).toBe(`The folder ${folder}/none does not exist.`);
  expect(await says(importCampaignCommand(config, `${folder}/none.json`, {}))).toBe(`No file at ${folder}/none.json.`);
  expect(await says(importCampaignCommand(config, folder, {}))).toMatch(/ is a folder, not a file\.$/);
  const denied = new Error(`EACCES: permission denied, open '${folder}/closed'`);
  expect(inWords(denied)).toContain(`has no permission for ${folder}/closed. Change its owner or permissions`);
  await fresh.drop();
});

const REFUSED = 'postgres://user:a-secret-word@127.0.0.1:1/none';

function withoutDatabase(server: string): string {
  const url = new URL(server);
  url.pathname = '/no_such_one';
  return url.href;
}

describe('an unusable Postgres', () => {
  test.each<[string, () => string, (string | RegExp)[]]>([
    ['refuses connections', () => REFUSED, ['127.0.0.1:1', 'ECONNREFUSED']],
    [
      'has no such host',
      () => 'postgres://user:a-secret-word@no-such-host.invalid/none',
      ['no-such-host.invalid:5432', /ENOTFOUND|EAI_AGAIN/],
    ],
    ['has no such database', () => withoutDatabase(inject('postgresUrl')), [/:\d+/, '"no_such_one" does not exist']],
  ])('that %s is reported with host, port and its own message', async (_name, url, expected) => {
    for (const said of await saidOf(url())) {
      expect(said).toMatch(/^Postgres cannot be reached/);
      for (const word of expected) expect(said).toMatch(word);
      expect(said).not.toContain('a-secret-word');
    }
  });

  test('is reported by commands, too', async () => {
    for (const { status, said } of await Promise.all(
      ['serve', 'verify'].map((command) => redeemd(REFUSED, [command])),
    )) {
      expect(status).toBe(1);
      expect(said).toMatch(/^redeemd: Postgres cannot be reached.*\n$/);
      for (const word of ['127.0.0.1:1', 'ECONNREFUSED']) expect(said).toContain(word);
    }
  });

  test.each([
    ['postgres://user:p@ss:w@db.example/x', 'db.example:5432'],
    ['postgres://user:a-secret-word@one,two:6000/x', 'one:5432, two:6000'],
    ['postgres:///x', 'localhost:5432'],
  ])('at %s is shown only by its hosts and ports', (url, hosts) => {
    const fault = Object.assign(new Error('password authentication failed for user "user"'), { code: '28P01' });
    for (const error of [fault, new Unavailable(fault)])
      expect(inWords(error, url)).toBe(`Postgres cannot be reached (${hosts}): ${fault.message}`);
  });
});

test.each(STORY_DATABASES)('%s: an older or newer schema is refused, with what to do next', async (kind) => {
  const fresh = await testDatabase(kind, { isMigrated: true });
  const config = readConfig({ REDEEMD_DATABASE_URL: fresh.url });
  const journal = kind === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations';
  const opened = () => withDatabase(config, async () => 'opened');
  expect(await opened()).toBe('opened');
  const newest = Math.max(...migrationsOf(kind).map(({ folderMillis }) => folderMillis));
  await runSql(fresh.url, `insert into ${journal} (hash, created_at) values ('of the next version', ${newest + 1})`);
  await expect(opened()).rejects.toThrow(/newer than this redeemd.*Start the version that last used the database/);
  await runSql(fresh.url, `delete from ${journal} where created_at >= ${newest}`);
  await expect(opened()).rejects.toThrow(/older than this redeemd: 1 migration.*redeemd migrate/);
  await runSql(fresh.url, `insert into ${journal} (hash, created_at) values ('as it was', ${newest})`);
  expect(await opened()).toBe('opened');
  await fresh.drop();
});

test('a database without tables is refused, and no tables are created', async () => {
  const empty = await testDatabase('postgres', { booksMayDiffer: true });
  const config = readConfig({ REDEEMD_DATABASE_URL: empty.url });
  await expect(withDatabase(config, async () => 'opened')).rejects.toThrow(/no redeemd tables.*redeemd migrate/);
  await empty.drop();
});
