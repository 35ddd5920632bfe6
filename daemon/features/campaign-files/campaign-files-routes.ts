import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { exportCampaign } from './export-campaign.ts';
import { importOut } from './import-answer.ts';
import { importCampaign } from './import-campaign.ts';

interface Parts {
  db: Database;
  /** Wakes the runner of bulk jobs. */
  jobStarted: () => void;
}

export const campaignFileRoutes = ({ db, jobStarted }: Parts): Pick<Routes, 'exportCampaign' | 'importCampaign'> => ({
  exportCampaign: async ({ params: { campaign_id }, query }) => {
    const body = await exportCampaign(db, campaign_id, query.bulk ?? false);
    const headers = { 'Content-Disposition': `attachment; filename="campaign-${campaign_id}.json"` };
    return { rendered: { status: 200, body, headers } };
  },
  importCampaign: async ({ body: file, query, principal: { staffId }, now }) => {
    const dryRun = query.dry_run ?? false;
    const imported = await importCampaign(db, { file, campaignId: query.campaign_id, dryRun, staffId }, now);
    if (imported.jobIds.length > 0) jobStarted();
    return importOut(imported, { file, dryRun });
  },
});
