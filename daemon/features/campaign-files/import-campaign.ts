import type { CampaignFile } from '../../contract/campaign-file.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { retryLostRace } from '../../db/lost-race.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { type BulkRequest, insertJob } from '../bulk-codes/bulk-jobs-store.ts';
import { findCampaignForUpdate, insertCampaign, updateCampaign } from '../campaigns/campaigns-store.ts';
import { codesCreated } from '../codes/code-message-rules.ts';
import { type CodeContent, recountsOf } from '../codes/code-rules.ts';
import {
  findMainCodeForUpdate,
  type MainCode,
  recountCreatorCodes,
  recountUses,
  updateCode,
} from '../codes/codes-store.ts';
import { announce } from '../outbox/outbox-store.ts';
import { findOrMakeTerms, tiersContent } from '../settings/terms-store.ts';
import { type Changes, changesOf, type PlannedCode } from './campaign-file-rules.ts';
import { insertCodes } from './campaign-files-store.ts';
import { type ImportPlan, planImport } from './plan-import.ts';

export interface ImportWish {
  file: CampaignFile;
  /** The campaign to change; undefined: the one that holds the file's codes, else a new one. */
  campaignId: number | undefined;
  dryRun: boolean;
  /** Null on the command line. */
  staffId: number | null;
}
export interface Imported {
  plan: ImportPlan;
  campaignId: number | null;
  jobIds: number[];
}

const MOST_FAULTS = 50;

/**
 * Brings a campaign's file in. One transaction changes the campaign and its codes and begins the jobs that add the bulk
 * values, or nothing. What changed since the plan was made refuses the import; a value that was taken meanwhile plans anew.
 */
export async function importCampaign(db: Database, wish: ImportWish, now: number): Promise<Imported> {
  if (wish.dryRun) {
    const plan = await planImport(db, wish.file, wish.campaignId, now);
    return { plan, campaignId: plan.campaign?.campaign_id ?? null, jobIds: [] };
  }
  return retryLostRace(async () => {
    const plan = await planImport(db, wish.file, wish.campaignId, now);
    refuseFaults(plan);
    const batches = batchesOf(wish.file, plan.codes);
    return { plan, ...(await db.write((handle) => apply(handle, wish, { plan, batches }, now))) };
  });
}

function refuseFaults({ codes, faults }: ImportPlan) {
  const errors = [...faults];
  for (const { plan, pointer } of codes) if (plan.outcome === 'refused') errors.push({ pointer, detail: plan.detail });
  if (errors.length > 0) throw new AppError({ code: 'import_refused', errors: errors.slice(0, MOST_FAULTS) });
}

interface Prepared {
  plan: ImportPlan;
  batches: Batch[];
}

async function apply(handle: Handle, { file, staffId }: ImportWish, { plan, batches }: Prepared, now: number) {
  const campaignId = await applyCampaign(handle, file, plan, now);
  for (const code of plan.codes) if (code.plan.outcome === 'changed') await applyChange(handle, code, now);
  const own = plan.codes.filter((code) => code.plan.outcome === 'new' && code.batch === null);
  const made = await insertCodes(
    handle,
    own.map((code) => newRow(code, campaignId, now)),
  );
  const jobIds: number[] = [];
  for (const batch of batches) {
    const starter = { campaign_id: campaignId, staff_id: staffId ?? NO_STAFF, created_at: now };
    jobIds.push((await insertJob(handle, { ...starter, kind: 'import', ...batch })).job_id);
  }
  for (let at = 0; at < made.length; at += TOLD_AT_ONCE)
    await announce(handle, codesCreated(made.slice(at, at + TOLD_AT_ONCE) as MainCode[]), now);
  const entry = { staffId, action: 'campaign.import', entity: 'campaign', entityId: campaignId };
  await recordAudit(handle, { ...entry, ...auditedChanges(plan, jobIds) }, now);
  return { campaignId, jobIds };
}

function auditedChanges({ campaign, campaignChanges, codes }: ImportPlan, job_ids: number[]) {
  const side = (changes: Changes | null, which: 'from' | 'to') =>
    Object.fromEntries(Object.entries(changes ?? {}).map(([name, change]) => [name, change[which]]));
  const changed = (which: 'from' | 'to') =>
    codes.flatMap(({ code, plan }) => (plan.outcome === 'changed' ? [{ code, ...side(plan.changes, which) }] : []));
  const added = codes.filter(({ plan }) => plan.outcome === 'new').length;
  const before = campaign && { ...side(campaignChanges, 'from'), codes: changed('from') };
  return { before, after: { ...side(campaignChanges, 'to'), codes: changed('to'), added, job_ids } };
}

