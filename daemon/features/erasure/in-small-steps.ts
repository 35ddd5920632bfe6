import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Handle } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/lost-race.ts';
import { randomToken } from '../../lib/secrets.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import { noteChanges } from '../ledger-export/ledger-days-store.ts';
import type { Step } from './erase-rows-store.ts';
import type { Erasure } from './erasure-rules.ts';
import { dropTombstone, takeTombstone } from './erasure-store.ts';

/** On SQLite, a daemon's writes wait for a step. A write should take at most 20 ms, so a step must be shorter. */
const STEP_MS = 8;
const FIRST_ROWS = 20;
const MOST_ROWS = 200;
/** The daemon can write in the pauses between steps. */
const PAUSE_MS = 5;

type Change<T> = (handle: Handle, row: T) => Promise<unknown>;
type ChangeSome<T> = (handle: Handle, rows: readonly T[]) => Promise<number>;

/**
 * Returns functions that change many rows. Each transaction changes as many rows as this machine can change within
 * STEP_MS.
 */
export function inSmallSteps(db: Database, erasure: Erasure, now: number) {
  const counts: Record<string, number> = {};
  let rows = FIRST_ROWS;
  const write = async (table: string, step: (handle: Handle) => Promise<number>) => {
    const { count, ms } = await patiently(() => writeOnce(db, erasure, step, now));
    counts[table] = (counts[table] ?? 0) + count;
    rows = Math.max(1, Math.min(MOST_ROWS, ms > STEP_MS ? Math.floor(rows / 2) : rows + 5));
    await sleep(PAUSE_MS);
    return count;
  };
  const inSteps = async (table: string, step: Step) => {
    while ((await write(table, (handle) => step(handle, erasure, rows, noteChanges))) > 0);
  };
  const someOf = async <T>(table: string, found: readonly T[], change: ChangeSome<T>) => {
    counts[table] ??= 0;
    for (let at = 0; at < found.length; ) {
      const some = found.slice(at, at + rows);
      await write(table, (handle) => change(handle, some));
      at += some.length;
    }
  };
  const eachOf = <T>(table: string, found: readonly T[], change: Change<T>) =>
    someOf(table, found, (handle, some) => changeEach(handle, some, change));
  return { counts, inSteps, someOf, eachOf };
}

/** Counts changed rows. A change returns false if it changed nothing. */
async function changeEach<T>(handle: Handle, rows: readonly T[], change: Change<T>): Promise<number> {
  let changed = 0;
  for (const row of rows) if ((await change(handle, row)) !== false) changed += 1;
  return changed;
}

export const newTombstone = () => `erased_${randomToken().slice(0, 22)}`;

/**
 * While a run is interrupted, the user might create a row like one that already belongs to the tombstone, such as a link
 * or a claim of the same code. The remaining rows then get a new tombstone.
 */
async function writeOnce(db: Database, erasure: Erasure, step: (handle: Handle) => Promise<number>, now: number) {
  try {
    return await db.write((handle) => timed(() => step(handle)));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { tombstone } = await db.write(async (handle) => {
      await dropTombstone(handle, erasure.userId);
      return await takeTombstone(handle, erasure.userId, newTombstone(), now);
    });
    erasure.tombstone = tombstone;
    return await db.write((handle) => timed(() => step(handle)));
  }
}

async function timed(step: () => Promise<number>): Promise<{ count: number; ms: number }> {
  const from = performance.now();
  return { count: await step(), ms: performance.now() - from };
}

const TRIES = 30;
const RETRY_MS = 200;

/** Repeats a step that a busy daemon has blocked for longer than a write can wait. Such a step has changed nothing. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unavailable) || tried === TRIES) throw error;
      await sleep(RETRY_MS);
    }
  }
}
