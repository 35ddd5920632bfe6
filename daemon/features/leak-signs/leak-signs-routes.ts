import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { markLeakSignSeen } from './mark-leak-sign-seen.ts';
import { getLeakSign, leakSignOut, listLeakSigns } from './read-leak-signs.ts';

type LeakSignRoutes = Pick<Routes, 'listLeakSigns' | 'getLeakSign' | 'markLeakSignSeen'>;

export const leakSignRoutes = ({ db }: { db: Database }): LeakSignRoutes => ({
  listLeakSigns: ({ query, principal: { games } }) => listLeakSigns(db, { ...query, games }),
  getLeakSign: ({ params }) => getLeakSign(db, params.sign_id),
  markLeakSignSeen: async ({ params, principal, now }) =>
    leakSignOut(await markLeakSignSeen(db, principal.staffId, params.sign_id, now)),
});
