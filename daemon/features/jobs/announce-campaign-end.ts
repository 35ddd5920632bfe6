import type { Database } from '../../db/database.ts';
import { gamesOut } from '../../domain/games.ts';
import { isoInstant } from '../../lib/clock.ts';
import { announce } from '../outbox/outbox-store.ts';
import { type CampaignEnd, campaignEndKey, findEnd } from './campaign-ends-store.ts';

type EndOf = Pick<CampaignEnd, 'campaign_id' | 'end'>;

/** Writes the message about a campaign's end once, unless the campaign has been reopened. */
export const announceCampaignEnd = (db: Database, asked: EndOf, now: number): Promise<void> =>
  db.write(async (handle) => {
    const found = await findEnd(handle, asked.campaign_id);
    if (!found || found.end !== asked.end) return;
    const { campaign_id, name, games, end } = found;
    const data = { campaign_id, name, games: gamesOut(games), ended_at: isoInstant(end) };
    await announce(handle, [{ type: 'campaign.ended', data, onceKey: `campaign.ended:${campaignEndKey(found)}` }], now);
  });

/** Checks whether a campaign still ends at the time that the job found. */
export const stillEnds = async (db: Database, asked: EndOf): Promise<boolean> =>
  (await db.read((handle) => findEnd(handle, asked.campaign_id)))?.end === asked.end;
