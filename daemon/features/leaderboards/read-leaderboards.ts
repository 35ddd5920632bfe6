import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { shownStatus } from '../../domain/campaign-status.ts';
import { isoInstant } from '../../lib/clock.ts';
import { findCreator } from '../creators/creators-store.ts';
import { listOwnIds } from '../creators/merges-store.ts';
import { listBoards, listRanks, setShowsName } from './leaderboards-store.ts';

type Leaderboards = AnswerOf<Endpoints['listOwnLeaderboards']>;

export const readLeaderboards = (db: Database, creatorId: string, now: number): Promise<Leaderboards> =>
  db.read(async (handle) => {
    const creator = await findCreator(handle, creatorId);
    if (!creator) throw new AppError('unauthorized');
    const data: Leaderboards['data'] = [];
    for (const campaign of await listBoards(handle, await listOwnIds(handle, creatorId)))
      data.push({
        campaign_id: campaign.campaign_id,
        campaign_name: campaign.name,
        campaign_status: shownStatus(campaign, now),
        ends_at: isoInstant(campaign.ends_at),
        ...(await readRanks(handle, campaign.campaign_id, creatorId)),
      });
    return { shows_name: creator.shows_name, data };
  });

async function readRanks(handle: Handle, campaignId: number, creatorId: string) {
  const ranks = await listRanks(handle, { campaignId, creatorId });
  const rows = ranks.map(({ creator_id, rank, claims, name }) => ({
    rank,
    claims,
    name,
    is_own: creator_id === creatorId,
  }));
  return {
    creators: ranks[0]?.creators ?? 0,
    own_claims: rows.find(({ is_own }) => is_own)?.claims ?? 0,
    rows: rows.sort((one, other) => one.rank - other.rank),
  };
}

/** Shows the creator's name to other creators on leaderboards, or hides it. */
export const showName = (db: Database, creatorId: string, isShown: boolean): Promise<void> =>
  db.write((handle) => setShowsName(handle, creatorId, isShown));
