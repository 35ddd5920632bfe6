import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';

const EVERY_MS = 6 * 3_600_000;

/** Prepares the database for the coming days' events (partitions on Postgres). @returns a function that stops it */
export function keepDaysPrepared(db: Database, clock: Clock, log: Log): () => void {
  const polling = setInterval(() => {
    db.prepareDays(clock()).catch((error) =>
      log.warn('The database could not be prepared for the coming days', { error }),
    );
  }, EVERY_MS).unref();
  return () => clearInterval(polling);
}
