import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { shownStatus } from './campaign-rules.ts';
import type { CampaignRow } from './campaigns-store.ts';
import { changeCampaign, createCampaign, moveCampaign } from './change-campaign.ts';
import { getCampaign, listCampaigns } from './read-campaigns.ts';

type CampaignRoutes = Pick<
  Routes,
  | 'listCampaigns'
  | 'createCampaign'
  | 'getCampaign'
  | 'changeCampaign'
  | 'publishCampaign'
  | 'pauseCampaign'
  | 'archiveCampaign'
>;

export const campaignRoutes = ({ db }: { db: Database }): CampaignRoutes => ({
  listCampaigns: async ({ query, now }) => {
    const page = await listCampaigns(db, query, now);
    return { ...page, data: page.data.map((row) => campaignOut(row, now)) };
  },
  createCampaign: async ({ body, principal, now }) =>
    campaignOut(await createCampaign(db, principal.staffId, body, now), now),
  getCampaign: async ({ params, now }) => campaignOut(await getCampaign(db, params.campaign_id), now),
  changeCampaign: async ({ params, body, principal, now }) =>
    campaignOut(await changeCampaign(db, principal.staffId, params.campaign_id, body, now), now),
  publishCampaign: async ({ params, principal, now }) =>
    campaignOut(await moveCampaign(db, principal.staffId, params.campaign_id, 'publish', now), now),
  pauseCampaign: async ({ params, principal, now }) =>
    campaignOut(await moveCampaign(db, principal.staffId, params.campaign_id, 'pause', now), now),
  archiveCampaign: async ({ params, principal, now }) =>
    campaignOut(await moveCampaign(db, principal.staffId, params.campaign_id, 'archive', now), now),
});

const campaignOut = (row: CampaignRow, now: number): AnswerOf<Endpoints['getCampaign']> => ({
  campaign_id: row.campaign_id,
  name: row.name,
  starts_at: isoInstant(row.starts_at),
  ends_at: isoInstant(row.ends_at),
  status: shownStatus(row, now),
  commission_tiers: row.tiers === null ? null : JSON.parse(row.tiers),
  notes: row.notes,
  created_at: isoInstant(row.created_at),
});
