import type { Database } from '../db/database.ts';
import { listRunning } from '../features/exchange-rates/corrections-store.ts';
import type { When } from './job.ts';
import type { Period } from './period-rules.ts';

const PREFIX = 'correction-';

const periodOf = (correctionId: string | number, at: number): Period => ({
  key: `${PREFIX}${correctionId}`,
  from: at,
  to: at,
  dueAt: at,
});

/** Finds the corrections of exchange rates that are not finished. */
export const runningCorrections = {
  find: async (db: Database, _job: string, now: number) =>
    (await db.read(listRunning)).map(({ correction_id, decided_at }) => periodOf(correction_id, decided_at ?? now)),
  keyForm: 'a correction, such as correction-7',
  parse: (key: string) => (/^correction-[1-9]\d{0,15}$/.test(key) ? periodOf(key.slice(PREFIX.length), 0) : null),
} satisfies When;

export const correctionOf = ({ key }: Period): number => Number(key.slice(PREFIX.length));
