import type { Routes } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { refuseOtherGames } from '../../domain/games.ts';
import type { Clock } from '../../lib/clock.ts';
import { exportCampaign } from './export-campaign.ts';
import { importOut } from './import-answer.ts';
import { importCampaign } from './import-campaign.ts';
import { readTarget } from './plan-import.ts';

interface Parts {
  db: Database;
  clock: Clock;
  /** Wakes the runner of bulk jobs. */
  jobStarted: () => void;
}

export const campaignFileRoutes = ({
  db,
  clock,
  jobStarted,
}: Parts): Pick<Routes, 'exportCampaign' | 'importCampaign'> => ({
  exportCampaign: async ({ params: { campaign_id }, query }) => {
    const body = await exportCampaign(db, campaign_id, query.bulk ?? false);
    const headers = { 'Content-Disposition': `attachment; filename="campaign-${campaign_id}.json"` };
    return { rendered: { status: 200, body, headers } };
  },
  importCampaign: async ({ body: file, query, principal: { staffId, games: limit }, now }) => {
    const { dry_run: dryRun = false, campaign_id: campaignId, version, preview } = query;
    const { games } = file.campaign;
    if (campaignId === undefined || games !== undefined) refuseOtherGames(games ?? null, limit, ['campaign', 'games']);
    const request = { file, campaignId, version, preview, dryRun, staffId, games: limit };
    const change = importCampaign(db, request, clock);
    try {
      const imported = await (campaignId === undefined
        ? change
        : withCurrent(change, () => readTarget(db, campaignId, now)));
      return importOut(imported, { file, dryRun }, now);
    } finally {
      // The runner also removes the values that a refused import reserved.
      if (!dryRun) jobStarted();
    }
  },
});
