import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { askedGames } from '../../domain/games.ts';
import { isoInstant } from '../../lib/clock.ts';
import { formatAmount, type Minor } from '../../lib/money.ts';
import { createReadCampaignResults } from './read-campaign-results.ts';

export function campaignResultRoutes({ db }: { db: Database }): Pick<Routes, 'listCampaignResults'> {
  const read = createReadCampaignResults(db);
  return {
    listCampaignResults: async ({ query, principal: { games: limit }, now }) => {
      const { campaign_ids: campaignIds, game_id, from, to } = query;
      // By default, the results cover all games of the campaign.
      const games = game_id === undefined ? null : askedGames(game_id, limit);
      const { organisation, period, results } = await read({ campaignIds, from, to, games, limit }, now);
      const { currency, currency_digits: digits, time_zone } = organisation;
      const money = (minor: Minor) => ({ amount: formatAmount(minor, digits), currency });
      return {
        ...{ from: isoInstant(period.from), to: isoInstant(period.to), step: period.step, time_zone },
        data: results.map(({ revenue, series, ...result }) => ({
          ...result,
          revenue: money(revenue),
          series: series.map(({ at, sum }) => ({
            at: isoInstant(at),
            claims: sum.claims,
            revenue: money(sum.revenue),
          })),
        })),
      };
    },
  };
}
