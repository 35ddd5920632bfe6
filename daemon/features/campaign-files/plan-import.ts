import { createHash } from 'node:crypto';
import type { CampaignFile } from '../../contract/campaign-file.ts';
import { AppError } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { Database, Handle } from '../../db/database.ts';
import { isOver, type ShownStatus, shownStatus } from '../../domain/campaign-status.ts';
import { rewardsFault } from '../../domain/codes/code-import.ts';
import { type Games, parseGames } from '../../domain/games.ts';
import { parseTags } from '../../domain/tags.ts';
import { isoInstant } from '../../lib/clock.ts';
import { mapInTurns } from '../../lib/map-in-turns.ts';
import { campaignOut } from '../campaigns/campaign-response.ts';
import { type CampaignRow, findCampaign } from '../campaigns/campaigns-store.ts';
import { readPoolIds } from '../key-pools/key-pools-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { tiersContent } from '../settings/terms-store.ts';
import {
  bulkCode,
  type Changes,
  changesOf,
  type FileCode,
  handMadeCode,
  type KnownCode,
  type PlanFault,
  type PlannedCode,
  type PoolIds,
  planCode,
  poolFaults,
  refused,
} from './campaign-file-rules.ts';
import { findKnownCodes } from './campaign-files-store.ts';
import { addOutcome, noOutcomes, type Outcomes, tooMany } from './sort-outcomes.ts';

export interface ImportPlan {
  /** The campaign on this server that the file changes; null for a new one. */
  campaign: CampaignRow | null;
  status: ShownStatus;
  campaignChanges: Changes | null;
  outcomes: Outcomes;
  /** A digest of the planned changes. The caller sends it back to apply exactly these changes. */
  digest: string;
  /** The reasons why the whole file cannot be imported. */
  faults: PlanFault[];
  pools: PoolIds;
}

const LOOKED_UP_AT_ONCE = 500;

export interface ImportTarget extends VersionRead {
  /** The campaign to change; undefined for a new one. */
  campaignId?: number | undefined;
  /** The games that the account is limited to, or null. A limited account may not use key pools. */
  games: Games;
}

/**
 * Plans what an import would create and change.
 * @param reserved IDs of this import's own jobs; codes reserved by them count as free
 */
export async function planImport(
  db: Database,
  file: CampaignFile,
  { campaignId, version, games }: ImportTarget,
  now: number,
  reserved: readonly number[] = [],
): Promise<ImportPlan> {
  const pools = games === null ? await db.read(readPoolIds) : new Map<string, number>();
  const codes = await codesOf(file, pools);
  const known = await readKnown(db, codes, reserved);
  const { campaign, currency } = await db.read(async (handle) => ({
    campaign: campaignId === undefined ? null : await getCampaign(handle, campaignId),
    currency: (await getOrganisation(handle)).currency,
  }));
  if (campaign) refuseStale(campaign, { version });
  const after = {
    stage: campaign?.stage ?? 'draft',
    starts_at: file.campaign.starts_at,
    ends_at: file.campaign.ends_at,
  };
  const target = { campaignId: campaignId ?? null, isOver: isOver(after, now) };
  const first = new Map<string, FileCode>();
  const planOne = (code: FileCode): PlannedCode => {
    const earlier = first.get(code.norm);
    if (earlier) return { ...code, tags: null, plan: refused(`${earlier.pointer} already has this code`) };
    first.set(code.norm, code);
    return planCode(code, known.get(code.norm), target);
  };
  const campaignChanges = campaign && changesOf(CAMPAIGN_FIELDS, contentOf(campaign), contentOfFile(file, campaign));
  const outcomes = noOutcomes();
  const digest = createHash('sha256');
  digest.update(JSON.stringify([campaign?.campaign_id, campaign?.version, campaignChanges]));
  await mapInTurns(codes, (code) => {
    const planned = planOne(code);
    addOutcome(outcomes, planned);
    digest.update(digestedPart(planned));
  });
  return {
    campaign,
    status: campaign ? shownStatus(campaign, now) : 'draft',
    campaignChanges,
    outcomes,
    digest: digest.digest('base64url'),
    faults: [...faultsOf(file, campaign, currency, outcomes), ...poolFaults(file, pools)],
    pools,
  };
}

