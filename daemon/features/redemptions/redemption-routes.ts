import { AppError } from '../../contract/refusals.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { getRedemption } from './get-redemption.ts';
import { type RedeemDeps, redeemCode, validateCode } from './redeem-code.ts';
import { saveReport } from './redemption-store.ts';

export interface RedemptionDeps extends RedeemDeps {
  db: Database;
}

export const redemptionRoutes = ({
  db,
  hot,
}: RedemptionDeps): Pick<Routes, 'redeem' | 'validate' | 'getRedemption' | 'reportRedemption'> => ({
  redeem: (asked) => redeemCode({ db, hot }, asked),
  validate: (asked) => validateCode({ db, hot }, asked),
  getRedemption: ({ params, principal }) => getRedemption(db, principal, params.redemption_id),
  reportRedemption: async ({ body, now }) => {
    const { redemption_id, status, detail } = body;
    const known = await db.write((handle) => saveReport(handle, Number(redemption_id), status, detail ?? null, now));
    if (!known) throw new AppError({ code: 'not_found', detail: 'This redemption does not exist.' });
    return { redemption_id, status };
  },
});
