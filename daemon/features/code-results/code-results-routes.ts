import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { codeTypeOf } from '../../domain/codes/code-kinds.ts';
import { askedGames } from '../../domain/games.ts';
import { isoInstant } from '../../lib/clock.ts';
import { formatAmount, type Minor } from '../../lib/money.ts';
import { createReadCodeResults } from './read-code-results.ts';

export function codeResultRoutes({ db }: { db: Database }): Pick<Routes, 'listCodeResults'> {
  const read = createReadCodeResults(db);
  return {
    listCodeResults: async ({ query, principal: { games: limit }, now }) => {
      const { campaign_id: campaignId, game_id, from, to, page, page_size, sort = '-revenue' } = query;
      // By default, the results cover all games of the code's campaign.
      const games = game_id === undefined ? null : askedGames(game_id, limit);
      const asked = { page, page_size, from, to, sort, campaignId, games, limit };
      const { rows, total, span, organisation } = await read(asked, now);
      const { currency, currency_digits: digits, time_zone } = organisation;
      const money = (minor: Minor) => ({ amount: formatAmount(minor, digits), currency });
      return {
        data: rows.map(({ codeId: _, kind, base_code_id, revenue, refunds, ...row }) => ({
          ...row,
          code_type: codeTypeOf(kind),
          main_code_id: base_code_id ?? row.code_id,
          revenue: money(revenue),
          refunds: money(refunds),
        })),
        ...{ page, page_size, total },
        ...{ from: isoInstant(span.from), to: isoInstant(span.to), time_zone },
      };
    },
  };
}
