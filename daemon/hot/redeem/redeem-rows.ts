import type { WebhookEventType } from '../../contract/words.ts';
import { parseConditions } from '../../domain/codes/conditions.ts';
import { parseGames } from '../../domain/games.ts';
import type { CodeView } from '../../domain/redeem/check-redeem.ts';

// This file contains the columns that the redeem statements select on both databases, and converts their rows for the
// rules.

/**
 * Returns the SQL condition that an enabled webhook endpoint is subscribed to an event type. If it is false, a batch
 * writes no messages of this type.
 */
export const subscribedSql = (type: WebhookEventType) =>
  `exists (select 1 from webhooks where active and events like '%"${type}"%')`;

/** The columns of a code, its base code (for a main code, the code itself), its campaign and its creator. */
const codeColumns = (aggregate: 'json_agg' | 'json_group_array'): Record<keyof CodeViewRow, string> => ({
  code_norm: 'c.code_norm',
  code_id: 'c.code_id',
  campaign_id: 'c.campaign_id',
  kind: 'c.kind',
  code: 'c.code',
  status: 'c.status',
  active: 'c.active',
  usage_limit: 'c.usage_limit',
  used: 'c.used',
  creator_id: 'c.creator_id',
  base_id: 'b.code_id',
  base_active: 'b.active',
  base_limit: 'b.usage_limit',
  base_used: 'b.used',
  creator_usage_limit: 'b.creator_usage_limit',
  rewards_json: 'b.rewards_json',
  opens_at: 'b.starts_at',
  closes_at: 'b.ends_at',
  recipient: 'b.recipient',
  conditions: 'b.conditions',
  key_pool_id: 'b.key_pool_id',
  stage: 'p.stage',
  starts_at: 'p.starts_at',
  ends_at: 'p.ends_at',
  games: 'p.games',
  creator_status: 'r.status',
  merged_into: 'r.merged_into',
  merged_ids: `case when r.creator_id is not null then
    (select ${aggregate}(m.creator_id) from creators m where m.merged_into = coalesce(r.merged_into, r.creator_id)) end`,
});
const WITH_CODE = `
    join codes b on b.code_id = coalesce(c.base_code_id, c.code_id)
    join campaigns p on p.campaign_id = c.campaign_id
    left join creators r on r.creator_id = c.creator_id`;

export const CODE_VIEW_SQL = `
  select ${Object.entries(codeColumns('json_agg'))
    .map(([name, column]) => `${column} as ${name}`)
    .join(', ')} from codes c ${WITH_CODE}`;

/**
 * Selects the codes whose normal forms are in a JSON array. The result is one JSON array, too, because reading rows
 * costs more than parsing one text.
 */
export const CODE_VIEWS_AS_JSON = `
  select json_group_array(json_object(${Object.entries(codeColumns('json_group_array'))
    .map(([name, column]) => `'${name}', ${column}`)
    .join(', ')}))
    from json_each(?) asked cross join codes c on c.code_norm = asked.value ${WITH_CODE}`;

export interface CodeViewRow {
  code_norm: string;
  code_id: number;
  campaign_id: number;
  kind: CodeView['kind'];
  code: string;
  status: CodeView['status'];
  active: number | boolean;
  usage_limit: number | null;
  used: number;
  creator_id: string | null;
  base_id: number;
  base_active: number | boolean;
  base_limit: number | null;
  base_used: number;
  creator_usage_limit: number | null;
  rewards_json: string;
  opens_at: number | null;
  closes_at: number | null;
  recipient: string | null;
  conditions: string | null;
  key_pool_id: number | null;
  stage: CodeView['campaign']['stage'];
  starts_at: number;
  ends_at: number;
  games: string | null;
  creator_status: string | null;
  merged_into: string | null;
  merged_ids: string[] | null;
}

const NO_IDS: readonly string[] = [];
const otherIdsOf = ({ merged_into, merged_ids }: CodeViewRow) =>
  merged_into === null ? (merged_ids ?? NO_IDS) : [merged_into, ...(merged_ids ?? NO_IDS)];

export const codeView = (row: CodeViewRow): CodeView => ({
  codeId: row.code_id,
  campaignId: row.campaign_id,
  kind: row.kind,
  code: row.code,
  status: row.status,
  active: Boolean(row.active),
  usageLimit: row.usage_limit,
  used: row.used,
  rewardsJson: row.rewards_json,
  creatorId: row.creator_id,
  creatorSuspended: row.creator_status === 'suspended',
  creatorsOtherIds: otherIdsOf(row),
  startsAt: row.opens_at,
  endsAt: row.closes_at,
  recipient: row.recipient,
  conditions: parseConditions(row.conditions),
  keyPoolId: row.key_pool_id,
  base: {
    codeId: row.base_id,
    active: Boolean(row.base_active),
    usageLimit: row.base_limit,
    used: row.base_used,
    creatorUsageLimit: row.creator_usage_limit,
  },
  campaign: { stage: row.stage, startsAt: row.starts_at, endsAt: row.ends_at, games: parseGames(row.games) },
});
