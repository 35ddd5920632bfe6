import { beforeAll } from 'vitest';
import { hashCost } from '../../../daemon/features/staff/passwords.ts';

// At the real cost, a sign-in takes a quarter of a second of CPU time. Spawned daemons keep the real cost. Vitest runs
// this file before each test file, so `atRealCost` applies to one file.
const REAL = { ...hashCost };
Object.assign(hashCost, { N: 2 ** 10, p: 1 });

/** Restores the real cost for tests of the cost of sign-ins. */
export const atRealCost = () =>
  beforeAll(() => {
    Object.assign(hashCost, REAL);
  });
