import { brokenConstraint } from './faults.ts';

export const isUniqueViolation = (error: unknown): boolean => brokenConstraint(error) === 'unique';

const ATTEMPTS = 5;

/**
 * Runs a write again if it lost a race for a unique value, because Postgres refuses further statements in the failed
 * transaction. The next attempt sees the winner's row, so the write's own checks refuse it properly.
 */
export async function retryLostRace<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === ATTEMPTS || !isUniqueViolation(error)) throw error;
    }
  }
}
