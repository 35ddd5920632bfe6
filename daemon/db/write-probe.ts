import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Handle } from './database.ts';
import { codeOf } from './faults.ts';

const PROBE = 'write-probe';
/** Exceeds the free space in a page, so that a full disk or file is detected. Postgres cannot compress random bytes. */
const filler = () => randomBytes(24_576).toString('base64');

/**
 * Writes a row and removes it. A transaction with nothing to write would also succeed on a read-only server. No job has
 * this name, so no part of the daemon reads the row.
 */
export async function writeAndRemove({ db, t: { job_runs: r } }: Handle): Promise<void> {
  // The key is unique, so that no probe waits for another daemon's.
  const period = randomUUID();
  const row = { job: PROBE, period, status: 'done' as const, fence: 0, started_at: 0, error: filler() };
  await db.insert(r).values(row);
  await db.delete(r).where(and(eq(r.job, PROBE), eq(r.period, period)));
}

export type WriteFault = 'full' | 'read_only' | 'slow' | 'failed';

const FULL = /^(SQLITE_FULL|53100|ENOSPC)$/;
const READ_ONLY = /^(SQLITE_READONLY.*|25006)$/;

/** Returns why the database cannot write, based on the error. */
export function writeFaultOf(error: unknown): WriteFault {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  const is = (pattern: RegExp) => causes.some((cause) => pattern.test(codeOf(cause)));
  if (is(FULL)) return 'full';
  return is(READ_ONLY) ? 'read_only' : 'failed';
}
