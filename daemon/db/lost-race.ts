import { brokenConstraint } from './faults.ts';

export const isUniqueViolation = (error: unknown): boolean => brokenConstraint(error) === 'unique';

const ATTEMPTS = 5;

/**
 * Runs a write again when it lost a race for a unique value. The failed transaction cannot go on (Postgres refuses all
 * further statements in it); the second try sees the winner's row, so that the write's own checks refuse properly.
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
