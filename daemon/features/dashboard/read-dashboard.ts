import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { askedGames, type Games } from '../../domain/games.ts';
import { foldHours, getPeriod, gridOf, previousOf } from '../../domain/periods.ts';
import { WHOLE_ORGANISATION } from '../../domain/series.ts';
import { isoInstant } from '../../lib/clock.ts';
import { formatAmount } from '../../lib/money.ts';
import { findCampaign } from '../campaigns/campaigns-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import type { CreatorsOf } from './creator-sums-store.ts';
import { createReadCreators, type ReadCreators } from './creators-of-period.ts';
import { createReadCurrencies, type ReadCurrencies, shownCurrencies } from './currencies-of-period.ts';
import { countLiving, countRefused, getTotals, type HourRow, listHours, type TotalsRow } from './dashboard-store.ts';
import { createReadTopCampaigns, type ReadTopCampaigns } from './top-campaigns.ts';

type Answer = AnswerOf<Endpoints['dashboard']>;
/** The part of the response that is the same for every role. */
export interface Dashboard {
  figures: Omit<Answer, 'to_do'>;
  moderation: Answer['to_do']['moderation'];
}
interface DashboardQuery {
  from?: number | undefined;
  to?: number | undefined;
  campaign_id?: number | undefined;
  game_id?: string | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  limit?: Games | undefined;
}

export type ReadDashboard = (query: DashboardQuery, now: number) => Promise<Dashboard>;

export function createReadDashboard(db: Database): ReadDashboard {
  const parts = {
    readTopCampaigns: createReadTopCampaigns(),
    readCreators: createReadCreators(),
    readCurrencies: createReadCurrencies(),
  };
  return (query, now) =>
    db.read(async (handle) => {
      const { campaign_id } = query;
      if (campaign_id !== undefined && !(await findCampaign(handle, campaign_id))) throw new AppError('not_found');
      return read(handle, parts, query, now);
    });
}

interface Parts {
  readTopCampaigns: ReadTopCampaigns;
  readCreators: ReadCreators;
  readCurrencies: ReadCurrencies;
}

async function read(
  handle: Handle,
  { readTopCampaigns, readCreators, readCurrencies }: Parts,
  query: DashboardQuery,
  now: number,
): Promise<Dashboard> {
  const organisation = await getOrganisation(handle);
  const { currency, currency_digits, time_zone } = organisation;
  const period = getPeriod(query, now, time_zone);
  const money = (minor: bigint | string) => ({ amount: formatAmount(BigInt(minor), currency_digits), currency });
  const totals = (sums: Sums) => ({
    claims: Number(sums.claims),
    payments: Number(sums.payments),
    revenue: money(sums.revenue),
    refunds: money(sums.refunds),
    creator_revenue: money(sums.creator_revenue),
  });
  const shown = <Row extends { claims: string | bigint; revenue: string | bigint }>(row: Row) => ({
    ...row,
    claims: Number(row.claims),
    revenue: money(row.revenue),
  });
  const { campaignId, games, limit } = scopeOf(query);
  const whose = { campaignId: campaignId ?? WHOLE_ORGANISATION, games };
  const hours = await listHours(handle, whose, period, gridOf(period));
  const before = nothing();
  add(before, await getTotals(handle, whose, previousOf(period)));
  const campaigns = await readTopCampaigns(handle, { campaignId, games, limit }, period, now);
  const spans = { present: period, previous: previousOf(period) };
  const creators = await readCreators(handle, { campaignId, games, limit }, spans, organisation, now);
  const living = await countLiving(handle, limit, now);
  const refused = await countRefused(handle, games, now);
  const all = nothing();
  for (const hour of hours) add(all, hour);
  const foreign = await readCurrencies(handle, whose, period, now);
  const figures = {
    from: isoInstant(period.from),
    to: isoInstant(period.to),
    step: period.step,
    time_zone,
    totals: { ...totals(all), commission: money(creators.commission) },
    previous: { ...totals(before), commission: money(creators.commissionBefore) },
    active_campaigns: living.active,
    pending_creator_codes: living.pending,
    creators: living.creators,
    series: foldHours<HourRow, Sums>(period.points, hours, nothing, add).map(({ at, sum }) => {
      const { refunds: _, ...point } = totals(sum);
      return { at: isoInstant(at), ...point };
    }),
    campaigns: campaigns.map((row) => ({ ...shown(row), creator_revenue: money(row.creator_revenue) })),
    creators_top: creators.top.map(shown),
    currencies: shownCurrencies(foreign, all.revenue, organisation),
    refused: refused.byReason,
    refused_before: refused.before,
  };
  const waiting = living.pending;
  const moderation = waiting === 0 ? null : { waiting, oldest_at: isoInstant(living.oldestPendingAt) };
  return { figures, moderation };
}

/**
 * Returns the scope of the figures. Claims made with a key that is not limited to a game count for their campaign, but
 * for no game.
 */
function scopeOf({ campaign_id: campaignId, game_id, limit = null }: DashboardQuery): CreatorsOf {
  const isWholeCampaign = campaignId !== undefined && game_id === undefined;
  return { campaignId, games: isWholeCampaign ? null : askedGames(game_id, limit), limit };
}

type Sums = { [K in keyof TotalsRow]: bigint };
const nothing = (): Sums => ({ claims: 0n, payments: 0n, revenue: 0n, refunds: 0n, creator_revenue: 0n });
function add(sums: Sums, row: TotalsRow) {
  sums.claims += BigInt(row.claims);
  sums.payments += BigInt(row.payments);
  sums.revenue += BigInt(row.revenue);
  sums.refunds += BigInt(row.refunds);
  sums.creator_revenue += BigInt(row.creator_revenue);
}
