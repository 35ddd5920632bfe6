import type { Database } from '../db/database.ts';
import { listDue } from '../features/scheduled-changes/scheduled-changes-store.ts';
import type { When } from './job.ts';
import type { Period } from './period-rules.ts';

const PREFIX = 'change-';

const periodOf = (changeId: string | number, at: number): Period => ({
  key: `${PREFIX}${changeId}`,
  from: at,
  to: at,
  dueAt: at,
});

/** Finds the scheduled changes that are due, oldest first. */
export const dueChanges = {
  find: async (db: Database, _job: string, now: number) =>
    (await db.read((handle) => listDue(handle, now))).map(({ change_id, due_at }) => periodOf(change_id, due_at)),
  keyForm: 'a scheduled change, such as change-7',
  parse: (key: string) => (/^change-[1-9]\d{0,15}$/.test(key) ? periodOf(key.slice(PREFIX.length), 0) : null),
} satisfies When;

export const changeOf = ({ key }: Period): number => Number(key.slice(PREFIX.length));
