import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverSeconds, threadSeconds } from '../processes.ts';
import type { Placement } from './placement.ts';
import type { Server } from './servers.ts';

/** The properties of a server that are needed to send load to it and to count its CPU time. */
export type Target = Pick<Server, 'url' | 'pid' | 'headers' | 'hasWriter' | 'postgresUrl'>;

export interface LoadTerms {
  codes: { prefix: string; count: number; spread: 'even' | 'zipf' };
  /** The prefix of the players' IDs. No other load may use it, so that each claim is new. */
  players: string;
  connections?: number;
  seconds?: number;
  amount?: number;
  rate?: number;
}

/** The output of `send-http.mjs`. Times whose names do not end in `S` are in ms. */
export interface Sent {
  sent: number;
  broken: number;
  unanswered: number;
  statuses: Record<string, number>;
  tookS: number;
  cpuS: number;
  p50: number;
  p95: number;
  p99: number;
  lagP99: number;
}

/** CPU microseconds per request or event; null if unknown or not applicable. */
export interface CpuOfRequest {
  main: number | null;
  writer: number | null;
  /** The process's other threads: garbage collection, compiling, disk and DNS. */
  others: number | null;
  postgres: number | null;
  load: number | null;
}

export interface LoadFigure {
  rate: number;
  cpu: CpuOfRequest;
  /** The share of the time in which the load generator was busy. If it is near 1, the generator limited the figure. */
  loadBusy: number;
  /** The share of requests that failed. It can be above 0 only under a load at a fixed rate. */
  refused: number;
  times: Pick<Sent, 'p50' | 'p95' | 'p99' | 'lagP99'>;
}

const CONNECTIONS = 64;
const SEED = 1;

/** Sends redeems from a separate process, which has its own core if the machine has two. */
export async function send(target: Target, terms: LoadTerms, placement: Placement | null): Promise<Sent> {
  const { url, headers } = target;
  const asked = { connections: CONNECTIONS, ...terms, url, headers, codes: { ...terms.codes, seed: SEED } };
  const program = [process.execPath, join(process.cwd(), 'test/bench/report/send-http.mjs'), JSON.stringify(asked)];
  const [command = '', ...rest] = placement ? ['taskset', '--cpu-list', placement.load, ...program] : program;
  const { stdout } = await promisify(execFile)(command, rest);
  return JSON.parse(stdout);
}

/**
 * Sends redeems and measures the CPU time of each process. Without a rate, all must succeed. With a rate, a
 * slow machine can refuse some, and the report shows how many.
 */
export async function measureLoad(target: Target, terms: LoadTerms, placement: Placement | null): Promise<LoadFigure> {
  const fineOf = ({ statuses }: Sent) => statuses['200'] ?? 0;
  const { result: sent, cpu } = await countCpu(target, () => send(target, terms, placement), fineOf);
  const fine = fineOf(sent);
  const isWhole = fine === sent.sent && sent.unanswered === 0;
  if (fine === 0 || !(isWhole || terms.rate))
    throw new Error(`${target.url} ${terms.codes.prefix}: ${JSON.stringify(sent)}`);
  const { p50, p95, p99, lagP99 } = sent;
  return {
    rate: fine / sent.tookS,
    cpu: { ...cpu, load: (sent.cpuS * 1e6) / fine },
    loadBusy: sent.cpuS / sent.tookS,
    refused: 1 - fine / (sent.sent + sent.unanswered),
    times: { p50, p95, p99, lagP99 },
  };
}

/** Runs the work. Returns its result, and the CPU time per item for each thread of the target and for its Postgres. */
export async function countCpu<T>(target: Target, work: () => Promise<T>, itemsOf: (result: T) => number) {
  const before = await cpuOf(target);
  const result = await work();
  const after = await cpuOf(target);
  return { result, cpu: spentEach(target, before, after, itemsOf(result)) };
}

interface Spent {
  threads: Map<string, number>;
  postgres: number;
}

const cpuOf = async ({ pid, postgresUrl }: Target): Promise<Spent> => ({
  threads: threadSeconds(pid),
  postgres: postgresUrl ? await serverSeconds(postgresUrl) : 0,
});

function spentEach({ pid, hasWriter, postgresUrl }: Target, before: Spent, after: Spent, items: number) {
  const each = (seconds: number) => (seconds * 1e6) / items;
  const spent = new Map(
    [...after.threads].map(([thread, seconds]) => [thread, each(seconds - (before.threads.get(thread) ?? 0))]),
  );
  const isKnown = spent.size > 0;
  const main = spent.get(String(pid)) ?? 0;
  spent.delete(String(pid));
  const others = [...spent.values()];
  // Worker threads have no distinct names. Under load, the busiest one is the writer.
  const writer = hasWriter ? Math.max(0, ...others) : 0;
  return {
    main: isKnown ? main : null,
    writer: isKnown && hasWriter ? writer : null,
    others: isKnown ? others.reduce((sum, one) => sum + one, 0) - writer : null,
    postgres: isKnown && postgresUrl ? each(after.postgres - before.postgres) : null,
  };
}
