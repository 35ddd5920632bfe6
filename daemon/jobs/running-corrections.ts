import type { Database } from '../db/database.ts';
import { listRunning } from '../features/exchange-rates/corrections-store.ts';
import { idPeriods } from './id-periods.ts';
import type { When } from './job.ts';

const periods = idPeriods('correction');

/** Finds the unfinished corrections of exchange rates. */
export const runningCorrections = {
  find: async (db: Database, _job: string, now: number) =>
    (await db.read(listRunning)).map(({ correction_id, decided_at }) =>
      periods.periodOf(correction_id, decided_at ?? now),
    ),
  keyForm: 'a correction, such as correction-7',
  parse: periods.parse,
} satisfies When;

export const correctionOf = periods.idOf;
