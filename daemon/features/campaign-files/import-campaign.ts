import type { CampaignFile } from '../../contract/campaign-file.ts';
import { AppError, MOST_FAULTS } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/lost-race.ts';
import { auditedRecipient } from '../../domain/codes/audited-window.ts';
import { contentOf, recountsOf } from '../../domain/codes/code-content.ts';
import { codesCreated } from '../../domain/codes/code-messages.ts';
import { gamesText } from '../../domain/games.ts';
import { tagsText } from '../../domain/tags.ts';
import type { Clock } from '../../lib/clock.ts';
import { recordAudit } from '../audit/audit-store.ts';
import {
  findCampaign,
  findCampaignForUpdate,
  insertCampaign,
  showCampaign,
  updateCampaign,
} from '../campaigns/campaigns-store.ts';
import {
  findMainCodeForUpdate,
  type MainCode,
  recountCreatorCodes,
  recountUses,
  updateCode,
} from '../codes/codes-store.ts';
import { announce } from '../outbox/outbox-store.ts';
import { findOrMakeTerms, tiersContent } from '../settings/terms-store.ts';
import { type Changes, codeChanges, type PlannedCode } from './campaign-file-rules.ts';
import { insertCodes } from './campaign-files-store.ts';
import { collectBatches } from './collect-batches.ts';
import { type ImportPlan, type ImportTarget, planImport } from './plan-import.ts';
import {
  type Batch,
  beginReservation,
  dropReservation,
  keepReservation,
  type Reservation,
  reserveValues,
  ValueTakenError,
} from './reserve-values.ts';
import { holdersOf } from './sort-outcomes.ts';

export interface ImportRequest extends ImportTarget {
  file: CampaignFile;
  dryRun: boolean;
  /**
   * The digest of the plan that the caller's dry run returned. If the plan has changed since, the import is refused.
   */
  preview?: string | undefined;
  /** Null on the command line. */
  staffId: number | null;
}
export interface Imported {
  plan: ImportPlan;
  campaignId: number | null;
  /** The version of the campaign; null if the campaign would be new. */
  version: number | null;
  jobIds: number[];
}

/**
 * Imports a campaign file. First it reserves new bulk codes as hidden codes in short transactions, so that redeems do
 * not wait; then it changes the campaign and its codes in one transaction. If anything has changed since the plan, it
 * refuses the import and frees the reserved values.
 */
export async function importCampaign(db: Database, request: ImportRequest, clock: Clock): Promise<Imported> {
  const now = clock();
  const plan = await planImport(db, request.file, request, now);
  if (!request.dryRun) refuseFaults(plan, now);
  if (request.preview !== undefined && request.preview !== plan.digest) throw new AppError('edit_conflict');
  if (request.dryRun) {
    const { campaign_id = null, version = null } = plan.campaign ?? {};
    return { plan, campaignId: campaign_id, version, jobIds: [] };
  }
  const batches = await collectBatches(request.file, plan.outcomes, plan.pools);
  const staffId = request.staffId ?? NO_STAFF;
  const held = batches.length === 0 ? null : await begin(db, request.file, plan, { batches, staffId, now });
  try {
    if (held) await reserveValues(db, batches, held, clock);
    return { plan, ...(await db.write((handle) => apply(handle, request, { plan, batches, held }, clock()))) };
  } catch (error) {
    if (held) await dropReservation(db, held, 'the import was refused; nothing was stored');
    if (!(error instanceof ValueTakenError || isUniqueViolation(error))) throw error;
    refuseFaults(await planImport(db, request.file, request, now, held?.jobIds), now);
    // The new plan has no fault: the taken value is now in this campaign, or its other holder has been deleted.
    throw new AppError(request.campaignId === undefined ? 'code_taken' : 'edit_conflict');
  }
}

/** Refuses a plan with faults. If values are taken, the refusal also names the campaigns that have them. */
function refuseFaults({ faults, outcomes }: ImportPlan, now: number) {
  const refused = outcomes.of.refused
    .slice(0, MOST_FAULTS)
    .flatMap(({ plan, pointer }) => (plan.outcome === 'refused' ? [{ pointer, detail: plan.detail }] : []));
  const shown = [...faults, ...refused].slice(0, MOST_FAULTS);
  if (shown.length === 0) return;
  if (!outcomes.isAnyTaken) throw new AppError({ code: 'import_refused', errors: shown });
  throw new AppError({
    code: 'code_taken',
    detail: TAKEN,
    errors: shown,
    extra: { held_by: holdersOf(outcomes, now) },
  });
}

const TAKEN = 'The file contains codes that are already taken; nothing was stored.';

interface Beginning {
  batches: readonly Batch[];
  staffId: number;
  now: number;
}

