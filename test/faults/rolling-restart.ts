import { setTimeout as sleep } from 'node:timers/promises';
import { type Balancer, startBalancer } from '../support/faults/balancer.ts';
import { type SpawnedDaemon, spawnDaemon, type TestDatabase } from '../support/world/daemon.ts';
import { fillEarlier } from '../support/world/earlier-world.ts';
import { until } from '../support/world/wait-until.ts';
import { ask, type KillFacts, note, prepare, type Wish, withStored } from './daemon-kills.ts';

// Three daemons behind a balancer are restarted one after the other under load, and no request fails.

const DAEMONS = 3;
const WORKERS = 6;
/** The pause between requests. The remaining daemons must be able to carry the whole load. */
const THINK_MS = 50;
/** The time that a restarted daemon gets to take its share of the load. */
const PAUSE_MS = 300;

export interface RollingFacts extends KillFacts {
  /** The exit codes of the daemons that were stopped. */
  ends: (number | null)[];
}

export async function rollUnderLoad(storage: TestDatabase, rounds: number, drainMs: number): Promise<RollingFacts> {
  return await roll(storage, await prepare(storage), { rounds, drainMs });
}

/** Replaces each daemon of the earlier program with one of the current program, while the others continue. */
export async function upgradeUnderLoad(storage: TestDatabase, earlier: string): Promise<RollingFacts> {
  const first = await spawnDaemon(storage.url, {}, { program: earlier });
  const key = await fillEarlier(first.url);
  await first.end();
  return await roll(storage, key, { rounds: 1, drainMs: 3000, earlier });
}

interface Roll {
  rounds: number;
  drainMs: number;
  /** The program of the first daemons; the current one if absent. */
  earlier?: string;
}

async function roll(storage: TestDatabase, key: string, { rounds, drainMs, earlier }: Roll): Promise<RollingFacts> {
  const balancer = await startBalancer();
  const daemons: SpawnedDaemon[] = [];
  const add = async (program?: string) => {
    const daemon = await spawnDaemon(storage.url, { REDEEMD_DRAIN_MS: String(drainMs) }, { program });
    daemons.push(daemon);
    balancer.add(daemon.url);
    await until('all are ready', () => balancer.ready() === daemons.length);
  };
  const over = new AbortController();
  const facts: KillFacts = { acknowledged: [], refused: [], strange: [], claims: [], payments: [], startsMs: [] };
  const ends: (number | null)[] = [];
  try {
    while (daemons.length < DAEMONS) await add(earlier);
    const workers = Array.from({ length: WORKERS }, (_, at) => play(balancer, key, `w${at}`, facts, over.signal));
    for (let turn = 0; turn < rounds * DAEMONS; turn += 1) {
      const [old] = daemons;
      if (!old) throw new Error('No daemon is left');
      ends.push((await old.end('SIGTERM')).code);
      daemons.shift();
      balancer.remove(old.url);
      await add();
      await sleep(PAUSE_MS);
    }
    over.abort();
    await Promise.all(workers);
  } finally {
    over.abort();
    await Promise.all(daemons.map((daemon) => daemon.end('SIGKILL')));
    await balancer.close();
  }
  return { ...(await withStored(storage.url, facts)), ends };
}

/** Sends one request after another, and repeats none. */
async function play({ url }: Balancer, key: string, worker: string, facts: KillFacts, over: AbortSignal) {
  for (let n = 0; !over.aborted; n += 1) {
    const kind = n % 2 === 0 ? 'claim' : 'payment';
    const wish: Wish = { kind, name: `${worker}-${n}`, code: 'OPEN' };
    const answer = await ask(url, key, wish).catch((error) => ({ status: 0, code: String(error) }));
    note(facts, wish, answer);
    await sleep(THINK_MS);
  }
}

export function judgeRolling({ acknowledged, strange, claims, payments, ends }: RollingFacts): string[] {
  const stored = new Set([...claims.map(({ user }) => user), ...payments]);
  const lost = acknowledged.filter(({ name }) => !stored.has(name)).length;
  const unclean = ends.filter((code) => code !== 0).length;
  return [
    ...(strange.length > 0 ? [`${strange.length} failed requests: ${whyOf(strange)}`] : []),
    ...(lost > 0 ? [`${lost} acknowledged and lost`] : []),
    ...(unclean > 0 ? [`${unclean} daemons did not exit with code 0`] : []),
  ];
}

/** Returns the reasons without the names of the requests. */
const whyOf = (strange: readonly string[]) => [...new Set(strange.map((one) => one.replace(/^.*?: /, '')))].join(', ');
