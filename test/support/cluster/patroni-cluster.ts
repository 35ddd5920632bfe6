import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createCleanUp } from './clean-up.ts';
import { startHaproxy } from './haproxy.ts';
import { asPostgres, layNetwork } from './network.ts';
import { type ClusterNode, startNode } from './patroni-node.ts';
import { SCOPE } from './patroni-settings.ts';
import { runBeside } from './process.ts';

const NODES = 3;
const STEADY_MS = 60_000;
/** A node that has not recovered after this time is created again, as an operator would do. */
const BACK_MS = 30_000;
const DATABASE = 'redeemd';

/** `haproxy` asks Patroni which node is primary; `hosts` lists every node in one URL. */
export type Way = 'haproxy' | 'hosts';

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | string;
}

export interface Cluster {
  nodes: ClusterNode[];
  urlBy(way: Way): string;
  leader(): Promise<ClusterNode>;
  /**
   * Waits until every node is on the leader's timeline and one of them is the synchronous standby.
   * @returns the nodes that had to be created again from the leader
   */
  untilSteady(): Promise<string[]>;
  switchOver(from: ClusterNode): Promise<void>;
  close(): void;
}

/** Starts three Postgres nodes under Patroni with one etcd. Each node has its own network. */
export async function startCluster({ isSynchronous = true } = {}): Promise<Cluster> {
  const cleanUp = createCleanUp();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'redeemd-drill-'));
    cleanUp.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
    chmodSync(folder, 0o755);
    const network = layNetwork(NODES, cleanUp);
    const etcd = `${network.etcd}:2379`;
    const of = (name: string) => {
      mkdirSync(join(folder, name));
      return join(folder, name);
    };
    runBeside(etcdCommand(network.etcd, of('etcd')), join(folder, 'etcd', 'log'), cleanUp);
    const password = randomBytes(12).toString('hex');
    const nodes = network.machines.map((machine, at) => {
      const name = `node${at + 1}`;
      return startNode(machine, { name, etcd, password, isSynchronous }, of(name), cleanUp);
    });
    cleanUp.add(() => keepLogs(folder, nodes));
    const proxy = startHaproxy(nodes, network.host, of('haproxy'), cleanUp);
    const cluster = clusterOf(nodes, { proxy, password, isSynchronous, close: cleanUp.run });
    await cluster.untilSteady();
    await makeDatabase(await cluster.leader(), password);
    return cluster;
  } catch (error) {
    cleanUp.run();
    throw error;
  }
}

interface Parts {
  proxy: string;
  password: string;
  isSynchronous: boolean;
  close(): void;
}

function clusterOf(nodes: ClusterNode[], { proxy, password, isSynchronous, close }: Parts): Cluster {
  const leader = async () => {
    const name = (await membersOf(nodes)).find(({ role }) => role === 'leader')?.name;
    const found = nodes.find((node) => node.name === name);
    if (!found) throw new Error('No node is the leader');
    return found;
  };
  const isSteadyWithin = async (ms: number) => {
    for (const late = performance.now() + ms; performance.now() < late; await sleep(200))
      if (isSteady(await membersOf(nodes), nodes, isSynchronous)) return true;
    return false;
  };
  const patronictl = async (...args: string[]) => {
    const all = ['-c', nodes[0]?.settingsFile ?? '', ...args];
    await promisify(execFile)('patronictl', all, { timeout: 60_000, env: { ...process.env, LANG: 'C.UTF-8' } });
  };
  return {
    nodes,
    leader,
    close,
    urlBy: (way) =>
      way === 'haproxy'
        ? `postgres://redeemd:${password}@${proxy}/${DATABASE}`
        : `postgres://redeemd:${password}@${nodes.map(({ postgres }) => postgres).join(',')}/${DATABASE}?target_session_attrs=read-write`,
    async untilSteady() {
      if (await isSteadyWithin(BACK_MS)) return [];
      const members = await membersOf(nodes);
      const lost = members.length > 0 ? lostNodes(members, nodes) : [];
      for (const node of nodes) if (lost.includes(node.name)) node.remake();
      if (!(await isSteadyWithin(STEADY_MS))) throw new Error(await whyUnsteady(nodes));
      return lost;
    },
    async switchOver({ name }) {
      const next = (await membersOf(nodes)).find(({ role }) => role === 'sync_standby')?.name;
      if (!next) throw new Error('No node is the synchronous standby');
      await patronictl('switchover', SCOPE, '--leader', name, '--candidate', next, '--force');
    },
  };
}

const etcdCommand = (address: string, folder: string): [string, string[]] => {
  chmodSync(folder, 0o777);
  const [clients, peers] = [`http://${address}:2379`, `http://${address}:2380`];
  return asPostgres('etcd', [
    ...['--name', 'drill', '--data-dir', join(folder, 'data'), '--initial-cluster', `drill=${peers}`, '--enable-v2'],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
  ]);
};

/** Returns the members that the first responding node reports. */
async function membersOf(nodes: readonly ClusterNode[]): Promise<Member[]> {
  for (const { rest } of nodes) {
    const answer = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    const told = answer?.ok ? ((await answer.json().catch(() => null)) as { members?: Member[] } | null) : null;
    if (told?.members?.some(({ role }) => role === 'leader')) return told.members;
  }
  return [];
}

function isSteady(members: readonly Member[], nodes: readonly ClusterNode[], isSynchronous: boolean): boolean {
  const leader = members.find(({ role }) => role === 'leader');
  const followers = members.filter(({ role }) => role !== 'leader');
  return (
    leader?.state === 'running' &&
    lostNodes(members, nodes).length === 0 &&
    (!isSynchronous || followers.some(({ role }) => role === 'sync_standby'))
  );
}

/** Returns the nodes that are neither the leader nor following it. */
function lostNodes(members: readonly Member[], nodes: readonly ClusterNode[]): string[] {
  const leader = members.find(({ role }) => role === 'leader');
  const follows = ({ state, timeline, lag }: Member) =>
    ['running', 'streaming'].includes(state) && timeline === leader?.timeline && Number(lag) < 2 ** 20;
  const isWell = (name: string) => members.some((one) => one.name === name && (one === leader || follows(one)));
  return nodes.map(({ name }) => name).filter((name) => !isWell(name));
}

const whyUnsteady = async (nodes: readonly ClusterNode[]) =>
  [
    `The cluster is not steady: ${JSON.stringify(await membersOf(nodes))}`,
    ...nodes.map(({ name, log }) => `── ${name}\n${log()}`),
  ].join('\n');

function keepLogs(folder: string, nodes: readonly ClusterNode[]) {
  const kept = process.env.REDEEMD_DRILL_LOGS;
  if (!kept) return;
  mkdirSync(kept, { recursive: true });
  for (const name of ['etcd', 'haproxy', ...nodes.map((node) => node.name)])
    copyFileSync(join(folder, name, 'log'), join(kept, `${name}.log`));
}

/** Creates the database with an ordinary role that owns it, as an operator would. */
async function makeDatabase({ url }: ClusterNode, password: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE ROLE redeemd LOGIN PASSWORD '${password}'`);
    await client.query(`CREATE DATABASE ${DATABASE} OWNER redeemd TEMPLATE template0`);
  } finally {
    await client.end();
  }
}
