import type { CampaignFile } from '../../contract/campaign-file.ts';
import { isCodeValue, normalizeCode } from '../../contract/code-values.ts';
import type { CampaignTimes } from '../../domain/campaign-status.ts';
import { type CodeContent, kindFault } from '../../domain/codes/code-content.ts';
import type { CodeKind, MainCodeKind } from '../../domain/codes/code-kinds.ts';
import { storedWindow, windowFault, windowOut } from '../../domain/codes/code-window.ts';
import { parseTags, tagsText } from '../../domain/tags.ts';

/** A code in the file, with its position. */
export interface FileCode extends Omit<CodeContent, 'tags'> {
  /** Undefined if the file does not contain tags for the code. */
  tags: string | null | undefined;
  pointer: string;
  code: string;
  norm: string;
  kind: MainCodeKind;
  /** The index of its batch in the file; null for a code that staff created individually. */
  batch: number | null;
}

/** A code on this server with the same value. */
export interface KnownCode extends CodeContent {
  code_id: number;
  kind: CodeKind;
  campaign: HoldingCampaign;
}

export interface HoldingCampaign extends CampaignTimes {
  campaign_id: number;
  name: string;
  version: number;
}

export type Changes = Record<string, { from: unknown; to: unknown }>;
export type CodePlan =
  | { outcome: 'new' | 'unchanged' }
  | { outcome: 'changed'; codeId: number; changes: Changes }
  | { outcome: 'refused'; detail: string; isTaken: boolean; heldBy: HoldingCampaign | null };
/** A reason why an import is refused. */
export interface PlanFault {
  /** The JSON Pointer of the value in the file. */
  pointer: string;
  detail: string;
}
export type PlannedCode = FileCode & CodeContent & { plan: CodePlan };

type HandMade = CampaignFile['codes'][number];
type FileBatch = CampaignFile['batches'][number];

/** The key pools on this server, by name in lower case. */
export type PoolIds = ReadonlyMap<string, number>;

/** Returns the ID of the pool with this name; null if there is no name or no such pool, which `poolFaults` reports. */
export const poolIdOf = (pools: PoolIds, name: string | null | undefined): number | null =>
  (name && pools.get(name.toLowerCase())) || null;

/** Lists the places where a file names a key pool that does not exist on this server. */
export function poolFaults({ codes, batches }: CampaignFile, pools: PoolIds): PlanFault[] {
  const faults: PlanFault[] = [];
  const check = (name: string, holder: string) => {
    if (poolIdOf(pools, name) !== null) return;
    faults.push({ pointer: `${holder}/key_pool`, detail: `there is no key pool “${name}” on this server` });
  };
  for (const [at, { key_pool }] of codes.entries()) if (key_pool) check(key_pool, `/codes/${at}`);
  for (const [at, { key_pool, values }] of batches.entries()) {
    if (key_pool) check(key_pool, `/batches/${at}`);
    for (const [row, value] of values.entries())
      if (typeof value !== 'string' && value.key_pool) check(value.key_pool, `/batches/${at}/values/${row}`);
  }
  return faults;
}

export const handMadeCode = (code: HandMade, at: number, pools: PoolIds): FileCode =>
  fileCode(code, pools, {
    value: code.code,
    pointer: `/codes/${at}`,
    kind: code.use_as_referral === 'Y' ? 'referral' : 'redeem',
    batch: null,
    active: code.active !== 'N',
    creator_usage_limit: code.creator_usage_limit,
  });

export function bulkCode(
  shared: Omit<FileBatch, 'values'>,
  batch: number,
  value: FileBatch['values'][number],
  at: number,
  pools: PoolIds,
): FileCode {
  const content = typeof value === 'string' ? shared : { ...shared, ...value };
  return fileCode(content, pools, {
    value: typeof value === 'string' ? value : value.code,
    pointer: `/batches/${batch}/values/${at}`,
    kind: 'redeem',
    batch,
    active: content.active === 'Y',
    creator_usage_limit: null,
  });
}

interface OfOneCode extends Pick<FileCode, 'pointer' | 'kind' | 'batch' | 'active' | 'creator_usage_limit'> {
  value: string;
}

