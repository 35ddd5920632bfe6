import type { Database } from './database.ts';

/** Returns the same database, in which each write is rolled back when its result is known. */
export const trialDatabase = (db: Database): Database => ({
  ...db,
  async write(fn) {
    try {
      return await db.write(async (handle): Promise<never> => {
        throw new TrialEnd(await fn(handle));
      });
    } catch (error) {
      if (error instanceof TrialEnd) return error.result;
      throw error;
    }
  },
});

class TrialEnd extends Error {
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type, and an error class cannot be generic in catch
  readonly result: any;
  constructor(result: unknown) {
    super('The write was a trial');
    this.result = result;
  }
}
