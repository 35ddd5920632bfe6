import { stringify } from 'lossless-json';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { creatorAnalytics } from './creator-analytics.ts';
import { managerAnalytics } from './manager-analytics.ts';
import { readCodesOfCreator } from './read-codes-of-creator.ts';

const MANAGER = '0';

export function analyticsRoutes({
  db,
}: {
  db: Database;
}): Pick<Routes, 'analytics' | 'listCodesOfCreator' | 'listOwnCodes'> {
  return {
    listCodesOfCreator: ({ params, query, principal: { games }, now }) =>
      readCodesOfCreator(db, params.creator_id, { ...query, games }, now),
    listOwnCodes: ({ query, principal, now }) =>
      readCodesOfCreator(db, principal.creatorId, { ...query, games: null }, now),
    analytics: async ({ query }) => {
      const { creator_id, campaign_id, page, page_size } = query;
      const paged = page !== undefined || page_size !== undefined;
      const limit = paged ? (page_size ?? 25) : undefined;
      const slice = { campaignId: campaign_id, limit, offset: ((page ?? 1) - 1) * (limit ?? 0) };
      const rows = await db.read((handle) =>
        creator_id === MANAGER ? managerAnalytics(handle, slice) : creatorAnalytics(handle, creator_id, slice),
      );
      return { rendered: { status: 200, body: stringify(rows) ?? '[]' } };
    },
  };
}
