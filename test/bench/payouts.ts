import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CSV_LAYOUTS } from '../../daemon/contract/admin/payout-shapes.ts';
import { startPostgres } from '../support/world/postgres.ts';
import { type BenchDaemon, startDaemon } from './bench-daemon.ts';
import { flag } from './fill.ts';
import { fillPayouts, type PayoutWorld, payoutCode } from './payout-world.ts';
import { cpuSeconds, residentMib, serverSeconds, watchMemory } from './processes.ts';

/** `--creators=N --accruals=N`. The defaults are below the goal's size, so a run finishes even on a busy machine. */
const WORLD: PayoutWorld = {
  creators: Number(flag('creators') ?? 10_000),
  accruals: Number(flag('accruals') ?? 300_000),
};
/** Up to this number of accruals, the ledger is verified at the end. Verifying more would take too long. */
const VERIFIED_UP_TO = 1_000_000;
const REDEEMS_A_SECOND = 100;
const ALONE_MS = 5000;

interface Redeems {
  sent: number;
  failed: number;
  p50: number;
  p99: number;
}
export interface Csv {
  layout: string;
  seconds: number;
  mib: number;
  peak: number;
  /** Whether two reads returned the same bytes, and the bytes match the hash that is stored with the run. */
  same: boolean;
}
export interface PayoutFigures extends PayoutWorld {
  database: string;
  filledIn: number;
  runSeconds: number;
  daemonCpu: number;
  serverCpu: number;
  before: number;
  peak: number;
  statements: number;
  alone: Redeems;
  beside: Redeems;
  csvs: Csv[];
  booksBalance: boolean | null;
}

/** Measures a payout run on demand, from request to response, while redeems continue; then measures CSV downloads. */
export async function measurePayouts(): Promise<PayoutFigures[]> {
  const wanted = flag('database') ?? 'Postgres';
  const postgres = wanted === 'SQLite' ? null : await startPostgres({ own: true });
  try {
    return [await measureOn(wanted, postgres?.url ?? 'sqlite')];
  } finally {
    await postgres?.stop();
  }
}

