import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { childrenOf } from '../bench/processes.ts';
import {
  ask,
  judgeKills,
  type KillFacts,
  LIMIT,
  noFacts,
  note,
  prepare,
  type Wish,
  withStored,
} from '../faults/daemon-kills.ts';
import { addCode } from '../support/http/campaigns.ts';
import { spawnDaemon, testDatabase } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';
import { REDEEM, startCrewWorld } from './crew-world.ts';

// What HTTP workers must not change: limits hold, what was acknowledged is stored, and no process outlives the others.

const LOAD = 12;
const TRIES = 20;
const PATIENCE = 120_000;

/** A client's connections to a worker that was killed break one after the other, as it uses them. */
async function askUntilTold(url: string, key: string, wish: Wish, tries: number): ReturnType<typeof ask> {
  try {
    return await ask(url, key, wish);
  } catch (error) {
    if (tries === 1) return { status: 0, code: String((error as Error).cause ?? error) };
    await sleep(50);
    return await askUntilTold(url, key, wish, tries - 1);
  }
}

/** Sends wishes one after the other until told to stop. @param again asks again for what got no answer */
function playLoad(url: string, key: string, facts: KillFacts, again: boolean) {
  const over = new AbortController();
  const play = async (player: number) => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const kind = n % 2 === 0 ? ('claim' as const) : ('payment' as const);
      const wish: Wish = { kind, name: `p${player}-${n}`, code: n % 4 === 0 ? 'OPEN' : 'LIMITED' };
      note(facts, wish, await askUntilTold(url, key, wish, again ? TRIES : 1));
    }
  };
  const players = Array.from({ length: LOAD }, (_, player) => play(player));
  return async () => {
    over.abort();
    await Promise.all(players);
  };
}

const ALL_THERE = /^redeemd_http_workers 2$/m;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each(['sqlite', 'postgres'] as const)(
  '%s: a limit of 200 holds for 2,000 users at once over 3 workers',
  async (kind) => {
    const world = await startCrewWorld(3, {}, kind);
    await addCode(world, world.campaignId, 'RACE', { usage_limit: 200 });
    const users = Array.from({ length: 2000 }, (_, n) => `u${n}`);
    const answers = await Promise.all(users.map((user_id) => world.post(REDEEM, { user_id, code: 'RACE' })));
    const of = (wanted: string) =>
      answers.filter(({ status, json }) => `${json.status ?? status} ${json.code}` === wanted);
    expect([of('200 RACE').length, of('400 limit_reached').length]).toEqual([200, 1800]);
    await world.close();
  },
  PATIENCE,
);

it(
  'a worker that is killed under load loses nothing acknowledged, passes no limit, and is replaced',
  async () => {
    const database = await testDatabase('sqlite');
    const key = await prepare(database);
    const daemon = await spawnDaemon(database.url, { REDEEMD_HTTP_WORKERS: '2' });
    const workers = () => childrenOf(daemon.process.pid ?? 0);
    const facts = noFacts();
    const stop = playLoad(daemon.url, key, facts, true);
    for (let kill = 0; kill < 3; kill += 1) {
      const before = facts.acknowledged.length;
      await until('the load goes on', () => facts.acknowledged.length > before + 20);
      const [first = 0] = workers();
      process.kill(first, 'SIGKILL');
      await until('another takes its place', async () => {
        const text = await fetch(`${daemon.url}/metrics`)
          .then((answer) => answer.text())
          .catch(String);
        return new RegExp(`^redeemd_http_workers_ended_total ${kill + 1}$`, 'm').test(text) && ALL_THERE.test(text);
      });
      expect(workers()).not.toContain(first);
    }
    await stop();
    expect(await daemon.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const told = await withStored(database.url, facts);
    expect(judgeKills(told)).toEqual([]);
    expect(told.claims.filter(({ code }) => code === 'LIMITED')).toHaveLength(LIMIT);
    const lines = daemon.stderr().split('\n');
    expect(lines.filter((line) => line.includes('"An HTTP worker ended"') && line.includes('"level":50'))).toHaveLength(
      3,
    );
    await database.drop();
  },
  PATIENCE,
);

it(
  'workers end with their daemon, and signals of the terminal end none of them',
  async () => {
    const world = await startCrewWorld(2);
    const workers = world.workers();
    for (const pid of workers) for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.kill(pid, signal);
    await sleep(300);
    expect(world.workers()).toEqual(workers);
    await world.daemon.end('SIGKILL');
    await until('they end, too', () => !workers.some(isAlive));
    await world.database.drop();
  },
  PATIENCE,
);

it(
  'SIGTERM under load breaks no answer, and leaves no process',
  async () => {
    const database = await testDatabase('sqlite');
    const key = await prepare(database);
    const daemon = await spawnDaemon(database.url, { REDEEMD_HTTP_WORKERS: '2', REDEEMD_DRAIN_MS: '5000' });
    const workers = childrenOf(daemon.process.pid ?? 0);
    const facts = noFacts();
    const stop = playLoad(daemon.url, key, facts, false);
    await until('the load goes on', () => facts.acknowledged.length > 100);
    const ended = daemon.end('SIGTERM');
    await until('it says so', async () => (await fetch(`${daemon.url}/readyz`)).status === 503);
    const drained = await fetch(`${daemon.url}/healthz`);
    expect([drained.status, drained.headers.get('connection')]).toEqual([200, 'close']);
    await stop();
    expect(facts.strange).toEqual([]);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(workers.filter(isAlive)).toEqual([]);
    expect(judgeKills(await withStored(database.url, facts))).toEqual([]);
    await database.drop();
  },
  PATIENCE,
);

it(
  'a port in use is the same fault as without workers',
  async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const database = await testDatabase('sqlite', { isMigrated: true });
    const faults = [];
    for (const workers of ['0', '2']) {
      const started = spawnDaemon(database.url, { REDEEMD_HTTP_WORKERS: workers, REDEEMD_PORT: port });
      faults.push(
        await started.then(
          () => 'it listens',
          (error: Error) => error.message,
        ),
      );
    }
    other.close();
    const [alone = '', crew] = faults;
    expect(alone).toContain(`(1):\n`);
    expect(alone).toContain(`redeemd: Another program listens on 127.0.0.1:${port}; REDEEMD_PORT chooses another port`);
    expect(crew).toBe(alone);
    await database.drop();
  },
  PATIENCE,
);
