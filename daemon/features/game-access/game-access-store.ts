import { eq, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { campaignWithin, codeWithin, creatorWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

/** The request parameters that contain the ID of an object that can belong to a game. */
export const TARGETS = [
  'campaign_id',
  'code_id',
  'batch_id',
  'job_id',
  'redemption_id',
  'creator_id',
  'change_id',
  'sign_id',
] as const;
export type Target = (typeof TARGETS)[number];

/**
 * Returns whether an object exists and belongs only to these games; for a creator, one code in these games is enough.
 */
export async function isFound(handle: Handle, games: Games, target: Target, id: number | string): Promise<boolean> {
  const { organisation } = handle.t;
  const rows = await handle.db
    .select({ id: organisation.organisation_id })
    .from(organisation)
    .where(conditionOf(handle, games, target, sql`${id}`));
  return rows.length > 0;
}

function conditionOf(handle: Handle, games: Games, target: Target, id: SQL): SQL | undefined {
  const { bulk_jobs: jobs, claims, scheduled_changes: changes, leak_signs: signs } = handle.t;
  switch (target) {
    case 'campaign_id':
      return campaignWithin(handle, games, id);
    case 'code_id':
      return codeWithin(handle, games, id);
    case 'creator_id':
      return creatorWithin(handle, games, id);
    case 'batch_id':
    case 'job_id':
      return sql`exists (select 1 from ${jobs} where ${eq(jobs.job_id, id)} and ${campaignWithin(handle, games, jobs.campaign_id)})`;
    case 'change_id':
      return sql`exists (select 1 from ${changes} where ${eq(changes.change_id, id)} and ${campaignWithin(handle, games, changes.campaign_id)})`;
    case 'sign_id':
      return sql`exists (select 1 from ${signs} where ${eq(signs.sign_id, id)} and ${codeWithin(handle, games, signs.code_id)})`;
    case 'redemption_id':
      return sql`exists (select 1 from ${claims} where ${eq(claims.claim_id, id)} and ${codeWithin(handle, games, claims.code_id)})`;
  }
}
