import { beforeAll } from 'vitest';
import { hashCost } from '../../../daemon/features/staff/passwords.ts';

// At the real cost, a sign-in takes 0.1 s of CPU time. Spawned daemons keep the real cost. Vitest runs this file before
// each test file, so `atRealCost` applies to one file.
hashCost.N = 2 ** 10;

/** Restores the real cost for tests of the cost of sign-ins. */
export const atRealCost = () =>
  beforeAll(() => {
    hashCost.N = 2 ** 15;
  });
