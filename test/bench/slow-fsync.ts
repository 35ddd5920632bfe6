import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchDaemon, load, median, start, startDaemon } from './bench-daemon.ts';

const ROUNDS = 6;
const LONE_REDEEMS = 300;

/** The figures of redeem on SQLite with 1 ms added to every fsync, and of two servers for comparison. */
export interface SlowFsync {
  express: number;
  plain: number;
  slow: number;
  /** Medians of the ratios within a round, which vary less than the rates. */
  slowToExpress: number;
  slowToPlain: number;
  plainToExpress: number;
  /** The median duration of a redeem in ms while no other request is in progress. */
  lonePlain: number;
  loneSlow: number;
  fsyncsOfLoneRedeem: number;
  /** In ms, as the shim measured it. */
  addedToAnFsync: number;
  redeemsPerFsync: number;
  redeemsPerCommit: number;
  redeemsPerCommitPlain: number;
}

/**
 * Measures redeem with and without the shim, a preloaded library that slows fsync down, and an echo, which never calls
 * fsync. Throws an error if the shim cannot be built or has no effect.
 */
export async function redeemOnSlowFsync(echoFile: string, seconds: number): Promise<SlowFsync> {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-slow-fsync-'));
  const running: { stop(): Promise<void> }[] = [];
  const keep = <T extends { stop(): Promise<void> }>(server: T) => {
    running.push(server);
    return server;
  };
  try {
    const countFile = join(folder, 'count');
    writeFileSync(countFile, Buffer.alloc(8));
    const shim = compileShim(folder);
    const gift = (daemon: BenchDaemon) => daemon.code('GIFT');
    const servers = {
      echo: keep(await start([echoFile])),
      plain: keep(await startDaemon('sqlite', gift)),
      slow: keep(await startDaemon('sqlite', gift, { LD_PRELOAD: shim, SLOW_FSYNC_COUNT: countFile })),
      seen: () => {
        const counted = readFileSync(countFile);
        return { fsyncs: counted.readUInt32LE(0), addedMs: counted.readUInt32LE(4) / 1000 };
      },
    };
    return { ...(await proveDelay(servers)), ...(await compare(servers, seconds)) };
  } finally {
    for (const server of running) await server.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Servers {
  echo: { url: string };
  plain: BenchDaemon;
  slow: BenchDaemon;
  /** Returns the slow daemon's number of fsync and fdatasync calls, and the time that the shim added. */
  seen(): { fsyncs: number; addedMs: number };
}

async function proveDelay({ plain, slow, seen }: Servers) {
  const before = seen();
  const lone: { plain: number; slow: number }[] = [];
  for (let n = 0; n < LONE_REDEEMS; n += 1) lone.push({ plain: await loneRedeem(plain), slow: await loneRedeem(slow) });
  const after = seen();
  const fsyncs = after.fsyncs - before.fsyncs;
  const fsyncsOfLoneRedeem = fsyncs / LONE_REDEEMS;
  const addedToAnFsync = (after.addedMs - before.addedMs) / fsyncs;
  // This check uses the shim's counts, because on a busy machine redeem times vary by more than 1 ms even without it.
  if (fsyncsOfLoneRedeem < 1 || addedToAnFsync < 1)
    throw new Error(
      `The shim has no effect: ${fsyncsOfLoneRedeem} fsyncs per redeem, ${addedToAnFsync.toFixed(2)} ms added to each`,
    );
  return {
    lonePlain: median(lone.map((one) => one.plain)),
    loneSlow: median(lone.map((one) => one.slow)),
    fsyncsOfLoneRedeem,
    addedToAnFsync,
  };
}

async function compare({ echo, plain, slow, seen }: Servers, seconds: number) {
  const rounds: { express: number; plain: number; slow: number }[] = [];
  const before = { plain: await commitsOf(plain), slow: await commitsOf(slow) };
  let fsyncsUnderLoad = 0;
  // The first round warms up all three servers and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const express = await load(echo.url, { body: redeemBody, seconds });
    const plainRate = await redeem(plain, seconds);
    const from = seen().fsyncs;
    const slowRate = await redeem(slow, seconds);
    fsyncsUnderLoad += seen().fsyncs - from;
    if (round > 0) rounds.push({ express, plain: plainRate, slow: slowRate });
  }
  const after = { plain: await commitsOf(plain), slow: await commitsOf(slow) };
  const redeems = { plain: after.plain.redeems - before.plain.redeems, slow: after.slow.redeems - before.slow.redeems };
  return {
    express: median(rounds.map((one) => one.express)),
    plain: median(rounds.map((one) => one.plain)),
    slow: median(rounds.map((one) => one.slow)),
    slowToExpress: median(rounds.map((one) => one.slow / one.express)),
    slowToPlain: median(rounds.map((one) => one.slow / one.plain)),
    plainToExpress: median(rounds.map((one) => one.plain / one.express)),
    redeemsPerFsync: redeems.slow / fsyncsUnderLoad,
    redeemsPerCommit: redeems.slow / (after.slow.commits - before.slow.commits),
    redeemsPerCommitPlain: redeems.plain / (after.plain.commits - before.plain.commits),
  };
}

function compileShim(folder: string) {
  if (process.platform !== 'linux') throw new Error('--slow-fsync needs Linux: it preloads a library with LD_PRELOAD');
  const shim = join(folder, 'slow-fsync.so');
  const source = join(process.cwd(), 'test/bench/slow-fsync.c');
  const { error, status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', shim, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (error) throw new Error(`--slow-fsync needs a C compiler, and \`cc\` cannot be started: ${error.message}`);
  if (status !== 0) throw new Error(`cc could not compile test/bench/slow-fsync.c:\n${stderr}`);
  return shim;
}

let player = 0;
const redeemBody = () => JSON.stringify({ user_id: `player-${++player}`, code: 'GIFT' });

const redeem = (daemon: BenchDaemon, seconds: number) =>
  load(`${daemon.url}/v1/redemption-codes/use/redeem`, {
    headers: { 'x-api-key': daemon.key },
    body: redeemBody,
    seconds,
  });

/** Returns the duration in ms. */
async function loneRedeem(daemon: BenchDaemon) {
  const startedAt = performance.now();
  await daemon.program('POST', '/v1/redemption-codes/use/redeem', JSON.parse(redeemBody()));
  return performance.now() - startedAt;
}

/** Returns, from the daemon's metrics, how many redeems it has stored and in how many commits. */
async function commitsOf(daemon: BenchDaemon) {
  const text = await (await fetch(`${daemon.url}/metrics`)).text();
  const value = (name: string) =>
    Number(new RegExp(`^redeemd_batch_size_${name}\\{kind="redeem"\\} (\\S+)$`, 'm').exec(text)?.[1]);
  return { redeems: value('sum'), commits: value('count') };
}