async function measureOn(name: string, database: string): Promise<PayoutFigures> {
  const daemon = await startDaemon(database);
  try {
    const [, filledIn] = await timed(() => fillPayouts(daemon, database, WORLD));
    console.error(`${name}: filled in ${filledIn.toFixed(0)} s`);
    const redeeming = startRedeems(daemon);
    await sleep(ALONE_MS);
    const alone = await redeeming.stop();
    const before = residentMib(daemon.pid);
    const [daemonBefore, serverBefore] = [cpuSeconds(daemon.pid), await serverSeconds(database)];
    const memory = watchMemory(daemon.pid);
    const beside = startRedeems(daemon);
    const running = timed(() => makeRun(daemon));
    // The redeems must stop even if the run fails.
    await running.catch(() => {});
    const redeems = await beside.stop();
    memory.stop();
    const [run, runSeconds] = await running;
    const figures = {
      ...WORLD,
      database: name,
      filledIn,
      runSeconds,
      daemonCpu: cpuSeconds(daemon.pid) - daemonBefore,
      serverCpu: (await serverSeconds(database)) - serverBefore,
      before,
      statements: run.totals.creators,
      alone,
      beside: redeems,
      peak: memory.peak(),
    };
    console.error(`${name}: run in ${runSeconds.toFixed(1)} s`);
    const csvs = await readCsvs(daemon, run);
    return { ...figures, csvs, booksBalance: WORLD.accruals <= VERIFIED_UP_TO ? booksBalance(daemon, database) : null };
  } finally {
    await daemon.stop();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  const result = await work();
  return [result, (performance.now() - startedAt) / 1000];
}

interface Run {
  run_id: number;
  status: string;
  totals: { creators: number };
  csv_sha256: Record<string, string>;
}

async function makeRun(daemon: BenchDaemon): Promise<Run> {
  const run = await daemon.staff<Run>('POST', '/v1/admin/payout-runs', { kind: 'manual' });
  if (run.status !== 'draft' || run.totals.creators !== WORLD.creators)
    throw new Error(`The run is ${run.status}, with ${run.totals.creators} statements`);
  return run;
}

let player = 0;

/** Sends a fixed number of redeems per second, whether or not earlier responses have arrived. */
function startRedeems(daemon: BenchDaemon) {
  const times: number[] = [];
  const inProgress = new Set<Promise<void>>();
  let failed = 0;
  const redeem = async () => {
    player += 1;
    const body = { user_id: `late-${player}`, code: payoutCode(1 + (player % WORLD.creators)) };
    const startedAt = performance.now();
    try {
      await daemon.program('POST', '/v1/redemption-codes/use/redeem', body);
    } catch (error) {
      failed += 1;
      console.error(error instanceof Error ? error.message : error);
    }
    times.push(performance.now() - startedAt);
  };
  const timer = setInterval(() => {
    const one = redeem().finally(() => inProgress.delete(one));
    inProgress.add(one);
  }, 1000 / REDEEMS_A_SECOND);
  return {
    async stop(): Promise<Redeems> {
      clearInterval(timer);
      await Promise.all(inProgress);
      const sorted = times.toSorted((a, b) => a - b);
      const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
      return { sent: times.length, failed, p50: at(0.5), p99: at(0.99) };
    },
  };
}

async function readCsvs(daemon: BenchDaemon, run: Run): Promise<Csv[]> {
  const csvs: Csv[] = [];
  for (const layout of CSV_LAYOUTS) {
    const memory = watchMemory(daemon.pid);
    const reading = timed(() => readCsv(daemon, run, layout));
    const readAgain = reading.then(() => readCsv(daemon, run, layout)).finally(memory.stop);
    const [[first, seconds], second] = await Promise.all([reading, readAgain]);
    const same = first.sha256 === second.sha256 && first.sha256 === run.csv_sha256[layout];
    csvs.push({ layout, seconds, mib: first.bytes / 2 ** 20, peak: memory.peak(), same });
  }
  return csvs;
}

async function readCsv(daemon: BenchDaemon, run: Run, layout: string) {
  const url = `${daemon.url}/v1/payouts/${run.run_id}/csv?layout=${layout}`;
  const response = await fetch(url, { headers: { 'x-api-key': daemon.key } });
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

function booksBalance(daemon: BenchDaemon, database: string): boolean {
  const url = database === 'sqlite' ? `sqlite:${join(daemon.folder, 'redeem.db')}` : database;
  const { status } = spawnSync(process.execPath, [join(process.cwd(), 'daemon/dist/main.js'), 'verify'], {
    env: { ...process.env, REDEEMD_DATABASE_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

export function printPayouts(all: readonly PayoutFigures[]) {
  for (const one of all) {
    const redeems = ({ sent, failed, p50, p99 }: Redeems) =>
      `${sent} sent, ${failed} failed, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
    console.log(
      `${one.database}: ${one.creators} creators, ${one.accruals} accruals, filled in ${one.filledIn.toFixed(0)} s`,
    );
    console.log(
      `run: ${one.runSeconds.toFixed(1)} s (goal: 60 s for 100,000 creators and 10,000,000 accruals on Postgres); CPU of the daemon ${one.daemonCpu.toFixed(1)} s, of Postgres ${one.serverCpu.toFixed(1)} s; ${one.statements} statements`,
    );
    console.log(`memory of the daemon: ${one.before} MiB before, at most ${one.peak} during the run`);
    console.log(
      `redeems, ${REDEEMS_A_SECOND} a second: alone ${redeems(one.alone)}; during the run ${redeems(one.beside)}`,
    );
    if (one.booksBalance !== null) console.log(`verify: ${one.booksBalance ? 'no differences' : 'DIFFERENCES'}`);
    console.log(
      '\n| layout | seconds | MiB | maximum resident MiB (goal 300) | two reads returned the same bytes, with the stored hash |\n|---|---|---|---|---|',
    );
    for (const { layout, seconds, mib, peak, same } of one.csvs)
      console.log(`| ${layout} | ${seconds.toFixed(1)} | ${mib.toFixed(1)} | ${peak} | ${same ? 'yes' : 'NO'} |`);
  }
}
