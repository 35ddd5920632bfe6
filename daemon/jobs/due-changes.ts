import type { Database } from '../db/database.ts';
import { listDue } from '../features/scheduled-changes/scheduled-changes-store.ts';
import { idPeriods } from './id-periods.ts';
import type { When } from './job.ts';

const periods = idPeriods('change');

/** Finds the scheduled changes that are due, oldest first. */
export const dueChanges = {
  find: async (db: Database, _job: string, now: number) =>
    (await db.read((handle) => listDue(handle, now))).map(({ change_id, due_at }) =>
      periods.periodOf(change_id, due_at),
    ),
  keyForm: 'a scheduled change, such as change-7',
  parse: periods.parse,
} satisfies When;

export const changeIdOf = periods.idOf;
