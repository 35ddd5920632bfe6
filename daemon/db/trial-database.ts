import { Undone } from '../lib/undone.ts';
import type { Database } from './database.ts';

/** Returns the same database, except that each write is rolled back once its result is known. */
export const trialDatabase = (db: Database): Database => ({
  ...db,
  async write(fn) {
    try {
      return await db.write(async (handle): Promise<never> => {
        throw new Undone(await fn(handle));
      });
    } catch (error) {
      if (error instanceof Undone) return error.result;
      throw error;
    }
  },
});