/** The fields are listed one by one, because spread and rest properties are slow for 100,000 codes. */
function fileCode(content: FileContent, pools: PoolIds, own: OfOneCode): FileCode {
  const window = storedWindow(content);
  return {
    pointer: own.pointer,
    code: own.value.trim(),
    norm: normalizeCode(own.value),
    kind: own.kind,
    batch: own.batch,
    name: content.name,
    root_url: content.root_url,
    usage_limit: content.usage_limit,
    creator_usage_limit: own.creator_usage_limit,
    active: own.active,
    rewards_json: content.rewards_json,
    starts_at: window.starts_at,
    ends_at: window.ends_at,
    recipient: window.recipient,
    conditions: window.conditions,
    key_pool_id: poolIdOf(pools, content.key_pool),
    tags: content.tags && tagsText(content.tags),
  };
}

type FileContent = Omit<HandMade, 'code' | 'active' | 'creator_usage_limit' | 'use_as_referral'>;

const FIELDS = [
  ...(['name', 'root_url', 'usage_limit', 'creator_usage_limit', 'active', 'rewards_json'] as const),
  ...(['starts_at', 'ends_at', 'recipient', 'conditions', 'key_pool_id', 'tags'] as const),
];

/** Returns the fields of a code that differ, in readable form; null if none differ. */
export const codeChanges = (from: CodeContent, to: CodeContent): Changes | null =>
  changesOf(FIELDS, from, to) && changesOf(FIELDS, readable(from), readable(to));

const readable = (content: CodeContent) => ({ ...content, ...windowOut(content), tags: parseTags(content.tags) });

export interface Target {
  campaignId: number | null;
  /** True if the imported campaign is already over, so that codes cannot be added. */
  isOver: boolean;
}

/**
 * Sets `plan`: what the import will do with the code. If the file does not contain its tags, the code keeps its tags.
 * The code is changed in place, because a file can have 100,000 codes.
 */
export function planCode(code: FileCode, known: KnownCode | undefined, target: Target): PlannedCode {
  const whole = Object.assign(code, { tags: code.tags === undefined ? (known?.tags ?? null) : code.tags });
  return Object.assign(whole, { plan: planOf(whole, known, target) });
}

function planOf(code: FileCode & CodeContent, known: KnownCode | undefined, target: Target): CodePlan {
  const fault = kindFault(code.kind, code) ?? windowFault(code);
  if (fault) return refused(fault.detail);
  if (!isCodeValue(code.norm)) return refused('a code must have 3-64 characters of A-Z 0-9 _ -');
  if (!known) return target.isOver ? refused('the campaign has ended') : { outcome: 'new' };
  if (known.campaign.stage === 'importing') return taken('another running import has this code', null);
  const holder = `campaign ${known.campaign.campaign_id} (“${known.campaign.name}”)`;
  if (known.kind === 'creator') return taken(`a creator in ${holder} has this code`, null);
  if (known.campaign.campaign_id !== target.campaignId) return taken(`${holder} has this code`, known.campaign);
  if (known.kind !== code.kind)
    return refused(`the type of this code is ${known.kind} on this server and cannot be changed`);
  const changes = codeChanges(known, code);
  return changes === null ? { outcome: 'unchanged' } : { outcome: 'changed', codeId: known.code_id, changes };
}

export const refused = (detail: string): CodePlan => ({ outcome: 'refused', detail, isTaken: false, heldBy: null });

/** @param heldBy the campaign to which the file could be imported instead; null if there is none */
const taken = (detail: string, heldBy: HoldingCampaign | null): CodePlan => ({
  ...{ outcome: 'refused', detail, isTaken: true, heldBy },
});

/** Returns the fields that differ; null if none do. */
export function changesOf<K extends string>(
  names: readonly K[],
  from: Record<K, unknown>,
  to: Record<K, unknown>,
): Changes | null {
  const differing = names.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
  if (differing.length === 0) return null;
  return Object.fromEntries(differing.map((name) => [name, { from: from[name], to: to[name] }]));
}