/** Starts the reservation. A new campaign stays hidden until its values are reserved. */
const begin = (db: Database, file: CampaignFile, { campaign }: ImportPlan, { batches, staffId, now }: Beginning) =>
  db.write(async (handle) => {
    const campaignId = campaign?.campaign_id ?? (await insertFresh(handle, file, 'importing', now));
    return beginReservation(handle, batches, { campaignId, staffId }, now);
  });

interface Prepared {
  plan: ImportPlan;
  batches: readonly Batch[];
  held: Reservation | null;
}

async function apply(handle: Handle, { file, staffId }: ImportRequest, { plan, batches, held }: Prepared, now: number) {
  const campaignId = await applyCampaign(handle, file, plan, held, now);
  for (const code of plan.outcomes.of.changed) await applyChange(handle, code, now);
  const made = await insertCodes(
    handle,
    plan.outcomes.newByHand.map((code) => newRow(code, campaignId, now)),
  );
  if (held) await keepReservation(handle, batches, held, now);
  const jobIds = held?.jobIds ?? [];
  for (let at = 0; at < made.length; at += CODES_PER_MESSAGE)
    await announce(handle, codesCreated(made.slice(at, at + CODES_PER_MESSAGE) as MainCode[]), now);
  const entry = { staffId, action: 'campaign.import', entity: 'campaign', entityId: campaignId };
  await recordAudit(handle, { ...entry, ...auditedChanges(plan, jobIds) }, now);
  const { version = null } = (await findCampaign(handle, campaignId)) ?? {};
  return { campaignId, version, jobIds };
}

function auditedChanges({ campaign, campaignChanges, outcomes: { of } }: ImportPlan, job_ids: number[]) {
  const side = (changes: Changes | null, which: 'from' | 'to') =>
    Object.fromEntries(Object.entries(changes ?? {}).map(([name, change]) => [name, change[which]]));
  const changed = (which: 'from' | 'to') =>
    of.changed.flatMap(({ code, plan }) =>
      plan.outcome === 'changed' ? [{ code, ...side(withoutRecipients(plan.changes), which) }] : [],
    );
  const before = campaign && { ...side(campaignChanges, 'from'), codes: changed('from') };
  return { before, after: { ...side(campaignChanges, 'to'), codes: changed('to'), added: of.new.length, job_ids } };
}

function withoutRecipients({ recipient, ...changes }: Changes): Changes {
  if (!recipient) return changes;
  const [from, to] = [recipient.from, recipient.to] as (string | null)[];
  return { ...changes, recipient: { from: auditedRecipient(from ?? null), to: auditedRecipient(to ?? null, from) } };
}

/** The maximum number of codes in one message. */
const CODES_PER_MESSAGE = 500;

/** Creates a campaign as a draft, or changes an existing one, which keeps its stage. */
async function applyCampaign(
  handle: Handle,
  file: CampaignFile,
  { campaign, campaignChanges }: ImportPlan,
  held: Reservation | null,
  now: number,
): Promise<number> {
  if (!campaign) {
    if (!held) return insertFresh(handle, file, 'draft', now);
    await showCampaign(handle, held.campaignId);
    return held.campaignId;
  }
  const { campaign_id, version } = campaign;
  const present = await findCampaignForUpdate(handle, campaign_id);
  if (present?.version !== version) throw new AppError('edit_conflict');
  if (campaignChanges)
    await updateCampaign(handle, campaign_id, { ...(await contentOfFile(handle, file, now)), updated_at: now });
  return campaign_id;
}

async function insertFresh(handle: Handle, file: CampaignFile, stage: 'draft' | 'importing', now: number) {
  const content = await contentOfFile(handle, file, now);
  const fresh = { stage, archived_at: null, settlement_no: 1, created_at: now, updated_at: now };
  return insertCampaign(handle, { ...content, ...fresh });
}

async function contentOfFile(handle: Handle, { campaign }: CampaignFile, now: number) {
  const { name, starts_at, ends_at, notes, commission_tiers: tiers, games, tags, leaderboard } = campaign;
  const terms_id = tiers && (await findOrMakeTerms(handle, 'tiers', tiersContent(tiers), now));
  const given = {
    ...(games !== undefined && { games: gamesText(games) }),
    ...(tags && { tags: tagsText(tags) }),
    ...(leaderboard !== undefined && { leaderboard }),
  };
  return { name, starts_at, ends_at, notes, terms_id, ...given };
}

async function applyChange(handle: Handle, code: PlannedCode, now: number): Promise<void> {
  if (code.plan.outcome !== 'changed') return;
  const { codeId, changes } = code.plan;
  const present = await findMainCodeForUpdate(handle, codeId);
  if (!present || JSON.stringify(codeChanges(present, code)) !== JSON.stringify(changes))
    throw new AppError('edit_conflict');
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

/** The staff ID of jobs that the operator starts on the command line. */
const NO_STAFF = 0;
