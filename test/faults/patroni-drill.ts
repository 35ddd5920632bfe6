import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Way } from '../support/cluster/patroni-cluster.ts';
import type { ClusterNode } from '../support/cluster/patroni-node.ts';
import { startWatch, type Watch } from '../support/cluster/watch.ts';
import { verifyBooks } from '../support/database/verify-books.ts';
import { type SpawnedDaemon, spawnDaemon } from '../support/world/daemon.ts';
import { type KillFacts, prepare, withStored } from './daemon-kills.ts';
import type { DrillFacts, RoundFacts } from './patroni-drill-rules.ts';
import { type Load, startLoad } from './patroni-load.ts';

// Records what happens to three daemons under load while the primary of their Postgres fails in several ways.

const DAEMONS = 3;
const PROMOTED_MS = 120_000;
/** How long the load runs without a fault before and after each fault. */
const CALM_MS = 4000;
const FROZEN_ON_MS = 2000;

interface Fault {
  begin(primary: ClusterNode, cluster: Cluster): Promise<void> | void;
  /** What the operator does once another node is the primary. */
  mend?(old: ClusterNode): void;
}

export const FAULTS = {
  killed: { begin: (primary) => primary.killPostmaster() },
  frozen: {
    begin: ({ machine }) => machine.signalAll('SIGSTOP'),
    mend: ({ machine }) => machine.signalAll('SIGCONT'),
  },
  'cut off': { begin: ({ machine }) => machine.cut('all'), mend: ({ machine }) => machine.mend() },
  'cut off from its peers': { begin: ({ machine }) => machine.cut('peers'), mend: ({ machine }) => machine.mend() },
  'switched over': { begin: (primary, cluster) => cluster.switchOver(primary) },
  'disk full': { begin: (primary) => primary.fillDisk(), mend: (old) => old.emptyDisk() },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

export interface Drill {
  way: Way;
  /** In the order in which they happen. */
  faults: readonly FaultName[];
  /** The parameters that a sabotage test adds to the daemons' database URL. */
  query?: string;
}

export async function drill(cluster: Cluster, { way, faults, query = '' }: Drill): Promise<DrillFacts> {
  const url = cluster.urlBy(way);
  const key = await prepare({ url, drop: async () => {} });
  const daemons: SpawnedDaemon[] = [];
  const rounds: RoundFacts[] = [];
  const over: (() => Promise<void>)[] = [];
  try {
    while (daemons.length < DAEMONS) daemons.push(await spawnDaemon(`${url}${query}`));
    const urls = daemons.map((daemon) => daemon.url);
    const watch = startWatch(cluster.nodes, urls);
    over.push(watch.stop);
    const load = startLoad(urls, key);
    over.push(load.stop);
    await sleep(CALM_MS);
    for (const fault of faults) rounds.push(await playRound(cluster, fault, watch, load));
    for (const stop of over.reverse()) await stop();
    const dead = daemons.filter(({ process }) => process.exitCode !== null || process.signalCode !== null).length;
    await Promise.all(daemons.map((daemon) => daemon.end()));
    const kept: KillFacts = { ...load, claims: [], payments: [], startsMs: [] };
    const booksBalance = await verifyBooks(cluster.urlBy('haproxy')).then(
      () => '',
      (error) => String(error),
    );
    return {
      way,
      rounds,
      origin: performance.timeOrigin,
      dead,
      booksBalance,
      load,
      watch,
      stored: await withStored(url, kept),
    };
  } finally {
    for (const stop of over) void stop();
    keepLogs(daemons);
    await Promise.all(daemons.map((daemon) => daemon.end('SIGKILL')));
  }
}

/** @returns the moments of the round; the judge evaluates them with the records of the load and the watch */
async function playRound(cluster: Cluster, name: FaultName, watch: Watch, load: Load): Promise<RoundFacts> {
  const fault: Fault = FAULTS[name];
  const old = await cluster.leader();
  const from = performance.now();
  const begun = Promise.resolve(fault.begin(old, cluster));
  const promoted = await untilPromoted(watch, old.name, from).finally(() => begun);
  await untilAllWrite(load, promoted);
  await sleep(FROZEN_ON_MS);
  fault.mend?.(old);
  await sleep(CALM_MS);
  const remade = await cluster.untilSteady();
  await sleep(CALM_MS);
  return { fault: name, from, promoted, remade: remade.length, until: performance.now() };
}

async function untilPromoted({ primaries }: Watch, old: string, from: number): Promise<number> {
  const isOther = (one: Watch['primaries'][number]) => one.at > from && one.primaries.some((name) => name !== old);
  for (const late = from + PROMOTED_MS; performance.now() < late; await sleep(50)) {
    const seen = primaries.find(isOther);
    if (seen) return seen.at;
  }
  throw new Error(`No node took over from ${old} within ${PROMOTED_MS} ms`);
}

/** Waits until each daemon has acknowledged a request, or until long after the allowed time. */
async function untilAllWrite({ tries }: Load, promoted: number) {
  const writes = (daemon: number) =>
    tries.some((one) => one.from > promoted && one.daemon === daemon && one.status === 200);
  for (const late = performance.now() + 60_000; performance.now() < late; await sleep(100))
    if (Array.from({ length: DAEMONS }, (_, daemon) => writes(daemon)).every(Boolean)) return;
}

function keepLogs(daemons: readonly SpawnedDaemon[]) {
  const kept = process.env.REDEEMD_DRILL_LOGS;
  if (!kept) return;
  mkdirSync(kept, { recursive: true });
  for (const [at, daemon] of daemons.entries()) writeFileSync(join(kept, `daemon${at}.log`), daemon.stderr());
}
