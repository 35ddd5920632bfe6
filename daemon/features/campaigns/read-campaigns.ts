import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { type Page, pageOf } from '../../db/query/listing.ts';
import { type CampaignListQuery, type CampaignRow, findCampaign, listCampaignRows } from './campaigns-store.ts';

export async function listCampaigns(db: Database, query: CampaignListQuery, now: number): Promise<Page<CampaignRow>> {
  const { rows, total } = await db.read((handle) => listCampaignRows(handle, query, now));
  return pageOf(query, rows, total);
}

export async function getCampaign(db: Database, campaignId: number): Promise<CampaignRow> {
  const campaign = await db.read((handle) => findCampaign(handle, campaignId));
  if (!campaign) throw new AppError('not_found');
  return campaign;
}
