import { isCodeValue, normalizeCode } from '../../contract/code-values.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import { AppError, type FieldFault } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { Database, Handle } from '../../db/database.ts';
import { retryLostRace } from '../../db/lost-race.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { isOver } from '../../domain/campaign-status.ts';
import { auditedWindow } from '../../domain/codes/audited-window.ts';
import { contentOf, kindFault, recountsOf } from '../../domain/codes/code-content.ts';
import { codesCreated } from '../../domain/codes/code-messages.ts';
import { type CodeWindow, storedWindow, windowFault } from '../../domain/codes/code-window.ts';
import { conditionsText } from '../../domain/codes/conditions.ts';
import type { Games } from '../../domain/games.ts';
import { parseTags, tagsText } from '../../domain/tags.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findCampaign } from '../campaigns/campaigns-store.ts';
import { refuseUnknownPool } from '../key-pools/refuse-unknown-pool.ts';
import { announce } from '../outbox/outbox-store.ts';
import {
  findCodeByNorm,
  findMainCode,
  findMainCodeForUpdate,
  insertCode,
  type MainCode,
  recountCreatorCodes,
  recountUses,
  updateCode,
} from './codes-store.ts';

export interface CodeFields extends CodeWindow {
  name: string;
  root_url: string;
  usage_limit?: number | null | undefined;
  creator_usage_limit?: number | null | undefined;
  active?: 'Y' | 'N' | undefined;
  rewards_json: string;
  key_pool_id?: number | null | undefined;
  tags?: readonly string[] | undefined;
}
export interface NewCodeFields extends CodeFields {
  code: string;
  use_as_referral?: 'Y' | 'N' | undefined;
}

/** The member of staff, and the games that the account is limited to. */
export interface CodeEditor {
  staffId: number;
  games: Games;
}

export async function createCode(
  db: Database,
  { staffId, games }: CodeEditor,
  campaignId: number,
  fields: NewCodeFields,
  now: number,
) {
  const kind = fields.use_as_referral === 'Y' ? 'referral' : 'redeem';
  refuse(kindFault(kind, fields) ?? windowFault(fields));
  const norm = normalizeCode(fields.code);
  return retryLostRace(() =>
    db.write(async (handle) => {
      await refuseUnlessFree(handle, campaignId, norm, now);
      await refuseUnknownPool(handle, games, fields.key_pool_id);
      const codeId = await insertCode(handle, {
        campaign_id: campaignId,
        kind,
        code: fields.code.trim(),
        code_norm: norm,
        name: fields.name,
        root_url: fields.root_url,
        usage_limit: fields.usage_limit ?? null,
        creator_usage_limit: fields.creator_usage_limit ?? null,
        used: 0,
        active: fields.active !== 'N',
        rewards_json: fields.rewards_json,
        ...storedWindow(fields),
        key_pool_id: fields.key_pool_id ?? null,
        tags: tagsText(fields.tags ?? []),
        status: 'approved',
        created_at: now,
        updated_at: now,
      });
      const code = await getMainCode(handle, codeId);
      await announce(handle, codesCreated([code]), now);
      const after = { campaign_id: campaignId, kind, code: code.code, ...auditView(code) };
      await recordAudit(
        handle,
        { staffId, action: 'code.create', entity: 'code', entityId: codeId, before: null, after },
        now,
      );
      return code;
    }),
  );
}

async function refuseUnlessFree(handle: Handle, campaignId: number, norm: string, now: number) {
  const campaign = await findCampaign(handle, campaignId);
  if (!campaign) throw new AppError('not_found');
  if (isOver(campaign, now)) throw new AppError('campaign_ended');
  if (!isCodeValue(norm))
    throw new AppError({ code: 'invalid_code', errors: [fieldFault('', ['code'], 'not_a_code')] });
  if (await findCodeByNorm(handle, norm)) throw new AppError('code_taken');
}

/** Changes a code, except for its value and type. Existing claims count towards a new or changed limit. */
export async function changeCode(
  db: Database,
  { staffId, games }: CodeEditor,
  codeId: number,
  fields: Partial<CodeFields> & VersionRead,
  now: number,
) {
  return db.write(async (handle) => {
    const before = await findMainCodeForUpdate(handle, codeId);
    if (!before) throw new AppError('not_found');
    refuseStale(before, fields);
    refuse(kindFault(before.kind, fields));
    const { active, conditions, tags, version: _, ...rest } = fields;
    const set = changedFields<MainCode>(before, {
      ...rest,
      active: active && active === 'Y',
      conditions: conditions === undefined ? undefined : conditionsText(conditions),
      tags: tags && tagsText(tags),
    });
    if (!set) return before;
    refuse(windowFault({ ...before, ...set }));
    await refuseUnknownPool(handle, games, set.key_pool_id);
    const recounts = recountsOf(before, { ...before, ...set });
    await updateCode(handle, codeId, { ...set, updated_at: now });
    if (recounts.own) await recountUses(handle, codeId);
    if (recounts.creatorCodes) await recountCreatorCodes(handle, codeId);
    const after = await getMainCode(handle, codeId);
    const changes = changesBetween(auditView(before), auditView(after, before));
    if (changes)
      await recordAudit(handle, { staffId, action: 'code.change', entity: 'code', entityId: codeId, ...changes }, now);
    return after;
  });
}

async function getMainCode(handle: Handle, codeId: number): Promise<MainCode> {
  const code = await findMainCode(handle, codeId);
  if (!code) throw new AppError('not_found');
  return code;
}

const auditView = (code: MainCode, earlier?: MainCode) => ({
  ...contentOf(code),
  ...auditedWindow(code, earlier),
  tags: parseTags(code.tags),
});

function refuse(fault: FieldFault | null) {
  if (fault) throw new AppError({ code: 'invalid_request', errors: [fault] });
}
