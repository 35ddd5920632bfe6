import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { type CampaignTimes, shownStatus } from '../../domain/campaign-status.ts';
import { gamesOut } from '../../domain/games.ts';
import { parseTags } from '../../domain/tags.ts';
import { isoInstant } from '../../lib/clock.ts';

interface CampaignContent extends CampaignTimes {
  campaign_id: number;
  name: string;
  tiers: string | null;
  notes: string;
  games: string | null;
  tags: string | null;
  leaderboard: boolean;
  created_at: number;
  version: number;
}

export const campaignOut = (row: CampaignContent, now: number): AnswerOf<Endpoints['getCampaign']> => ({
  campaign_id: row.campaign_id,
  name: row.name,
  starts_at: isoInstant(row.starts_at),
  ends_at: isoInstant(row.ends_at),
  status: shownStatus(row, now),
  commission_tiers: row.tiers === null ? null : JSON.parse(row.tiers),
  notes: row.notes,
  games: gamesOut(row.games),
  tags: parseTags(row.tags),
  leaderboard: row.leaderboard,
  created_at: isoInstant(row.created_at),
  version: row.version,
});
