import { execFileSync } from 'node:child_process';
import type { CleanUp } from './clean-up.ts';
import { untilNow } from './clean-up.ts';

type Cut = 'all' | 'peers';

/** A machine of the cluster: a network namespace with its own address and processes. */
export interface Machine {
  address: string;
  /** Returns the command that runs a program on this machine as the account `postgres`. */
  command(program: string, args: readonly string[]): [string, string[]];
  signalAll(signal: NodeJS.Signals): void;
  /** Kills every process of the machine and waits until they have ended. */
  endAll(): void;
  /** Drops all packets, or with `peers` all but those to and from the daemons. */
  cut(what: Cut): void;
  mend(): void;
}

export interface Network {
  /** The address of the host, which runs the daemons. */
  host: string;
  /** A second address of the host, for etcd, so that a machine can be cut off from etcd but not from the daemons. */
  etcd: string;
  machines: Machine[];
}

const END_MS = 10_000;

/** Returns a command that runs a program as `postgres`, because Postgres refuses root. It ends with the test. */
export const asPostgres = (program: string, args: readonly string[]): [string, string[]] => [
  'setpriv',
  ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=KILL', '--', program, ...args],
];

/** Creates a bridge with this number of machines. */
export function layNetwork(count: number, cleanUp: CleanUp): Network {
  const net = freeNet();
  const bridge = `rd${process.pid}b`;
  ip('link', 'add', 'name', bridge, 'type', 'bridge');
  cleanUp.add(() => ip('link', 'del', bridge));
  for (const host of [1, 2]) ip('addr', 'add', `${net}.${host}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const host = `${net}.1`;
  const machines = Array.from({ length: count }, (_, at) =>
    addMachine({ bridge, address: `${net}.${11 + at}`, host, at }, cleanUp),
  );
  return { host, etcd: `${net}.2`, machines };
}

interface Place {
  bridge: string;
  address: string;
  host: string;
  at: number;
}

function addMachine({ bridge, address, host, at }: Place, cleanUp: CleanUp): Machine {
  const name = `redeemd-drill-${process.pid}-${at}`;
  const near = `rd${process.pid}v${at}`;
  const inside = (...args: string[]) => run('nsenter', `--net=/run/netns/${name}`, ...args);
  const pids = () => ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of pids()) signalOne(pid, signal);
  };
  const endAll = () => {
    const isEmpty = () => {
      signalAll('SIGKILL');
      return pids().length === 0;
    };
    if (!untilNow(isEmpty, END_MS)) throw new Error(`Processes of ${name} do not end`);
  };
  ip('netns', 'add', name);
  cleanUp.add(() => {
    endAll();
    ip('netns', 'del', name);
  });
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', near, 'master', bridge, 'up');
  inside('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['lo', 'eth0']) inside('ip', 'link', 'set', device, 'up');
  const rule = (...args: string[]) => inside('iptables', '-w', ...args);
  return {
    address,
    command: (program, args) => {
      const [first, rest] = asPostgres(program, args);
      return ['nsenter', [`--net=/run/netns/${name}`, first, ...rest]];
    },
    signalAll,
    endAll,
    cut(what) {
      const spared = what === 'peers' ? host : '127.0.0.1';
      rule('-A', 'INPUT', '-i', 'eth0', '!', '-s', spared, '-j', 'DROP');
      rule('-A', 'OUTPUT', '-o', 'eth0', '!', '-d', spared, '-j', 'DROP');
    },
    mend: () => void rule('-F'),
  };
}

export function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns a free network of 198.18.0.0/15, which is reserved for benchmarks (RFC 2544). */
function freeNet(): string {
  const taken = ip('-4', 'addr');
  for (let n = 0; n < 250; n += 1) {
    const net = `198.18.${(process.pid + n) % 250}`;
    if (!taken.includes(`${net}.`)) return net;
  }
  throw new Error('No network is free');
}

const ip = (...args: string[]) => run('ip', ...args);

function run(program: string, ...args: string[]): string {
  const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  return execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
