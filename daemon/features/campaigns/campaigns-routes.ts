import type { Routes } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import type { CampaignMove } from '../../domain/campaign-status.ts';
import { refuseOtherGames } from '../../domain/games.ts';
import { campaignOut } from './campaign-response.ts';
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
  | 'restoreCampaign'
>;

export function campaignRoutes({ db }: { db: Database }): CampaignRoutes {
  const read = async (campaignId: number, now: number) => campaignOut(await getCampaign(db, campaignId), now);
  const answer = async (campaignId: number, change: Promise<CampaignRow>, now: number) =>
    campaignOut(await withCurrent(change, () => read(campaignId, now)), now);
  const mover =
    (move: CampaignMove): Routes['publishCampaign'] =>
    ({ params: { campaign_id: id }, body, principal, now }) =>
      answer(id, moveCampaign(db, principal.staffId, id, { move, ...body }, now), now);
  return {
    listCampaigns: async ({ query, principal: { games }, now }) => {
      const page = await listCampaigns(db, { ...query, games }, now);
      return { ...page, data: page.data.map((row) => campaignOut(row, now)) };
    },
    createCampaign: async ({ body, principal, now }) => {
      refuseOtherGames(body.games ?? null, principal.games);
      return campaignOut(await createCampaign(db, principal.staffId, body, now), now);
    },
    getCampaign: ({ params, now }) => read(params.campaign_id, now),
    changeCampaign: async ({ params: { campaign_id: id }, body, principal, now }) => {
      if (body.games !== undefined) refuseOtherGames(body.games, principal.games);
      return answer(id, changeCampaign(db, principal.staffId, id, body, now), now);
    },
    publishCampaign: mover('publish'),
    pauseCampaign: mover('pause'),
    archiveCampaign: mover('archive'),
    restoreCampaign: mover('restore'),
  };
}
