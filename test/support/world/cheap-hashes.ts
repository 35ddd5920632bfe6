import { beforeAll } from 'vitest';
import { hashCost } from '../../../daemon/features/staff/passwords.ts';

// At the real cost a sign-in takes a core for a tenth of a second. Daemons that a test spawns keep the real cost. Vitest
// runs this before each file, so `atRealCost` holds for one file.
hashCost.N = 2 ** 10;

/** For tests of what sign-ins cost. */
export const atRealCost = () =>
  beforeAll(() => {
    hashCost.N = 2 ** 15;
  });
