// `npm run bench -- --workers`: what a redeem costs each process and thread with 0, 1 and 2 HTTP workers, and what follows
// for a machine with a core for each. Linux only, for it reads `/proc`.
import { cpus } from 'node:os';
import { type BenchDaemon, load, start, startDaemon } from './bench-daemon.ts';
import { childrenOf, cpuSeconds, residentMib, threadSeconds } from './processes.ts';

const seconds = Number(process.env.REDEEMD_BENCH_SECONDS ?? 5);
const COUNTS = (process.argv.find((one) => one.startsWith('--counts='))?.slice('--counts='.length) ?? '0,1,2')
  .split(',')
  .map(Number);
const CODES = 200;
const WARM = 20_000;
const codes = Array.from({ length: CODES }, (_, n) => `CODE-${n}`);
let player = 0;
const redeemBody = () =>
  JSON.stringify({ user_id: `player-${++player}`, code: codes[Math.floor(Math.random() * CODES)] });

/** CPU seconds so far of each part that a redeem passes. */
function spent(pid: number) {
  const threads = threadSeconds(pid);
  const others = [...threads].filter(([thread]) => thread !== String(pid)).map(([, used]) => used);
  // The writer has by far the most to do of them; the others are the reader, the compiler's and the disk's threads.
  const writer = Math.max(0, ...others);
  return {
    workers: childrenOf(pid).map(cpuSeconds),
    main: threads.get(String(pid)) ?? 0,
    writer,
    rest: others.reduce((sum, used) => sum + used, 0) - writer,
  };
}

interface Cost {
  count: number;
  rate: number;
  batch: number;
  /** µs of CPU a redeem; of all workers together. */
  workers: number;
  main: number;
  writer: number;
  rest: number;
  /** MiB resident: the daemon, and each worker. */
  resident: number[];
}

async function measure(count: number): Promise<Cost> {
  const daemon = await startDaemon('sqlite', fill, { REDEEMD_HTTP_WORKERS: String(count) });
  const pid = daemon.pid ?? 0;
  const redeem = (amount?: number) =>
    load(`${daemon.url}/v1/redemption-codes/use/redeem`, {
      headers: { 'x-api-key': daemon.key },
      body: redeemBody,
      ...(amount ? { amount } : { seconds }),
    });
  // By their number: beside other load, seconds would leave some of the processes cold.
  await redeem(WARM);
  const [before, batchesBefore] = [spent(pid), await batches(daemon)];
  const rate = await redeem();
  const [after, batchesAfter] = [spent(pid), await batches(daemon)];
  const redeems = batchesAfter.sum - batchesBefore.sum;
  const each = (from: number, to: number) => ((to - from) * 1e6) / redeems;
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  const cost = {
    ...{ count, rate, batch: redeems / (batchesAfter.count - batchesBefore.count) },
    workers: each(sum(before.workers), sum(after.workers)),
    main: each(before.main, after.main),
    writer: each(before.writer, after.writer),
    rest: each(before.rest, after.rest),
    resident: [pid, ...childrenOf(pid)].map(residentMib),
  };
  await daemon.stop();
  return cost;
}

async function fill(daemon: BenchDaemon) {
  for (const code of codes) await daemon.code(code);
}

/** Redeems that were written, and in how many batches. */
async function batches({ url }: BenchDaemon) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (part: string) =>
    Number(new RegExp(`^redeemd_batch_size_${part}\\{kind="redeem"\\} (\\d+)`, 'm').exec(text)?.[1]);
  return { sum: of('sum') || 0, count: of('count') || 0 };
}

const bare = await start(['test/bench/echo-http.mjs']);
const echo = () => load(`${bare.url}/`, { body: redeemBody, seconds });
await echo();
const echoBefore = cpuSeconds(bare.pid);
const echoRate = await echo();
const echoCost = ((cpuSeconds(bare.pid) - echoBefore) * 1e6) / (echoRate * seconds);
await bare.stop();

const costs: Cost[] = [];
for (const count of COUNTS) costs.push(await measure(count));

const µs = (value: number) => value.toFixed(1);
const whole = (value: number) => Math.round(value).toLocaleString('en');
console.log(
  `\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.version}. µs of CPU a redeem; bare node:http echo: ${µs(echoCost)} µs, ${whole(echoRate)} requests/s.\n`,
);
console.log(
  '| workers | redeems/s here | redeems a batch | worker (each redeem) | daemon, main thread | writer thread | other threads | with a core each, redeems/s | bound by | MiB: daemon, workers |\n|---|---|---|---|---|---|---|---|---|---|',
);
for (const { count, rate, batch, workers, main, writer, rest, resident } of costs) {
  const parts: [string, number][] = [
    ['main thread', main],
    ['writer', writer],
    ...(count > 0 ? [['workers', workers / count] as [string, number]] : []),
  ];
  const [[name, cost] = ['', 0]] = parts.toSorted(([, a], [, b]) => b - a);
  console.log(
    `| ${count} | ${whole(rate)} | ${µs(batch)} | ${count > 0 ? µs(workers) : ''} | ${µs(main)} | ${µs(writer)} | ${µs(rest)} | ${whole(1e6 / cost)} | ${name} | ${resident.join(', ')} |`,
  );
}
const last = costs.at(-1);
if (last && last.count > 0) {
  const slowest = Math.max(last.main, last.writer);
  console.log(
    `\nThe arithmetic: with enough cores a redeem costs max(worker ÷ workers, main thread, writer), so ${Math.ceil(last.workers / slowest)} workers leave the bound at ${whole(1e6 / slowest)} redeems/s. The rate here shows no more than these cores can, which the load shares.`,
  );
}
