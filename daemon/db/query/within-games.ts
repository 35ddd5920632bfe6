import { and, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';
import { listHas } from './json-lists.ts';

// Conditions for people who are limited to some games. If `games` is null, the person is not limited
// and the condition is undefined.

type Games = readonly string[] | null;
type Column = SQL | Parameters<typeof inArray>[0];

/** Selects the IDs of campaigns whose games are all among these. Campaigns that cover all games are not included. */
function campaignsOf({ dialect }: Handle, games: readonly string[]): SQL {
  const list = JSON.stringify(games);
  const isCovered =
    dialect === 'sqlite'
      ? sql`not exists (select 1 from json_each(own.games) where value not in (select value from json_each(${list})))`
      : sql`own.games::jsonb <@ ${list}::jsonb`;
  return sql`(select own.campaign_id from campaigns own where own.games is not null and ${isCovered})`;
}

/** Matches rows that belong to campaigns whose games are all among these. */
export const campaignWithin = (handle: Handle, games: Games, campaignId: Column): SQL | undefined =>
  games === null ? undefined : sql`${campaignId} in ${campaignsOf(handle, games)}`;

/** Matches rows that belong to codes in campaigns whose games are all among these. It looks up each row's code. */
export function codeWithin(handle: Handle, games: Games, codeId: Column): SQL | undefined {
  const ofCampaigns = campaignWithin(handle, games, sql`its.campaign_id`);
  return ofCampaigns && sql`exists (select 1 from codes its where its.code_id = ${codeId} and ${ofCampaigns})`;
}

/** Matches rows that belong to creators with a code in a campaign whose games are all among these. */
export function creatorWithin(handle: Handle, games: Games, creatorId: Column): SQL | undefined {
  const ofCampaigns = campaignWithin(handle, games, sql`its.campaign_id`);
  return ofCampaigns && sql`exists (select 1 from codes its where its.creator_id = ${creatorId} and ${ofCampaigns})`;
}

/** Matches campaigns that cover this game: those of all games, and those whose list includes it. */
export const coversGame = (handle: Handle, gameId: string): SQL | undefined => {
  const { games } = handle.t.campaigns;
  return or(isNull(games), listHas(handle, games, gameId));
};

/** Matches rows that belong to one of these games. */
export const gameWithin = (games: Games, gameId: Column): SQL | undefined =>
  games === null ? undefined : inArray(gameId as Parameters<typeof inArray>[0], [...games]);

/** Matches key families whose keys are limited to one of these games. */
export function keyWithin({ db, t: { api_keys: k } }: Handle, games: Games, familyId: Column): SQL | undefined {
  if (games === null) return undefined;
  const keys = db
    .select({ key_id: k.key_id })
    .from(k)
    .where(inArray(k.game_id, [...games]));
  return and(inArray(familyId as Parameters<typeof inArray>[0], keys));
}
