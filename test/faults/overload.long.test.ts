import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { type SpawnedDaemon, spawnDaemon, testDatabase } from '../support/world/daemon.ts';
import { prepare } from './daemon-kills.ts';

// Clients send twice as many redeems as the daemon can handle, at a fixed rate, regardless of its responses.

const SECONDS = 8;
const GOODPUT = 0.6;
const GROWTH_BYTES = 256 * 2 ** 20;

interface Loaded {
  sent: number;
  ok: number;
  refused: number;
  other: number;
  broken: number;
  unsent: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** Runs the load on the second processor, so that it does not slow down the daemon. */
async function load(terms: object): Promise<Loaded> {
  const program = [process.execPath, `${root}/test/support/faults/open-loop.mjs`, JSON.stringify(terms)];
  const { stdout } = await promisify(execFile)('taskset', ['--cpu-list', '1', ...program], { timeout: 120_000 });
  return JSON.parse(stdout);
}

const memoryOf = ({ process: { pid } }: SpawnedDaemon) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

function judge(capacity: Loaded, overload: Loaded, growth: number): string[] {
  const goodput = overload.perSecond / capacity.perSecond;
  return [
    ...(goodput < GOODPUT ? [`goodput is ${goodput.toFixed(2)} of the capacity`] : []),
    ...(overload.refused === 0 ? ['nothing was refused, so there was no overload'] : []),
    ...(overload.other > 0 ? [`${overload.other} other responses`] : []),
    ...(growth > GROWTH_BYTES ? [`memory grew by ${Math.round(growth / 2 ** 20)} MB`] : []),
  ];
}

test('if the load is twice its capacity, the daemon serves nearly as much as without overload, and refuses the rest', {
  timeout: 180_000,
}, async () => {
  const storage = await testDatabase('sqlite');
  const key = await prepare(storage);
  const daemon = await spawnDaemon(storage.url, { REDEEMD_LOG_LEVEL: 'silent' });
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', String(daemon.process.pid)]);
    const terms = { url: daemon.url, key, code: 'OPEN' };
    await load({ ...terms, seconds: 3, prefix: 'warm' });
    const capacity = await load({ ...terms, seconds: SECONDS, prefix: 'capacity' });
    const before = memoryOf(daemon);
    const rate = 2 * capacity.perSecond;
    const overload = await load({ ...terms, seconds: SECONDS, rate, prefix: 'overload' });
    const growth = memoryOf(daemon) - before;
    process.stdout.write(`${JSON.stringify({ capacity, overload, growthMb: Math.round(growth / 2 ** 20) })}\n`);
    expect(judge(capacity, overload, growth)).toEqual([]);
    const after = await load({ ...terms, seconds: 3, prefix: 'after' });
    expect(after.perSecond).toBeGreaterThan(capacity.perSecond / 2);
    expect(after.refused).toBe(0);
  } finally {
    await daemon.end('SIGKILL');
  }
  await storage.drop();
});

test('sabotage: the judge notices a daemon that serves too little under overload', () => {
  const fine: Loaded = {
    sent: 100,
    ok: 90,
    refused: 10,
    other: 0,
    broken: 0,
    unsent: 0,
    perSecond: 90,
    p50: 1,
    p99: 2,
  };
  expect(judge(fine, fine, 0)).toEqual([]);
  expect(judge(fine, { ...fine, perSecond: 50, other: 3 }, GROWTH_BYTES + 1)).toEqual([
    'goodput is 0.56 of the capacity',
    '3 other responses',
    'memory grew by 256 MB',
  ]);
  expect(judge(fine, { ...fine, refused: 0 }, 0)).toEqual(['nothing was refused, so there was no overload']);
});
