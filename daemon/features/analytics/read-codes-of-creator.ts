import { codeUrl } from '../../contract/code-values.ts';
import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type PageQuery, pageOf } from '../../db/query/listing.ts';
import { shownStatus } from '../../domain/campaign-status.ts';
import type { Games } from '../../domain/games.ts';
import { isoInstant } from '../../lib/clock.ts';
import { formatAmount } from '../../lib/money.ts';
import { listCreatorCodeRows } from '../creator-codes/creator-codes-store.ts';
import { findCreator } from '../creators/creators-store.ts';
import { listOwnIds } from '../creators/merges-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { getTerms, listCampaignsById, listCreatorFigures, listCreatorsCodes } from './analytics-store.ts';
import { type Earnings, earningsOf } from './earnings-rules.ts';

const NOTHING: Earnings = { claims: 0, revenue: 0n, tier: 0, commission: 0n, next: null };

/** Returns the codes of a creator and of merged creators, with each code's earnings; rejected codes have none. */
export const readCodesOfCreator = (
  db: Database,
  creatorId: string,
  query: PageQuery & { games: Games },
  now: number,
): Promise<AnswerOf<Endpoints['listCodesOfCreator']>> =>
  db.read(async (handle) => {
    if (!(await findCreator(handle, creatorId))) throw new AppError('not_found');
    const ownIds = await listOwnIds(handle, creatorId);
    const { rows, total } = await listCreatorCodeRows(handle, { ...query, creator_ids: ownIds });
    const ids = rows.map((row) => row.campaign_id);
    const campaigns = new Map((await listCampaignsById(handle, ids)).map((row) => [row.campaign_id, row]));
    // Even after a merge, each creator's tiers depend only on their own revenue.
    const earned = [];
    for (const id of ownIds) earned.push(await readEarnings(handle, id, query.games));
    const byCode = new Map(earned.flatMap(({ codes }) => codes).map((code) => [code.code_id, code]));
    const commission = earned.reduce((sum, one) => sum + one.commission, 0n);
    const { currency, currency_digits: digits } = await getOrganisation(handle);
    const money = (minor: bigint) => ({ amount: formatAmount(minor, digits), currency });
    const data = rows.map((row) => {
      const { claims, revenue, tier, commission, next }: Earnings = byCode.get(row.code_id) ?? NOTHING;
      const campaign = campaigns.get(row.campaign_id);
      return {
        ...{
          code_id: row.code_id,
          code: row.code,
          code_url: codeUrl(row.root_url, row.code),
          base_code: row.base_code,
          base_code_id: row.base_code_id,
        },
        ...{ campaign_id: row.campaign_id, campaign_name: campaign?.name ?? '' },
        campaign_status: campaign ? shownStatus(campaign, now) : 'archived',
        ...{ status: row.status, rejection_reason: row.rejection_reason, created_at: isoInstant(row.created_at) },
        ...{ number_of_claims: claims, total_revenue: money(revenue) },
        ...{ commission_tier: tier, commission: money(commission) },
        next_tier: next && { percent: next.percent, missing_revenue: money(next.missing) },
      };
    });
    return { ...pageOf(query, data, total), total_commission: money(commission) };
  });

async function readEarnings(handle: Handle, creatorId: string, games: Games) {
  const codes = await listCreatorsCodes(handle, creatorId, games);
  const known = await getTerms(handle, creatorId);
  return earningsOf(codes, await listCreatorFigures(handle, creatorId), known);
}
