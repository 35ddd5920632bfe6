import type { Database } from '../db/database.ts';
import type { Organisation } from '../features/settings/settings-store.ts';
import type { Clock } from '../lib/clock.ts';
import type { Period, Schedule } from './period-rules.ts';

/** What a job is given for one of its periods. */
export interface Work {
  db: Database;
  period: Period;
  /** The organisation's time zone. */
  zone: string;
  now: number;
  clock: Clock;
  /** Raised when the daemon stops or another one has taken the run: the job ends after the step under way by throwing. */
  signal: AbortSignal;
}

/** When a job runs: by the calendar, oldest first, or once for each thing that it finds. */
export type When =
  | { schedule: (organisation: Organisation) => Schedule }
  | { find: (db: Database, job: string, now: number) => Promise<Period[]>; parse: (key: string) => Period | null };

/** May be run twice for the same period, and does its work in small steps. */
export type Job = { name: string; says: string; run: (work: Work) => Promise<unknown> } & When;
