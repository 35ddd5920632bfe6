import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import type { Games } from '../../domain/games.ts';
import { findCampaign } from '../campaigns/campaigns-store.ts';
import { listTagsOfCampaigns, listTagsOfCodes, type TagInUse } from './tags-store.ts';

export const readCampaignTags = (db: Database, games: Games): Promise<TagInUse[]> =>
  db.read((handle) => listTagsOfCampaigns(handle, games));

export const readCodeTags = (db: Database, campaignId: number): Promise<TagInUse[]> =>
  db.read(async (handle) => {
    if (!(await findCampaign(handle, campaignId))) throw new AppError('not_found');
    return listTagsOfCodes(handle, campaignId);
  });
