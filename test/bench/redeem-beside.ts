import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { type BenchDaemon, load, median } from './bench-daemon.ts';

const ROUNDS = 7;
const SECONDS = 5;
/** After this time, every reader has opened its first page. */
const SETTLE_MS = 1000;
const CONNECTIONS = 64;

export interface Beside {
  rate: number;
  alone: number;
  beside: number;
  /** The median of the rounds' ratios. */
  rise: number;
  listsRead: number;
}

/**
 * Measures the p99 of redeem at half the daemon's capacity, alternately alone and while ten people page through all
 * lists.
 */
export async function redeemBesideLists(daemon: BenchDaemon, lists: readonly string[]): Promise<Beside> {
  let player = 0;
  const body = () => JSON.stringify({ user_id: `late-${++player}`, code: 'GIFT-00000001' });
  const redeem = `${daemon.url}/v1/redemption-codes/use/redeem`;
  const headers = { 'x-api-key': daemon.key };
  const rate = (await load(redeem, { headers, body, seconds: SECONDS })) / 2;
  const steady = () => p99OfSteadyLoad(redeem, daemon.key, body, rate);
  await steady();
  const rounds: { alone: number; beside: number }[] = [];
  let listsRead = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await steady();
    const readers = await startReaders(daemon, lists);
    await sleep(SETTLE_MS);
    const beside = await steady();
    listsRead += await readers.stop();
    rounds.push({ alone, beside });
  }
  return {
    rate,
    alone: median(rounds.map(({ alone }) => alone)),
    beside: median(rounds.map(({ beside }) => beside)),
    rise: median(rounds.map(({ alone, beside }) => beside / alone)),
    listsRead: listsRead / (ROUNDS * (SECONDS + SETTLE_MS / 1000)),
  };
}

async function startReaders({ url, staffHeaders }: BenchDaemon, lists: readonly string[]) {
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [join(process.cwd(), 'test/bench/read-lists.mjs')], { stdio: [...stdio] });
  const lines = createInterface({ input: child.stdout! });
  await once(lines, 'line');
  child.stdin!.write(`${JSON.stringify({ url, headers: staffHeaders, lists })}\n`);
  return {
    stop: async () => {
      child.stdin!.end();
      const [read] = (await once(lines, 'line')) as [string];
      return Number(read);
    },
  };
}

/** Sends requests at fixed times, whether or not earlier responses have arrived, and times each from its due time. */
async function p99OfSteadyLoad(url: string, key: string, body: () => string, rate: number): Promise<number> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const redeem = async (dueAt: number) => {
    const answer = await pool.request({ path: pathname, method: 'POST', headers, body: body() });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`redeem returned status ${answer.statusCode}`);
    times.push(performance.now() - dueAt);
  };
  const times: number[] = [];
  const inProgress: Promise<void>[] = [];
  // These requests open all connections. Otherwise, the slowest hundredth would be the requests that wait for them.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => redeem(performance.now())));
  times.length = 0;
  const startedAt = performance.now();
  const total = Math.floor(rate * SECONDS);
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * rate));
    for (; sent < due; sent += 1) inProgress.push(redeem(startedAt + (sent / rate) * 1000));
    await sleep(1);
  }
  await Promise.all(inProgress);
  await pool.close();
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)]!;
}
