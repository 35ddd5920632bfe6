import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import type { CleanUp } from './clean-up.ts';
import { type Machine, signalOne } from './network.ts';
import { type NodeSettings, POSTGRES_PORT, patroniSettings, REST_PORT, SUPERUSER } from './patroni-settings.ts';
import { runBeside } from './process.ts';

/** The size of the disk for each node's WAL. */
const WAL_DISK = '192m';

export interface ClusterNode {
  name: string;
  machine: Machine;
  /** The `host:port` of Postgres. */
  postgres: string;
  rest: string;
  settingsFile: string;
  /** The superuser's URL for the maintenance database. */
  url: string;
  /** Returns the last lines of the logs of Patroni and Postgres. */
  log(): string;
  killPostmaster(): void;
  fillDisk(): void;
  emptyDisk(): void;
  /** Does what an operator does if a node does not recover: stops it, deletes its data and copies the leader's. */
  remake(): void;
}

/** Starts Patroni on a machine. It creates the data or copies the leader's. */
export function startNode(
  machine: Machine,
  given: Omit<NodeSettings, 'address' | 'folder'>,
  folder: string,
  cleanUp: CleanUp,
): ClusterNode {
  const { name, password } = given;
  const disk = `${folder}/wal`;
  const settingsFile = `${folder}/patroni.json`;
  const logFile = `${folder}/log`;
  mkdirSync(disk, { recursive: true });
  chmodSync(folder, 0o755);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${WAL_DISK}`, 'redeemd-drill', disk]);
  cleanUp.add(() => execFileSync('umount', ['--lazy', disk]));
  writeFileSync(settingsFile, patroniSettings({ ...given, address: machine.address, folder }));
  chmodSync(settingsFile, 0o644);
  execFileSync('chown', ['-R', 'postgres:postgres', folder]);
  const start = () => runBeside(machine.command('patroni', [settingsFile]), logFile, cleanUp);
  start();
  const ballast = `${disk}/ballast`;
  return {
    name,
    machine,
    settingsFile,
    postgres: `${machine.address}:${POSTGRES_PORT}`,
    rest: `http://${machine.address}:${REST_PORT}`,
    url: `postgres://${SUPERUSER}:${password}@${machine.address}:${POSTGRES_PORT}/postgres`,
    log: () => readFileSync(logFile, 'utf8').slice(-6000),
    killPostmaster() {
      const [pid] = readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n');
      signalOne(Number(pid), 'SIGKILL');
    },
    fillDisk() {
      const { bavail, bsize } = statfsSync(disk);
      execFileSync('fallocate', ['--length', String(bavail * bsize), ballast]);
    },
    emptyDisk: () => rmSync(ballast, { force: true }),
    remake() {
      machine.endAll();
      for (const path of [`${folder}/data`, `${disk}/pg_wal`]) rmSync(path, { recursive: true, force: true });
      start();
    },
  };
}