/** A message names at most so many codes. */
const TOLD_AT_ONCE = 500;

/** A new campaign is a draft; an existing one keeps its stage. */
async function applyCampaign(handle: Handle, { campaign: file }: CampaignFile, plan: ImportPlan, now: number) {
  const { name, starts_at, ends_at, notes, commission_tiers: tiers } = file;
  const terms_id = tiers && (await findOrMakeTerms(handle, 'tiers', tiersContent(tiers), now));
  const content = { name, starts_at, ends_at, notes, terms_id };
  if (!plan.campaign) {
    const fresh = { stage: 'draft', archived_at: null, settlement_no: 1, created_at: now, updated_at: now } as const;
    return insertCampaign(handle, { ...content, ...fresh });
  }
  const { campaign_id } = plan.campaign;
  const present = await findCampaignForUpdate(handle, campaign_id);
  if (JSON.stringify(present) !== JSON.stringify(plan.campaign)) throw new AppError('edit_raced');
  if (plan.campaignChanges) await updateCampaign(handle, campaign_id, { ...content, updated_at: now });
  return campaign_id;
}

const contentOf = (code: CodeContent): CodeContent => ({
  name: code.name,
  root_url: code.root_url,
  usage_limit: code.usage_limit,
  creator_usage_limit: code.creator_usage_limit,
  active: code.active,
  rewards_json: code.rewards_json,
});

async function applyChange(handle: Handle, code: PlannedCode, now: number): Promise<void> {
  if (code.plan.outcome !== 'changed') return;
  const { codeId, changes } = code.plan;
  const present = await findMainCodeForUpdate(handle, codeId);
  const names = Object.keys(contentOf(code)) as (keyof CodeContent)[];
  if (!present || JSON.stringify(changesOf(names, present, code)) !== JSON.stringify(changes))
    throw new AppError('edit_raced');
  const recounts = recountsOf(present, code);
  await updateCode(handle, codeId, { ...contentOf(code), updated_at: now });
  if (recounts.own) await recountUses(handle, codeId);
  if (recounts.creatorCodes) await recountCreatorCodes(handle, codeId);
}

const newRow = (code: PlannedCode, campaign_id: number, now: number) => ({
  ...{ campaign_id, kind: code.kind, code: code.code, code_norm: code.norm, used: 0, version: 1 },
  ...contentOf(code),
  ...{ status: 'approved' as const, created_at: now, updated_at: now },
});

/** No member of staff stands behind a job that the operator began on the command line. */
const NO_STAFF = 0;

interface Batch {
  request: BulkRequest;
  total: number;
}

/** The new values of each batch of the file, as the request of a job. */
function batchesOf(file: CampaignFile, codes: readonly PlannedCode[]): Batch[] {
  const added = new Map<number, PlannedCode[]>();
  for (const code of codes) {
    if (code.batch === null || code.plan.outcome !== 'new') continue;
    const own = added.get(code.batch) ?? [];
    own.push(code);
    added.set(code.batch, own);
  }
  return [...added].map(([at, own]) => {
    const { values: _, ...shared } = file.batches[at] as CampaignFile['batches'][number];
    const content = { ...shared, active: shared.active === 'Y' };
    const rows = own.map((code, index) => ({ line: index + 1, code: code.code, ...differing(code, content) }));
    return { request: { ...shared, rows }, total: rows.length };
  });
}

function differing(code: PlannedCode, shared: Omit<CodeContent, 'creator_usage_limit'>) {
  const { name, root_url, usage_limit, active, rewards_json } = code;
  return {
    ...(name === shared.name ? {} : { name }),
    ...(root_url === shared.root_url ? {} : { root_url }),
    ...(usage_limit === shared.usage_limit ? {} : { usage_limit }),
    ...(active === shared.active ? {} : { active: active ? ('Y' as const) : ('N' as const) }),
    ...(rewards_json === shared.rewards_json ? {} : { rewards_json }),
  };
}
