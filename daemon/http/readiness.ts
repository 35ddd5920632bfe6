import type { Database } from '../db/database.ts';
import { type WriteFault, writeFaultOf } from '../db/write-probe.ts';
import { settleWithin } from '../lib/within.ts';
import type { Traffic } from './traffic.ts';

/** `redeemd doctor` knows by it that it must not open the file. */
export const LOST =
  'The database is lost to this daemon: its file was deleted, replaced or overwritten, or a thread of it ended. See its log.';

const WRITE_FAULTS: Record<WriteFault, string> = {
  full: 'The database takes no writes: its disk is full.',
  read_only: 'The database takes no writes: it is read-only.',
  slow: 'The database takes no writes: a commit does not come back.',
  failed: 'The database takes no writes: they fail.',
};

export interface ReadinessParts {
  db: Database;
  traffic: Traffic;
  /** Why writes are not kept; null while they are. */
  writeFault: () => Promise<WriteFault | null>;
  /** Only a restart helps. */
  isLost: () => boolean;
}

/** @returns a question: why the daemon takes no requests, as a sentence; null while it does */
export function createReadiness({ db, traffic, writeFault, isLost }: ReadinessParts): () => Promise<string | null> {
  return async () => {
    if (traffic.draining) return 'Stopping.';
    if (isLost()) return LOST;
    const reading = settleWithin(READY_MS, pingDatabase(db), () => new Error('too slow')).then(
      () => null,
      (error: unknown) => (writeFaultOf(error) === 'read_only' ? ('read_only' as const) : ('away' as const)),
    );
    const [read, write] = await Promise.all([reading, writeFault()]);
    // A fault with a name says more than that there is no answer.
    if (write !== null && (read === null || write !== 'failed')) return WRITE_FAULTS[write];
    if (read === null) return null;
    return read === 'away' ? 'The database does not answer.' : WRITE_FAULTS[read];
  };
}

const READY_MS = 1500;

const pingDatabase = (db: Database) =>
  db.read(({ db, t }) => db.select({ id: t.organisation.organisation_id }).from(t.organisation).limit(1));
