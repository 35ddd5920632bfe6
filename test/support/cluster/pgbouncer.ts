import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../build/free-port.mjs';
import { until } from '../world/wait-until.ts';
import { createCleanUp } from './clean-up.ts';
import { asPostgres } from './network.ts';
import { runBeside } from './process.ts';
import { isThere } from './programs.ts';

export const whyNoPgbouncer = (): string | null => (isThere('pgbouncer') ? null : 'not installed: pgbouncer');

export interface Pgbouncer {
  /** The URL of the pooler, for every database of the server. */
  url: string;
  log(): string;
  close(): void;
}

/**
 * Starts PgBouncer 1.18 (Debian) in transaction mode, in which it does not support prepared statements. It has
 * few server sessions, so transactions of one client use different ones. Idle sessions end soon, because tests copy and
 * drop databases.
 */
export async function startPgbouncer(serverUrl: string): Promise<Pgbouncer> {
  const server = new URL(serverUrl);
  const cleanUp = createCleanUp();
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-pgbouncer-'));
  cleanUp.add(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const port = await freePort();
    const settings = join(folder, 'pgbouncer.ini');
    const users = join(folder, 'users.txt');
    const log = join(folder, 'log');
    writeFileSync(users, `"${server.username}" "${server.password}"\n`, { mode: 0o600 });
    writeFileSync(settings, settingsOf(server, port, users));
    const isRoot = process.getuid?.() === 0;
    if (isRoot) giveToPostgres(folder, [settings, users]);
    const args: [string, string[]] = isRoot ? asPostgres('pgbouncer', [settings]) : ['pgbouncer', [settings]];
    runBeside(args, log, cleanUp);
    await until('pgbouncer listens', () => answers(port));
    const url = new URL(serverUrl);
    url.port = String(port);
    return { url: url.href, log: () => readFileSync(log, 'utf8'), close: cleanUp.run };
  } catch (error) {
    cleanUp.run();
    throw error;
  }
}

const settingsOf = (server: URL, port: number, users: string) => `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 12
max_client_conn = 1000
server_idle_timeout = 1
`;

function giveToPostgres(folder: string, files: readonly string[]) {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [user, group] = [idOf('-u'), idOf('-g')];
  chmodSync(folder, 0o755);
  for (const file of files) chownSync(file, user, group);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
