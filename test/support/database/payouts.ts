import type { Database } from '../../../daemon/db/database.ts';
import { NOW } from '../world/defaults.ts';

export const month = (key: string) => ({ key, start: NOW - 30 * 86_400_000, end: NOW, timeZone: 'Europe/Berlin' });

export const runsOf = (db: Database) => db.read(({ db, t }) => db.select().from(t.payout_runs));
export const linesOf = (db: Database) => db.read(({ db, t }) => db.select().from(t.payout_lines));
export const statementsOf = (db: Database) => db.read(({ db, t }) => db.select().from(t.payout_statements));
