import { setTimeout as sleep } from 'node:timers/promises';
import { endsInTime } from '../lib/patience.ts';
import { Unavailable } from '../lib/unavailable.ts';
import type { Database } from './database.ts';
import { type WriteFault, writeFaultOf } from './write-probe.ts';

/** A write that takes longer than this may never end. If it only waits for a lock, the probe succeeds. */
const SLOW_MS = 1000;
const POLL_MS = 250;
/** A probe that takes longer counts as failed until it ends. */
const PROBE_MS = 1000;
const PROBE_PAUSE_MS = 1000;

export interface WriteWatch {
  /** The same database with watched writes. */
  db: Database;
  /** Returns why writes fail; null if they succeed. If in doubt, it waits at most about a second for a probe. */
  fault(): Promise<WriteFault | null>;
  figures(): { failed: number; failing: boolean };
  stop(): void;
}

/**
 * Watches all writes to the database. After a write has failed because of the database or is taking too long, it probes
 * once a second with its own write until one succeeds. Other transactions prove nothing, because they might not have
 * written anything.
 */
export function watchWrites(db: Database): WriteWatch {
  /** The writes in progress, in the order in which they started. */
  const inProgress = new Set<{ at: number }>();
  let failed = 0;
  const prober = createProber(db.probeWrite);

  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    // Each abandoned commit leaves a waiting process on the server, so no write starts until a probe succeeds.
    if (prober.last() === 'slow') throw new Unavailable(new Error('Commits are not completing'));
    const mine = { at: performance.now() };
    inProgress.add(mine);
    try {
      return await work();
    } catch (error) {
      if (error instanceof Unavailable) {
        failed += 1;
        prober.doubt();
      }
      throw error;
    } finally {
      inProgress.delete(mine);
    }
  };
  const polling = setInterval(() => {
    const [oldest] = inProgress;
    if (oldest && performance.now() - oldest.at > SLOW_MS) prober.doubt();
  }, POLL_MS).unref();

  return {
    db: { ...db, write: (fn) => watched(() => db.write(fn)), batches: watchBatches(db, watched) },
    fault: prober.verdict,
    figures: () => ({ failed, failing: prober.last() !== null }),
    stop() {
      prober.stop();
      clearInterval(polling);
    },
  };
}

/** Creates a prober, which probes from the first doubt until a probe succeeds and no new doubt has arisen. */
function createProber(probe: () => Promise<void>) {
  let inDoubt = false;
  let fault: WriteFault | null = null;
  let judged = Promise.resolve();
  let isProbing = false;
  let isStopped = false;

  const run = async () => {
    isProbing = true;
    while (inDoubt && !isStopped) {
      inDoubt = false;
      const kept = probe().then(
        () => null,
        (error: unknown) => writeFaultOf(error),
      );
      judged = endsInTime(PROBE_MS, kept).then(async (isInTime) => {
        fault = isInTime ? await kept : 'slow';
      });
      await judged;
      // A late probe continues, so that no second probe waits behind it. Its result is the next verdict.
      fault = await kept;
      inDoubt ||= fault !== null;
      await sleep(PROBE_PAUSE_MS, undefined, { ref: false });
    }
    isProbing = false;
  };
  return {
    doubt() {
      inDoubt = true;
      if (!isProbing && !isStopped) void run();
    },
    async verdict() {
      await judged;
      return fault;
    },
    last: () => fault,
    stop() {
      isStopped = true;
    },
  };
}

function watchBatches({ batches }: Database, watched: <T>(work: () => Promise<T>) => Promise<T>): Database['batches'] {
  return batches.dialect === 'sqlite'
    ? { dialect: 'sqlite', run: (call) => watched(() => batches.run(call)) }
    : { dialect: 'postgres', run: (items, work, settings) => watched(() => batches.run(items, work, settings)) };
}
