import { setTimeout as sleep } from 'node:timers/promises';
import { type SpawnedDaemon, spawnDaemon } from '../support/world/daemon.ts';
import { freshDatabase, type PostgresOptions, startPostgres } from '../support/world/postgres.ts';
import { ask, judgeKills, type KillFacts, note, prepare, type Wish, withStored } from './daemon-kills.ts';

// Postgres is restarted repeatedly under load. Unanswered requests are repeated until they get a response.

const DAEMONS = 2;
const WORKERS = 16;
const READY_MS = 5000;
const ANSWERS_BETWEEN = 5 * WORKERS;

export interface RestartFacts extends KillFacts {
  /** The time from each restart until every daemon was ready again. */
  readyMs: number[];
  /** The number of daemons that exited during the test. */
  dead: number;
}

/** Restarts the server `restarts` times, every other time as if it had crashed. */
export async function restartUnderLoad(
  restarts: number,
  settings: PostgresOptions['settings'] = {},
  query = '',
): Promise<RestartFacts> {
  const postgres = await startPostgres({ own: true, settings });
  const daemons: SpawnedDaemon[] = [];
  try {
    const { url } = await freshDatabase(postgres.url);
    const key = await prepare({ url, drop: async () => {} });
    while (daemons.length < DAEMONS) daemons.push(await spawnDaemon(`${url}${query}`));
    const facts: KillFacts = { acknowledged: [], refused: [], strange: [], claims: [], payments: [], startsMs: [] };
    const readyMs: number[] = [];
    const over = new AbortController();
    const workers = Array.from({ length: WORKERS }, (_, at) =>
      hammer(daemons[at % DAEMONS] as SpawnedDaemon, key, `w${at}`, facts, over.signal),
    );
    for (let restart = 0; restart < restarts; restart += 1) {
      await answers(facts);
      await postgres.restart?.(restart % 2 === 0 ? 'immediate' : 'fast');
      readyMs.push(await untilReady(daemons));
    }
    await answers(facts);
    over.abort();
    await Promise.all(workers);
    const dead = daemons.filter(({ process }) => process.exitCode !== null || process.signalCode !== null).length;
    await Promise.all(daemons.map((daemon) => daemon.end()));
    return { ...(await withStored(url, facts)), readyMs, dead };
  } finally {
    await Promise.all(daemons.map((daemon) => daemon.end('SIGKILL')));
    await postgres.stop();
  }
}

/** Sends one request after another, and repeats each until it gets a response other than 503. */
async function hammer({ url }: SpawnedDaemon, key: string, worker: string, facts: KillFacts, over: AbortSignal) {
  for (let n = 0; !over.aborted; n += 1) {
    const kind = n % 2 === 0 ? 'claim' : 'payment';
    const wish: Wish = { kind, name: `${worker}-${n}`, code: n % 4 === 0 ? 'OPEN' : 'LIMITED' };
    let answer = await ask(url, key, wish).catch(() => null);
    while (answer === null || answer.status === 503) {
      await sleep(50);
      answer = await ask(url, key, wish).catch(() => null);
    }
    note(facts, wish, answer);
  }
}

async function answers({ acknowledged, refused, strange }: KillFacts) {
  const sum = () => acknowledged.length + refused.length + strange.length;
  for (const before = sum(); sum() < before + ANSWERS_BETWEEN; ) await sleep(5);
}

async function untilReady(daemons: readonly SpawnedDaemon[]): Promise<number> {
  const from = performance.now();
  const isReady = async ({ url }: SpawnedDaemon) => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;
  while (!(await Promise.all(daemons.map(isReady))).every(Boolean) && performance.now() - from < 3 * READY_MS)
    await sleep(20);
  return performance.now() - from;
}

export const judgeRestarts = ({ readyMs, dead, ...facts }: RestartFacts): string[] => [
  ...judgeKills(facts),
  ...(dead > 0 ? [`daemons that exited: ${dead}`] : []),
  ...readyMs.filter((ms) => ms > READY_MS).map((ms) => `ready ${Math.round(ms)} ms after a restart`),
];
