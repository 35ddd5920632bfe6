import { CODE_OUTCOMES } from '../../contract/admin/campaign-files.ts';
import type { CampaignFile } from '../../contract/campaign-file.ts';
import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { CodePlan } from './campaign-file-rules.ts';
import type { Imported } from './import-campaign.ts';
import { holdersOf } from './sort-outcomes.ts';

type Answer = AnswerOf<Endpoints['importCampaign']>;

const MOST_REFUSED = 100;
const MOST_ROWS = 200;

export function importOut(
  { plan, campaignId, version, jobIds }: Imported,
  { file, dryRun }: { file: CampaignFile; dryRun: boolean },
  now: number,
): Answer {
  const { campaign, campaignChanges, outcomes, faults, status, digest } = plan;
  const { of } = outcomes;
  const refused = of.refused
    .slice(0, MOST_REFUSED)
    .map(({ pointer, code, plan }) => ({ pointer, code, detail: detailOf(plan) ?? '' }));
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
    preview: digest,
    held_by: holdersOf(outcomes, now),
    ...{ new: of.new.length, changed: of.changed.length, unchanged: of.unchanged.length },
    refused: all.slice(0, MOST_REFUSED),
    refused_total: faults.length + of.refused.length,
    rows: CODE_OUTCOMES.flatMap((outcome) => of[outcome].slice(0, MOST_ROWS))
      .slice(0, MOST_ROWS)
      .map(({ code, plan }) => ({
        code,
        outcome: plan.outcome,
        changes: 'changes' in plan ? plan.changes : null,
        detail: detailOf(plan),
      })),
    left_off: Math.max(0, CODE_OUTCOMES.reduce((total, outcome) => total + of[outcome].length, 0) - MOST_ROWS),
    job_ids: jobIds,
  };
}

const detailOf = (plan: CodePlan) => ('detail' in plan ? plan.detail : null);
