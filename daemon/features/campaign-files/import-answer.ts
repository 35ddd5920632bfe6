import { CODE_OUTCOMES } from '../../contract/admin/campaign-files.ts';
import type { CampaignFile } from '../../contract/campaign-file.ts';
import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { type CodePlan, holdersOf, type PlannedCode } from './campaign-file-rules.ts';
import type { Imported } from './import-campaign.ts';

type Answer = AnswerOf<Endpoints['importCampaign']>;

const MOST_REFUSED = 100;
const MOST_ROWS = 200;

export function importOut(
  { plan, campaignId, version, jobIds }: Imported,
  { file, dryRun }: { file: CampaignFile; dryRun: boolean },
  now: number,
): Answer {
  const { campaign, campaignChanges, codes, faults, status, digest } = plan;
  const { counts, rows } = summaryOf(codes);
  const refused = rows.refused.map(({ pointer, code, plan }) => ({ pointer, code, detail: detailOf(plan) ?? '' }));
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
    held_by: holdersOf(codes, now),
    ...{ new: counts.new, changed: counts.changed, unchanged: counts.unchanged },
    refused: all.slice(0, MOST_REFUSED),
    refused_total: faults.length + counts.refused,
    rows: CODE_OUTCOMES.flatMap((outcome) => rows[outcome])
      .slice(0, MOST_ROWS)
      .map(({ code, plan }) => ({
        code,
        outcome: plan.outcome,
        changes: 'changes' in plan ? plan.changes : null,
        detail: detailOf(plan),
      })),
    left_off: Math.max(0, codes.length - MOST_ROWS),
    job_ids: jobIds,
  };
}

const detailOf = (plan: CodePlan) => ('detail' in plan ? plan.detail : null);

/** Counts the codes by outcome, and lists the first codes with each outcome. */
function summaryOf(codes: readonly PlannedCode[]) {
  const counts = { refused: 0, changed: 0, new: 0, unchanged: 0 };
  const rows: Record<CodePlan['outcome'], PlannedCode[]> = { refused: [], changed: [], new: [], unchanged: [] };
  for (const code of codes) {
    const { outcome } = code.plan;
    counts[outcome] += 1;
    if (rows[outcome].length < MOST_ROWS) rows[outcome].push(code);
  }
  return { counts, rows };
}
