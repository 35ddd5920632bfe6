import type { Database } from '../db/database.ts';
import type { Organisation } from '../features/settings/settings-store.ts';
import type { Clock } from '../lib/clock.ts';
import type { Period, Schedule } from './period-rules.ts';

/** The arguments of a job for one of its periods. */
export interface Work {
  db: Database;
  period: Period;
  /** The organisation's time zone. */
  zone: string;
  now: number;
  clock: Clock;
  /** Aborted when the daemon stops or another daemon takes the run. The job then throws after the current step. */
  signal: AbortSignal;
}

/** When a job runs: on a schedule, oldest period first, or once for each item that it finds. */
export type When =
  | { schedule: (organisation: Organisation) => Schedule }
  | {
      find: (db: Database, job: string, now: number) => Promise<Period[]>;
      parse: (key: string) => Period | null;
      /** The form of the keys, with an example. */
      keyForm: string;
    };

/** A job must allow a second run of the same period, and must work in small steps. */
export type Job = { name: string; says: string; run: (work: Work) => Promise<unknown> } & When;
