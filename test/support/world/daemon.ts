import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { inject } from 'vitest';
import { root } from '../../../build/paths.mjs';
import { type Daemon, type DaemonOptions, startDaemon } from '../../../daemon/compose.ts';
import { readConfig } from '../../../daemon/config.ts';
import { secretFileOf } from '../../../daemon/db/secret/secret-file.ts';
import { createKey } from '../../../daemon/features/keys/create-key.ts';
import { openSession } from '../../../daemon/features/staff/sign-in.ts';
import { findStaffByEmailForUpdate } from '../../../daemon/features/staff/staff-store.ts';
import { silentLog } from '../../../daemon/lib/log.ts';
import { verifyBooks } from '../database/verify-books.ts';
import { apiKey, bearer, type TestClient, testClient } from '../http/test-client.ts';
import { dropAtLast } from './drop-databases.ts';
import { freshDatabase } from './postgres.ts';
import { YOUNG_SPACE } from './young-space.ts';

export type DatabaseKind = 'sqlite' | 'postgres';
export const OWNER = { email: 'owner@example.test', password: 'correct horse battery' };

type Env = Record<string, string>;

export interface TestDatabase {
  url: string;
  /** Drops the database. Throws an error if `verify` finds a difference. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Skips `verify` in `drop`, for tests that tamper with figures. */
  booksMayDiffer?: boolean;
  /** Creates all tables; a new database has none. */
  isMigrated?: boolean;
  /** Copies this SQLite file. */
  copyOf?: string;
}

/** Creates an empty database: a file, or one on the run's Postgres. It is dropped after the last test if not before. */
export async function testDatabase(kind: DatabaseKind, options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const template = options.isMigrated ? inject('migrated')[kind] : options.copyOf;
  const { url, drop } =
    kind === 'postgres' ? await freshDatabase(inject('postgresUrl'), template) : freshFile(template);
  return {
    url,
    drop: dropAtLast(async () => {
      try {
        if (!options.booksMayDiffer) await verifyBooks(url);
      } finally {
        await drop();
      }
    }),
  };
}

function freshFile(template?: string) {
  const folder = mkdtempSync(join(inject('sharedFolder'), 'database-'));
  const file = join(folder, 'redeem.db');
  if (template) copyFileSync(template, file);
  if (template && existsSync(secretFileOf(template))) copyFileSync(secretFileOf(template), secretFileOf(file));
  return {
    url: `sqlite:${file}`,
    drop: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface TestDaemonOptions extends DaemonOptions, TestDatabaseOptions {
  database?: DatabaseKind;
  /** A database that the test drops itself. */
  databaseUrl?: string;
  env?: Env;
}

export interface TestDaemon extends Omit<Daemon, 'setupToken'> {
  databaseUrl: string;
  /** A client without credentials. `testClient(url, …)` creates others. */
  client: TestClient;
  owner: TestClient;
  ownerToken: string;
  /** Calls with a server key that has every scope. */
  server: TestClient;
  serverKey: string;
}

/** Starts a daemon in this process on its own port, with an owner and a server key. */
export async function startTestDaemon(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const { database = 'sqlite', databaseUrl, booksMayDiffer = false, env = {}, ...rest } = options;
  const own = databaseUrl === undefined ? await testDatabase(database, { booksMayDiffer, isMigrated: true }) : null;
  const url = databaseUrl ?? own?.url ?? '';
  try {
    const daemon = await startDaemon(readConfig({ ...testEnv(url), ...env }), { log: silentLog, ...rest });
    const clock = rest.clock ?? Date.now;
    const { key } = await createKey(daemon.db, { name: 'test', kind: 'server' }, clock());
    const { token } = await daemon.db.write(async (handle) => {
      const owner = await findStaffByEmailForUpdate(handle, OWNER.email);
      if (!owner) throw new Error('There is no owner');
      return openSession(handle, owner, clock());
    });
    return {
      url: daemon.url,
      db: daemon.db,
      databaseUrl: url,
      client: testClient(daemon.url),
      owner: testClient(daemon.url, bearer(token)),
      ownerToken: token,
      server: testClient(daemon.url, apiKey(key)),
      serverKey: key,
      runDueJobs: daemon.runDueJobs,
      async close() {
        await daemon.close();
        await own?.drop();
      },
    };
  } catch (error) {
    await own?.drop().catch(() => {}); // the start error is more important
    throw error;
  }
}

export const testEnv = (databaseUrl: string): Env => ({
  REDEEMD_DATABASE_URL: databaseUrl,
  REDEEMD_PORT: '0',
  REDEEMD_OWNER_EMAIL: OWNER.email,
  REDEEMD_OWNER_PASSWORD: OWNER.password,
  REDEEMD_LOG_LEVEL: 'warn',
  // All clients of a test have the same address.
  REDEEMD_MAX_CONNECTIONS_PER_ADDRESS: '10000',
});

export interface SpawnedDaemon {
  url: string;
  process: ChildProcess;
  /** Returns the output on stderr so far. */
  stderr(): string;
  ended: Promise<DaemonEnd>;
  /** Sends a signal and waits until the process ends. */
  end(signal?: NodeJS.Signals): Promise<DaemonEnd>;
}

interface DaemonEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const START_MS = 60_000;

const BUILT = join(root, 'daemon/dist/main.js');

export interface Spawning {
  /** A program other than the built daemon, such as an earlier version. */
  program?: string | undefined;
  /** A Node other than this one. */
  node?: string | undefined;
  /** A file descriptor that receives stderr; `stderr()` then returns nothing. */
  stderr?: number;
}

/** The running daemons. A test that fails may leave its daemon running. */
const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Starts a daemon in its own process, for tests that kill it. */
export function spawnDaemon(
  databaseUrl: string,
  env: Env = {},
  { program = BUILT, node = process.execPath, stderr }: Spawning = {},
): Promise<SpawnedDaemon> {
  const child = spawn(node, [YOUNG_SPACE, program], {
    env: { PATH: process.env.PATH ?? '', ...testEnv(databaseUrl), ...env },
    stdio: ['ignore', 'pipe', stderr ?? 'pipe'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  let written = '';
  child.stderr?.on('data', (chunk) => {
    written += chunk;
  });
  const ended = new Promise<DaemonEnd>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), START_MS);
    void ended.then(({ code, signal }) => {
      clearTimeout(late);
      reject(new Error(`The daemon ended before it listened (${signal ?? code}):\n${written}`));
    });
    createInterface(child.stdout as Readable).once('line', (line) => {
      clearTimeout(late);
      const [, url] = /^redeemd listening on (http:\/\/\S+)$/.exec(line) ?? [];
      if (!url) return reject(new Error(`An unexpected first line: ${line}`));
      resolve({
        url,
        process: child,
        stderr: () => written,
        ended,
        end(signal = 'SIGTERM') {
          child.kill(signal);
          return ended;
        },
      });
    });
  });
}
