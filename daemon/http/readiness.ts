import type { Database } from '../db/database.ts';
import { type WriteFault, writeFaultOf } from '../db/write-probe.ts';
import { settleWithin } from '../lib/within.ts';
import type { Traffic } from './traffic.ts';

/** `redeemd doctor` recognises this text and then does not open the file. */
export const LOST =
  'This daemon has lost its database: the file was deleted, replaced or overwritten, or a database thread ended. See the daemon’s log.';

const WRITE_FAULTS: Record<WriteFault, string> = {
  full: 'The database is not accepting writes: its disk is full.',
  read_only: 'The database is not accepting writes: it is read-only.',
  slow: 'The database is not accepting writes: a commit is not completing.',
  failed: 'The database is not accepting writes: they are failing.',
};

export interface ReadinessParts {
  db: Database;
  traffic: Traffic;
  /** Returns why writes are not being stored, or null if they are. */
  writeFault: () => Promise<WriteFault | null>;
  /** If this returns true, only a restart helps. */
  isLost: () => boolean;
}

/** @returns a function that returns why the daemon is not accepting requests, as a sentence; null if it is */
export function createReadiness({ db, traffic, writeFault, isLost }: ReadinessParts): () => Promise<string | null> {
  return async () => {
    if (traffic.draining) return 'Stopping.';
    if (isLost()) return LOST;
    const reading = settleWithin(READY_MS, pingDatabase(db), () => new Error('too slow')).then(
      () => null,
      (error: unknown) => (writeFaultOf(error) === 'read_only' ? ('read_only' as const) : ('away' as const)),
    );
    const [read, write] = await Promise.all([reading, writeFault()]);
    // A known fault is more helpful than a missing response.
    if (write !== null && (read === null || write !== 'failed')) return WRITE_FAULTS[write];
    if (read === null) return null;
    return read === 'away' ? 'The database is not responding.' : WRITE_FAULTS[read];
  };
}

const READY_MS = 1500;

const pingDatabase = (db: Database) =>
  db.read(({ db, t }) => db.select({ id: t.organisation.organisation_id }).from(t.organisation).limit(1));
