import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDisk } from '../support/faults/test-disk.ts';
import { spawnDaemon } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';
import { ask, type KillFacts, noFacts, note, type Wish, withStored } from './daemon-kills.ts';

// The power fails while a daemon is working. Unsaved data is lost, but all acknowledged data must still be there.

const WORKERS = 16;
const ANSWERS = 5 * WORKERS;

export interface CutFacts extends KillFacts {
  /** The results of `PRAGMA integrity_check` after each cut, other than ok. */
  broken: string[];
}

/** Cuts the power `cuts` times under load. Requests with an unknown outcome are repeated after the next start. */
export async function cutUnderLoad(
  disk: TestDisk,
  url: string,
  { key, cuts, env = {} }: { key: string; cuts: number; env?: Record<string, string> },
): Promise<CutFacts> {
  const facts: CutFacts = { ...noFacts(), broken: [] };
  let unknown: Wish[] = [];
  for (let cut = 0; cut <= cuts; cut += 1) {
    const daemon = await spawnDaemon(url, { REDEEMD_LOG_LEVEL: 'silent', ...env });
    await Promise.all(unknown.map(async (wish) => note(facts, wish, await ask(daemon.url, key, wish))));
    unknown = [];
    if (cut === cuts) {
      await daemon.end('SIGTERM');
      break;
    }
    const before = facts.acknowledged.length;
    const workers = Array.from({ length: WORKERS }, (_, n) => hammer(daemon.url, key, `c${cut}-w${n}`, facts));
    await sleep(50 + Math.random() * 400);
    while (facts.acknowledged.length < before + ANSWERS) await sleep(5);
    disk.cutPower();
    unknown = (await Promise.all(workers)).concat(unknown);
    await daemon.end('SIGKILL');
    disk.mountAgain();
    const [row] = await runSql(url, 'pragma integrity_check');
    if (row?.integrity_check !== 'ok') facts.broken.push(`cut ${cut}: ${row?.integrity_check}`);
  }
  return { ...facts, ...(await withStored(url, facts)) };
}

/** Sends one request after another. @returns the first one with an unknown outcome: it got 503 or no response */
async function hammer(url: string, key: string, worker: string, facts: KillFacts): Promise<Wish> {
  for (let n = 0; ; n += 1) {
    const wish: Wish = { kind: n % 2 === 0 ? 'claim' : 'payment', name: `${worker}-${n}`, code: 'OPEN' };
    const answer = await ask(url, key, wish).catch(() => null);
    if (answer === null || answer.status === 503) return wish;
    note(facts, wish, answer);
  }
}
