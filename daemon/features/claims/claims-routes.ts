import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { claimOut } from './claim-response.ts';
import { listClaims } from './list-claims.ts';
import { grantAgain, releaseClaim } from './remedy-claim.ts';

type ClaimRoutes = Pick<Routes, 'listClaims' | 'grantClaimAgain' | 'releaseClaim'>;

export const claimRoutes = ({ db }: { db: Database }): ClaimRoutes => ({
  listClaims: async ({ query, principal: { games } }) => {
    const page = await listClaims(db, { ...query, games });
    return { ...page, data: page.data.map((row) => claimOut(row, db.keys)) };
  },
  grantClaimAgain: async ({ params, body, principal, now }) => {
    const remedy = { claimId: params.redemption_id, staffId: principal.staffId, reason: body.reason };
    return { rendered: { status: 200, body: await grantAgain(db, remedy, now) } };
  },
  releaseClaim: async ({ params, body, principal, now }) => {
    const remedy = { claimId: params.redemption_id, staffId: principal.staffId, reason: body.reason };
    return claimOut(await releaseClaim(db, remedy, now), db.keys);
  },
});
