import { hashCost } from '../../../daemon/features/staff/passwords.ts';

// At the real cost a sign-in takes a core for a tenth of a second. Daemons that a test spawns keep the real cost.
hashCost.N = 2 ** 10;
