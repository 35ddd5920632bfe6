import { brokenConstraint } from './faults.ts';

export const isUniqueViolation = (error: unknown): boolean => brokenConstraint(error) === 'unique';

const ATTEMPTS = 5;

/**
 * Runs a write again when it lost a race for a unique value. The transaction is gone by then (Postgres answers nothing
 * more in it), and the second look sees the winner's row, so that the checks give the refusal that fits.
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
