import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import type { CodeDefaults } from '../../domain/codes/code-import.ts';
import { conditionsText } from '../../domain/codes/conditions.ts';
import { tagsText } from '../../domain/tags.ts';

/** A value, and its fields that differ from the shared ones. */
export interface BulkCode extends CodeDefaults {
  code: string;
  norm: string;
}

export interface SharedFields extends CodeDefaults {
  jobId: number;
  campaignId: number;
  now: number;
}

/**
 * Adds the codes whose values are free, and hides them from players. The rows are one JSON parameter, because separate
 * parameters would use more CPU time than everything else.
 * @returns the normal forms of the added codes
 */
export async function insertFreeCodes(
  handle: Handle,
  shared: SharedFields,
  codes: readonly BulkCode[],
): Promise<Set<string>> {
  const { db, t, dialect } = handle;
  // Because of this order, one of two transactions with the same values waits for the other, without a deadlock.
  const sorted = [...codes].sort((a, b) => (a.norm < b.norm ? -1 : 1));
  const json = JSON.stringify(
    sorted.map((code) => [
      code.code,
      code.norm,
      code.name ?? null,
      code.root_url ?? null,
      // Null means no limit, so the shared value must not replace it.
      code.usage_limit === undefined ? (shared.usage_limit ?? null) : code.usage_limit,
      code.active ? code.active === 'Y' : null,
      code.rewards_json ?? null,
      code.starts_at === undefined ? (shared.starts_at ?? null) : code.starts_at,
      code.ends_at === undefined ? (shared.ends_at ?? null) : code.ends_at,
      code.recipient === undefined ? (shared.recipient ?? null) : code.recipient,
      // Blank text means no conditions, so the shared conditions must not replace it.
      code.conditions === undefined ? null : (conditionsText(code.conditions) ?? ''),
      code.key_pool_id === undefined ? (shared.key_pool_id ?? null) : code.key_pool_id,
      tagsText(code.tags ?? []),
    ]),
  );
  const source = dialect === 'sqlite' ? sql`json_each(${json})` : sql`jsonb_array_elements(cast(${json} as jsonb))`;
  const given = columnsOf(handle, shared);
  // An insert from a select needs all columns, in the order of the table.
  const chosen = Object.keys(getTableColumns(t.codes)).map((name) => given[name as keyof typeof given] ?? sql`null`);
  const rows = await db
    .insert(t.codes)
    .select(sql`select ${sql.join(chosen, sql`, `)} from ${source} where true`)
    .onConflictDoNothing()
    .returning({ norm: t.codes.code_norm });
  return new Set(rows.map(({ norm }) => norm ?? ''));
}

type ColumnName = keyof Tables['codes']['$inferSelect'];

function columnsOf({ dialect }: Handle, shared: SharedFields): Partial<Record<ColumnName, SQL>> {
  const cell = (at: number) => sql.raw(`value ->> ${at}`);
  const number = (value: unknown) => sql`cast(${value} as bigint)`;
  const or = (at: number, common: string | number | boolean | null | undefined) =>
    sql`coalesce(${cell(at)}, ${common ?? null})`;
  return {
    ...(dialect === 'sqlite' ? {} : { code_id: sql`nextval(pg_get_serial_sequence('codes', 'code_id'))` }),
    campaign_id: number(shared.campaignId),
    kind: sql`'redeem'`,
    code: cell(0),
    code_norm: cell(1),
    name: or(2, shared.name),
    root_url: or(3, shared.root_url),
    usage_limit: number(cell(4)),
    used: sql`0`,
    active: sql`cast(${or(5, shared.active !== 'N')} as boolean)`,
    rewards_json: or(6, shared.rewards_json),
    starts_at: number(cell(7)),
    ends_at: number(cell(8)),
    recipient: cell(9),
    conditions: sql`nullif(${or(10, conditionsText(shared.conditions ?? null))}, '')`,
    status: sql`'pending'`,
    created_at: number(shared.now),
    updated_at: number(shared.now),
    job_id: number(shared.jobId),
    key_pool_id: number(cell(11)),
    tags: cell(12),
    version: sql`1`,
  };
}
