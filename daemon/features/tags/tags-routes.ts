import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { readCampaignTags, readCodeTags } from './read-tags.ts';

export const tagRoutes = ({ db }: { db: Database }): Pick<Routes, 'listCampaignTags' | 'listCodeTags'> => ({
  listCampaignTags: async ({ principal: { games } }) => ({ data: await readCampaignTags(db, games) }),
  listCodeTags: async ({ params: { campaign_id } }) => ({ data: await readCodeTags(db, campaign_id) }),
});
