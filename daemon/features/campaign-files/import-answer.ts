import { CODE_OUTCOMES } from '../../contract/admin/campaign-files.ts';
import type { CampaignFile } from '../../contract/campaign-file.ts';
import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { type CodePlan, holdersOf } from './campaign-file-rules.ts';
import type { Imported } from './import-campaign.ts';
import { previewOf } from './plan-import.ts';

type Answer = AnswerOf<Endpoints['importCampaign']>;

const MOST_REFUSED = 100;
const MOST_ROWS = 200;

export function importOut(
  { plan, campaignId, version, jobIds }: Imported,
  { file, dryRun }: { file: CampaignFile; dryRun: boolean },
  now: number,
): Answer {
  const { campaign, campaignChanges, codes, faults, status } = plan;
  const countOf = (outcome: CodePlan['outcome']) => codes.filter((code) => code.plan.outcome === outcome).length;
  const ordered = CODE_OUTCOMES.flatMap((outcome) => codes.filter((code) => code.plan.outcome === outcome));
  const refused = codes.flatMap(({ pointer, code, plan }) =>
    plan.outcome === 'refused' ? [{ pointer, code, detail: plan.detail }] : [],
  );
  const all = [...faults.map((fault) => ({ ...fault, code: null })), ...refused];
  return {
    dry_run: dryRun,
    campaign: {
      action: !campaign ? 'create' : campaignChanges ? 'change' : 'unchanged',
      campaign_id: campaignId,
      name: file.campaign.name,
      status,
      version,
      changes: campaignChanges ?? {},
    },
    preview: previewOf(plan),
    held_by: holdersOf(codes, now),
    new: countOf('new'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    refused: all.slice(0, MOST_REFUSED),
    refused_total: all.length,
    rows: ordered.slice(0, MOST_ROWS).map(({ code, plan }) => ({
      code,
      outcome: plan.outcome,
      changes: 'changes' in plan ? plan.changes : null,
      detail: 'detail' in plan ? plan.detail : null,
    })),
    left_off: Math.max(0, codes.length - MOST_ROWS),
    job_ids: jobIds,
  };
}
