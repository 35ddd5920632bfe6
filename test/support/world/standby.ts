import { type ChildProcess, execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../build/free-port.mjs';
import { cleanUpOnExit, end, type ShutDown, startServer, type TestPostgres } from './postgres.ts';
import { runSql } from './sql.ts';

/** A server that replicates another one and serves reads. */
export interface Standby {
  /** Returns the URL of a database on the standby, given its URL on the primary. */
  urlOf(primaryUrl: string): string;
  /** Stops replay until `resume`, so that reads return the same data. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  halt(how?: ShutDown): Promise<void>;
  start(): Promise<void>;
  /** Stops every process of the server. Connections stay open but get no response until `thaw`. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a standby from a copy of the running server's folder; the packaged Postgres has no `pg_basebackup`. */
export async function startStandby(primary: TestPostgres): Promise<Standby> {
  if (!primary.ours) throw new Error('A standby needs a server that belongs to the test');
  const { launcher, folder: from } = primary.ours;
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-standby-'));
  let server: ChildProcess | undefined;
  const forget = cleanUpOnExit(folder, () => server);
  const port = await freePort();
  const urlOf = (primaryUrl: string) => Object.assign(new URL(primaryUrl), { port: String(port) }).href;
  const start = async () => {
    server = await startServer(launcher, folder, port, {});
  };
  const halt = async (how: ShutDown = 'immediate') => {
    await end(server, how);
    server = undefined;
  };
  const stop = async () => {
    await halt();
    rmSync(folder, { recursive: true, force: true });
    forget();
  };
  try {
    await copyData(primary.url, join(from, 'data'), join(folder, 'data'));
    const { uid, gid } = launcher;
    if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  const there = urlOf(primary.url);
  const signal = (name: NodeJS.Signals) => {
    const pid = server?.pid;
    if (pid === undefined) return;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    for (const one of [pid, ...children]) process.kill(one, name);
  };
  return {
    urlOf,
    pause: async () => void (await runSql(there, 'SELECT pg_wal_replay_pause()')),
    resume: async () => void (await runSql(there, 'SELECT pg_wal_replay_resume()')),
    halt,
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop,
  };
}

async function copyData(primaryUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    cpSync(from, to, { recursive: true, filter: (path) => !basename(path).startsWith('postmaster.') });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  const { hostname, port, username, password } = new URL(primaryUrl);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  appendFileSync(join(to, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
  writeFileSync(join(to, 'standby.signal'), '');
}
