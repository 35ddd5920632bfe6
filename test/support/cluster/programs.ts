import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

const NEEDED = {
  patroni: 'patroni',
  patronictl: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  iptables: 'iptables',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
  fallocate: 'util-linux',
};

/** Returns why this machine cannot run a cluster, or null if it can. */
export function whyNoCluster(): string | null {
  if (process.platform !== 'linux') return 'it needs network namespaces, which only Linux has';
  const missing = Object.entries(NEEDED).flatMap(([program, parcel]) => (isThere(program) ? [] : [parcel]));
  if (!existsSync(`${POSTGRES_BIN}/postgres`)) missing.push('postgresql-15');
  if (missing.length > 0) return `not installed: ${[...new Set(missing)].join(', ')}`;
  if (process.getuid?.() !== 0) return 'only root can create network namespaces and mounts';
  const may = works('unshare', ['--net', 'true']) && works('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'x', '/mnt']);
  return may ? null : 'this machine refuses network namespaces or mounts';
}

export const isThere = (program: string) => works('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${program}`]);

function works(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