async function codesOf({ codes, batches }: CampaignFile, pools: PoolIds): Promise<FileCode[]> {
  const lists = [await mapInTurns(codes, (code, at) => handMadeCode(code, at, pools))];
  for (const [batchIndex, { values, ...shared }] of batches.entries())
    lists.push(await mapInTurns(values, (value, at) => bulkCode(shared, batchIndex, value, at, pools)));
  return lists.flat();
}

/** Returns the current state of the campaign that an import was going to change. */
export const readTarget = async (db: Database, campaignId: number, now: number) =>
  campaignOut(await db.read((handle) => getCampaign(handle, campaignId)), now);

const digestedPart = ({ norm, plan }: PlannedCode): string =>
  plan.outcome === 'changed' ? JSON.stringify([norm, plan.changes]) : plan.outcome;

async function readKnown(
  db: Database,
  codes: readonly FileCode[],
  except: readonly number[],
): Promise<Map<string, KnownCode>> {
  const known = new Map<string, KnownCode>();
  for (let at = 0; at < codes.length; at += LOOKED_UP_AT_ONCE) {
    const norms = codes.slice(at, at + LOOKED_UP_AT_ONCE).map((code) => code.norm);
    for (const { norm, ...code } of await db.read((handle) => findKnownCodes(handle, norms, except)))
      known.set(norm, code);
  }
  return known;
}

async function getCampaign(handle: Handle, campaignId: number): Promise<CampaignRow> {
  const campaign = await findCampaign(handle, campaignId);
  if (!campaign) throw new AppError({ code: 'not_found', detail: `Campaign ${campaignId} does not exist.` });
  return campaign;
}

function faultsOf(
  { campaign: file, batches }: CampaignFile,
  campaign: CampaignRow | null,
  currency: string,
  outcomes: Outcomes,
): PlanFault[] {
  const faults: PlanFault[] = [];
  if (campaign?.stage === 'archived')
    faults.push({ pointer: '/campaign', detail: `campaign ${campaign.campaign_id} is archived` });
  if (file.commission_tiers && file.currency !== currency)
    faults.push({
      pointer: '/campaign/currency',
      detail: `the tiers are in ${file.currency}, but this server pays in ${currency}`,
    });
  for (const [at, { rewards_json, values }] of batches.entries()) {
    const fault = rewardsFault(rewards_json, values.length);
    if (fault) faults.push({ pointer: `/batches/${at}/rewards_json`, detail: fault.detail });
  }
  const many = tooMany(outcomes);
  if (many) faults.push({ pointer: '/codes', detail: many });
  return faults;
}

const CAMPAIGN_FIELDS = [
  'name',
  'starts_at',
  'ends_at',
  'notes',
  'commission_tiers',
  'games',
  'tags',
  'leaderboard',
] as const;

const contentOf = (row: CampaignRow) => ({
  name: row.name,
  starts_at: isoInstant(row.starts_at),
  ends_at: isoInstant(row.ends_at),
  notes: row.notes,
  commission_tiers: row.tiers === null ? null : JSON.parse(row.tiers),
  games: parseGames(row.games),
  tags: parseTags(row.tags),
  leaderboard: row.leaderboard,
});

const contentOfFile = ({ campaign }: CampaignFile, before: CampaignRow) => ({
  name: campaign.name,
  starts_at: isoInstant(campaign.starts_at),
  ends_at: isoInstant(campaign.ends_at),
  notes: campaign.notes,
  commission_tiers: campaign.commission_tiers && JSON.parse(tiersContent(campaign.commission_tiers)),
  games: campaign.games === undefined ? parseGames(before.games) : campaign.games,
  tags: campaign.tags ?? parseTags(before.tags),
  leaderboard: campaign.leaderboard ?? before.leaderboard,
});
