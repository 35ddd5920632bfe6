import type { Config } from '../../config.ts';
import { codeOf } from '../../db/faults.ts';
import { openDatabase } from '../../db/open.ts';
import { type WriteFault, writeFaultOf } from '../../db/write-probe.ts';
import { settleWithin } from '../../lib/within.ts';
import { type Check, fault, ok, wordsOf } from './check.ts';

const LIMIT_MS = 5000;
const NAME = 'writes';

export const notTried = (why: string): Check => fault(NAME, `not checked, because ${why}`);

const FAULTS: Record<WriteFault, string> = {
  full: 'the disk is full: free some space; a running daemon will then continue automatically',
  read_only: 'the database is read-only: see the database check, or mount the volume as writable',
  slow: 'a commit did not complete within 5 s: check the Postgres standbys and the disk',
  failed: 'a test row could not be written',
};

/** Writes the same row as the readiness check, through the same code, and removes it in the same transaction. */
export async function checkWrites({ databaseUrl, preparedStatements }: Config): Promise<Check> {
  const options = { exclusive: false, poolSize: 2, prepared: preparedStatements };
  try {
    const db = await openDatabase(databaseUrl, options);
    const startedAt = performance.now();
    let ms: number;
    try {
      await settleWithin(LIMIT_MS, db.probeWrite(), () => new TooSlow());
      ms = performance.now() - startedAt;
    } finally {
      await db.close();
    }
    return ok(NAME, `a small row was written and removed, in ${Math.ceil(ms)} ms`);
  } catch (error) {
    return fault(NAME, reasonOf(error));
  }
}

class TooSlow extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof TooSlow) return FAULTS.slow;
  const kind = writeFaultOf(error);
  if (kind !== 'failed') return FAULTS[kind];
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (/^SQLITE_BUSY/.test(codeOf(cause))) return 'another program has held the write lock for 2 s: find it with fuser';
  return `${FAULTS.failed}: ${wordsOf(cause)}${codeOf(cause) ? ` (${codeOf(cause)})` : ''}`;
}
