import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { Database, Handle } from '../../db/database.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { type CampaignMove, moveOf } from '../../domain/campaign-status.ts';
import { type Games, gamesText, parseGames } from '../../domain/games.ts';
import { parseTags, tagsText } from '../../domain/tags.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { type CommissionTier, findOrMakeTerms, parseTiers, tiersContent } from '../settings/terms-store.ts';
import {
  type CampaignRow,
  findCampaign,
  findCampaignForUpdate,
  insertCampaign,
  updateCampaign,
} from './campaigns-store.ts';

export interface CampaignFields {
  name: string;
  starts_at: number;
  ends_at: number;
  /** Null if the organisation's tiers apply. */
  commission_tiers?: CommissionTier[] | null | undefined;
  notes?: string | undefined;
  /** Null for all games. */
  games?: Games | undefined;
  tags?: readonly string[] | undefined;
  leaderboard?: boolean | undefined;
}

/** Creates a campaign as a draft. */
export async function createCampaign(db: Database, staffId: number, fields: CampaignFields, now: number) {
  refuseEmptyPeriod(fields.starts_at, fields.ends_at);
  return db.write(async (handle) => {
    const campaignId = await insertCampaign(handle, {
      name: fields.name,
      starts_at: fields.starts_at,
      ends_at: fields.ends_at,
      stage: 'draft',
      archived_at: null,
      terms_id: (await termsIdOf(handle, fields.commission_tiers, now)) ?? null,
      notes: fields.notes ?? '',
      games: gamesText(fields.games ?? null),
      tags: tagsText(fields.tags ?? []),
      leaderboard: fields.leaderboard ?? false,
      settlement_no: 1,
      created_at: now,
      updated_at: now,
    });
    const campaign = await getCampaign(handle, campaignId);
    await audit(handle, staffId, 'campaign.create', campaignId, { before: null, after: auditView(campaign) }, now);
    return campaign;
  });
}

/** Changes a campaign. If an ended campaign gets an end in the future, it reopens and its status follows the clock. */
export const changeCampaign = (
  db: Database,
  staffId: number,
  campaignId: number,
  fields: CampaignChangeFields,
  now: number,
) => db.write((handle) => changeCampaignIn(handle, staffId, campaignId, fields, now));

export type CampaignChangeFields = Partial<CampaignFields> & VersionRead;

/** Changes the campaign within a transaction. */
export async function changeCampaignIn(
  handle: Handle,
  staffId: number,
  campaignId: number,
  fields: CampaignChangeFields,
  now: number,
): Promise<CampaignRow> {
  const before = await findCampaignForUpdate(handle, campaignId);
  if (!before) throw new AppError('not_found');
  refuseStale(before, fields);
  const { name, starts_at, ends_at, notes, leaderboard, commission_tiers } = fields;
  const games = fields.games === undefined ? undefined : gamesText(fields.games);
  const tags = fields.tags && tagsText(fields.tags);
  refuseEmptyPeriod(starts_at ?? before.starts_at, ends_at ?? before.ends_at);
  const terms_id = await termsIdOf(handle, commission_tiers, now);
  const set = changedFields(before, { name, starts_at, ends_at, notes, leaderboard, games, tags, terms_id });
  if (!set) return before;
  await updateCampaign(handle, campaignId, { ...set, updated_at: now });
  return audited(handle, staffId, 'campaign.change', before, now);
}

export interface AskedMove extends VersionRead {
  move: CampaignMove;
}

export const moveCampaign = (db: Database, staffId: number, campaignId: number, asked: AskedMove, now: number) =>
  db.write((handle) => moveCampaignIn(handle, staffId, campaignId, asked, now));

/** Moves the campaign to another stage within a transaction. */
export async function moveCampaignIn(
  handle: Handle,
  staffId: number,
  campaignId: number,
  asked: AskedMove,
  now: number,
): Promise<CampaignRow> {
  const { move } = asked;
  const before = await findCampaignForUpdate(handle, campaignId);
  if (!before) throw new AppError('not_found');
  refuseStale(before, asked);
  const stage = moveOf(before.stage, move, now, before.ends_at);
  if (stage === 'invalid_status_move') throw new AppError(stage);
  const archived_at = stage === 'archived' ? now : null;
  await updateCampaign(handle, campaignId, { stage, archived_at, updated_at: now });
  return audited(handle, staffId, `campaign.${move}`, before, now);
}

async function getCampaign(handle: Handle, campaignId: number): Promise<CampaignRow> {
  const campaign = await findCampaign(handle, campaignId);
  if (!campaign) throw new AppError('not_found');
  return campaign;
}

async function audited(handle: Handle, staffId: number, action: string, before: CampaignRow, now: number) {
  const after = await getCampaign(handle, before.campaign_id);
  const changes = changesBetween(auditView(before), auditView(after));
  if (changes) await audit(handle, staffId, action, before.campaign_id, changes, now);
  return after;
}

const audit = (
  handle: Handle,
  staffId: number,
  action: string,
  entityId: number,
  changes: { before: object | null; after: object | null },
  now: number,
) => recordAudit(handle, { staffId, action, entity: 'campaign', entityId, ...changes }, now);

const auditView = ({ name, starts_at, ends_at, stage, tiers, notes, games, tags, leaderboard }: CampaignRow) => ({
  name,
  starts_at: new Date(starts_at),
  ends_at: new Date(ends_at),
  stage,
  commission_tiers: tiers === null ? null : parseTiers(tiers),
  notes,
  games: parseGames(games),
  tags: parseTags(tags),
  leaderboard,
});

function refuseEmptyPeriod(startsAt: number, endsAt: number) {
  if (endsAt > startsAt) return;
  throw new AppError({ code: 'invalid_request', errors: [fieldFault('', ['ends_at'], 'not_after_start')] });
}

/** Returns undefined if the request omits the tiers, and null if it removes them. */
async function termsIdOf(handle: Handle, tiers: CommissionTier[] | null | undefined, now: number) {
  return tiers ? findOrMakeTerms(handle, 'tiers', tiersContent(tiers), now) : tiers;
}
