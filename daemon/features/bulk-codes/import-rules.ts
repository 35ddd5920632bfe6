import { z } from 'zod';
import { isCodeValue, normalizeCode } from '../../contract/code-values.ts';
import { instant, personId, rewardsJson, webUrl } from '../../contract/fields.ts';
import { REFUSED_COLUMN } from '../../contract/words.ts';
import type { CodeContent } from '../../domain/codes/code-content.ts';
import type { CodeDefaults, ImportedCode } from '../../domain/codes/code-import.ts';
import type { CodeKind } from '../../domain/codes/code-kinds.ts';
import { windowFault } from '../../domain/codes/code-window.ts';
import { conditionsText } from '../../domain/codes/conditions.ts';
import type { Verdict } from '../../domain/import-plan.ts';
import type { CsvTable, LineFault } from '../../lib/csv.ts';
import { createRowReader, headerFaults, ignoredCell } from '../../lib/csv-columns.ts';

export const MAX_IMPORTED = 100_000;
const MAX_LIMIT = 1_000_000_000;

const columns = {
  code: z
    .string()
    .trim()
    .superRefine((code, context) => {
      const norm = normalizeCode(code);
      if (!isCodeValue(norm)) context.addIssue({ code: 'custom', message: valueFault(norm) });
    }),
  name: z.string().trim().max(200, 'must have at most 200 characters'),
  root_url: z.string().trim().pipe(webUrl),
  usage_limit: z
    .string()
    .trim()
    .regex(/^\d{1,10}$/, `must be a whole number from 1 to ${MAX_LIMIT}`)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, `must be a whole number from 1 to ${MAX_LIMIT}`),
  active: z
    .string()
    .trim()
    .toUpperCase()
    .pipe(z.enum(['Y', 'N'], 'must be Y or N')),
  rewards_json: rewardsJson,
  starts_at: z.string().trim().pipe(instant),
  ends_at: z.string().trim().pipe(instant),
  recipient: z.string().trim().pipe(personId),
  [REFUSED_COLUMN]: ignoredCell,
};
/** Refusal codes for faults in particular columns. */
const CODES = { code: 'invalid_code' };

const VALUE = 'a code must have 3-64 characters of A-Z 0-9 _ -';

/** Names the invalid character, because it may look like a valid one. */
function valueFault(norm: string): string {
  const [foreign] = /[^\p{ASCII}]/u.exec(norm) ?? [];
  if (foreign === undefined) return VALUE;
  const point = foreign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `${VALUE}; "${foreign}" (U+${point}) is not one of them, even if it looks like one`;
}

/** The fields that every code needs, either in its line or from the defaults. */
const NEEDED = ['name', 'root_url', 'rewards_json'] as const;

export const codeHeaderFaults = (table: CsvTable, defaults: CodeDefaults): LineFault[] =>
  table.header.length === 0
    ? [{ line: 1, detail: 'the header is missing' }]
    : headerFaults(table, columns, requiredOf(defaults));

const requiredOf = (defaults: CodeDefaults) => ['code', ...NEEDED.filter((name) => defaults[name] === undefined)];

/** Creates a function that reads one line at a time. It remembers the values so that it can report repeated ones. */
export function createCodeReader({ header }: CsvTable, defaults: CodeDefaults) {
  const read = createRowReader(header, columns, requiredOf(defaults), CODES);
  const lineOf = new Map<string, number>();
  return (csvRow: CsvTable['rows'][number]): { item: ImportedCode | null; faults: LineFault[] } => {
    const { row, faults } = read(csvRow);
    const { code, ...rest } = row.cells;
    if (code === undefined) return { item: null, faults };
    const norm = normalizeCode(code);
    const earlier = lineOf.get(norm);
    if (earlier === undefined) lineOf.set(norm, row.line);
    else faults.push({ line: row.line, detail: `${norm} is already on line ${earlier}`, code: 'duplicate' });
    const order = windowFault({ ...defaults, ...rest });
    if (order) faults.push({ line: row.line, detail: order.detail });
    return { item: { line: row.line, code, ...rest }, faults };
  };
}

/** An existing code with the same value as a code in the file. */
export interface TakenCode extends CodeContent {
  campaign_id: number;
  /** The campaign's name; null if the person may not see the campaign. */
  campaign: string | null;
  kind: CodeKind;
  status: string;
  code: string;
}

/** Decides what to do with a row. An import only adds codes, so a row that equals an existing code changes nothing. */
export function verdictOfCode(
  row: ImportedCode,
  taken: TakenCode | undefined,
  defaults: CodeDefaults,
  campaignId: number,
): Verdict {
  if (!taken) return { result: 'new' };
  const isHere = taken.campaign_id === campaignId;
  if (isHere && isSame({ ...defaults, ...row }, taken)) return { result: 'unchanged' };
  const detail = `${normalizeCode(row.code)} is taken by ${holderOf(taken, isHere)}`;
  return { fault: { detail, code: 'code_taken' } };
}

const isSame = (row: ImportedCode, taken: TakenCode) =>
  taken.kind === 'redeem' &&
  taken.status === 'approved' &&
  taken.code === row.code &&
  taken.name === row.name &&
  taken.root_url === row.root_url &&
  taken.usage_limit === (row.usage_limit ?? null) &&
  taken.creator_usage_limit === null &&
  taken.active === (row.active !== 'N') &&
  taken.rewards_json === row.rewards_json &&
  taken.starts_at === (row.starts_at ?? null) &&
  taken.ends_at === (row.ends_at ?? null) &&
  taken.recipient === (row.recipient ?? null) &&
  taken.conditions === conditionsText(row.conditions ?? null) &&
  taken.key_pool_id === (row.key_pool_id ?? null);

function holderOf({ kind, campaign, campaign_id }: TakenCode, isHere: boolean): string {
  const holder = kind === 'creator' ? 'a creator code' : 'a code';
  if (isHere)
    return kind === 'redeem' ? `${holder} in this campaign with different fields` : `${holder} in this campaign`;
  if (campaign === null) return `${holder} in another campaign`;
  return `${holder} in the campaign "${campaign}" (${campaign_id})`;
}
