import { setTimeout as sleep } from 'node:timers/promises';
import { metricOf } from '../support/http/metrics.ts';
import { type SpawnedDaemon, spawnDaemon } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';
import { ask, type KillFacts, noFacts, note, prepare, type Wish, withStored } from './daemon-kills.ts';

// The database still answers reads but stores no writes. Readiness must report this, and the daemon must recover
// automatically, even without client requests.

export interface WriteFaultFacts extends KillFacts {
  /** From the beginning of the fault until `/readyz` reported it; null if it never did. */
  noticedMs: number | null;
  /** What `/readyz` reported until then. */
  said: string[];
  /** The values of `redeemd_writes_failing` and `redeemd_writes_failed_total` at that time. */
  gauge: number;
  counted: number;
  /** From the end of the fault, without any traffic, until `/readyz` answered 200; null if it never did. */
  backMs: number | null;
  /** The status of a redeem after that. */
  redeemed: number;
}

export interface WriteFault {
  url: string;
  /** What `/readyz` must report. */
  told: RegExp;
  /** @param pid the daemon's process ID */
  begin(pid: number): Promise<unknown>;
  end(pid: number): Promise<unknown>;
  /** Starts the daemon; by default, in its own process. */
  start?: (url: string) => Promise<Pick<SpawnedDaemon, 'url' | 'process' | 'end'>>;
}

const NOTICE_MS = 12_000;
const BACK_MS = 20_000;
const WORKERS = 4;

export async function failWrites({ url, told, begin, end, start = spawnDaemon }: WriteFault): Promise<WriteFaultFacts> {
  const key = await prepare({ url, drop: async () => {} });
  const daemon = await start(url);
  const pid = daemon.process.pid ?? 0;
  const facts = noFacts();
  const over = new AbortController();
  try {
    await until('ready', async () => (await readiness(daemon.url)).status === 200);
    const workers = Array.from({ length: WORKERS }, (_, at) => play(daemon.url, key, `w${at}`, facts, over.signal));
    await until('claims', () => facts.acknowledged.length > 5 * WORKERS);
    await begin(pid);
    const said = new Set<string>();
    const noticedMs = await timeUntil(NOTICE_MS, async () => {
      const { status, detail } = await readiness(daemon.url);
      if (status !== 200) said.add(detail);
      return status === 503 && told.test(detail);
    });
    over.abort();
    // Requests in progress may still be waiting for their commit, and a failed write is counted only when they end.
    await until('a counted fault', async () => (await metricOf(daemon.url, 'redeemd_writes_failed_total')) > 0);
    const [gauge, counted] = await Promise.all(
      ['redeemd_writes_failing', 'redeemd_writes_failed_total'].map((name) => metricOf(daemon.url, name)),
    );
    await end(pid);
    const backMs = await timeUntil(BACK_MS, async () => (await readiness(daemon.url)).status === 200);
    await Promise.all(workers);
    const last = await ask(daemon.url, key, { kind: 'claim', name: 'last', code: 'OPEN' });
    await daemon.end();
    const stored = await withStored(url, facts);
    return {
      ...stored,
      noticedMs,
      said: [...said],
      gauge: gauge ?? -1,
      counted: counted ?? -1,
      backMs,
      redeemed: last.status,
    };
  } finally {
    over.abort();
    await daemon.end('SIGKILL');
  }
}

async function play(url: string, key: string, worker: string, facts: KillFacts, over: AbortSignal) {
  for (let n = 0; !over.aborted; n += 1) {
    const wish: Wish = { kind: n % 2 === 0 ? 'claim' : 'payment', name: `${worker}-${n}`, code: 'OPEN' };
    note(facts, wish, await ask(url, key, wish));
    await sleep(20);
  }
}

async function readiness(url: string): Promise<{ status: number; detail: string }> {
  const response = await fetch(`${url}/readyz`);
  const { detail = '' } = (await response.json()) as { detail?: string };
  return { status: response.status, detail };
}

async function timeUntil(most: number, happened: () => Promise<boolean>): Promise<number | null> {
  const from = performance.now();
  while (!(await happened())) {
    if (performance.now() - from > most) return null;
    await sleep(50);
  }
  return performance.now() - from;
}

/** Makes a database read-only, and writable again. The setting does not affect existing sessions, so they are ended. */
export function readOnly(url: string): Pick<WriteFault, 'begin' | 'end'> {
  const name = new URL(url).pathname.slice(1);
  const server = new URL(url);
  server.pathname = '/postgres';
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  const set = (value: string) =>
    runSql(server.href, `alter database ${name} set default_transaction_read_only = ${value}`, cut);
  return { begin: () => set('on'), end: () => set('off') };
}

export function judgeWrites(facts: WriteFaultFacts): string[] {
  const stored = new Set([...facts.claims.map(({ user }) => user), ...facts.payments]);
  const lost = facts.acknowledged.filter(({ name }) => !stored.has(name)).length;
  const other = facts.strange.filter((one) => !one.endsWith(': 503 unavailable'));
  return [
    ...(facts.noticedMs === null ? [`/readyz never reported the fault, but: ${facts.said.join(' ')}`] : []),
    ...(facts.gauge === 1 ? [] : [`the gauge says ${facts.gauge}`]),
    ...(facts.counted > 0 ? [] : ['no failed write was counted']),
    ...(facts.backMs === null ? ['never ready again'] : []),
    ...(facts.redeemed === 200 ? [] : [`a redeem afterwards: ${facts.redeemed}`]),
    ...(lost === 0 ? [] : [`${lost} acknowledged and lost`]),
    ...(other.length === 0 ? [] : [`other responses: ${[...new Set(other)].join(', ')}`]),
  ];
}
