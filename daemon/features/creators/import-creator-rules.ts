import { z } from 'zod';
import { email } from '../../contract/fields.ts';
import { REFUSED_COLUMN } from '../../contract/words.ts';
import { isCreatorId } from '../../domain/creator-id.ts';
import type { Verdict } from '../../domain/import-plan.ts';
import type { CsvTable, LineFault } from '../../lib/csv.ts';
import { createRowReader, headerFaults, ignoredCell } from '../../lib/csv-columns.ts';

/** A line in the file; absent fields do not change the creator. */
export interface ImportedCreator {
  line: number;
  creator_id: string;
  display_name?: string | undefined;
  email?: string | undefined;
  commission_percent?: number | undefined;
  status?: 'active' | 'suspended' | undefined;
  payout_method?: string | undefined;
  payout_address?: string | undefined;
}

const text = (most: number) => z.string().trim().max(most, `must have at most ${most} characters`);
const PERCENT = 'must be a percentage from 0 to 100 with at most two decimals, such as 12.5';

export const CREATOR_COLUMNS = {
  creator_id: z
    .string()
    .refine(isCreatorId, 'must have 1-255 characters without control characters, and must not be 0'),
  display_name: text(255),
  email: z.string().trim().pipe(email),
  commission_percent: z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, PERCENT)
    .transform(Number)
    .refine((percent) => percent <= 100, PERCENT),
  status: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['active', 'suspended'], 'must be active or suspended')),
  payout_method: text(50),
  payout_address: text(500),
  [REFUSED_COLUMN]: ignoredCell,
};
const REQUIRED = ['creator_id'];
/** Refusal codes for faults in particular columns. */
const CODES = { creator_id: 'invalid_creator_id' };

export const creatorHeaderFaults = (table: CsvTable): LineFault[] =>
  table.header.length === 0
    ? [{ line: 1, detail: 'the header is missing' }]
    : headerFaults(table, CREATOR_COLUMNS, REQUIRED);

/** Creates a function that reads one line at a time; a repeated creator is a fault. */
export function createCreatorReader({ header }: CsvTable) {
  const read = createRowReader(header, CREATOR_COLUMNS, REQUIRED, CODES);
  const lineOf = new Map<string, number>();
  return (csvRow: CsvTable['rows'][number]): { item: ImportedCreator | null; faults: LineFault[] } => {
    const { row, faults } = read(csvRow);
    const { creator_id } = row.cells;
    if (creator_id === undefined) return { item: null, faults };
    const earlier = lineOf.get(creator_id);
    if (earlier === undefined) lineOf.set(creator_id, row.line);
    else faults.push({ line: row.line, detail: `this creator_id is already on line ${earlier}`, code: 'duplicate' });
    return { item: { ...row.cells, creator_id, line: row.line }, faults };
  };
}

/** The fields of an existing creator that an import can change. */
export interface KnownCreator {
  display_name: string | null;
  email: string | null;
  /** The creator's own percentage; null if tiers apply. */
  commission_percent: number | null;
  status: 'active' | 'suspended';
  payout_method: string | null;
  payout_address: string | null;
}

/** Returns the creator's values after the import; they equal the existing ones if nothing changes. */
export const mergedCreator = (known: KnownCreator | undefined, line: ImportedCreator): KnownCreator => ({
  display_name: line.display_name ?? known?.display_name ?? null,
  email: line.email ?? known?.email ?? null,
  commission_percent: line.commission_percent ?? known?.commission_percent ?? null,
  status: line.status ?? known?.status ?? 'active',
  payout_method: line.payout_method ?? known?.payout_method ?? null,
  payout_address: line.payout_address ?? known?.payout_address ?? null,
});

type Change = Exclude<Verdict, { fault: unknown }>;

/** Returns how a line changes a creator; a blank cell changes nothing. */
export function verdictOfCreator(known: KnownCreator | undefined, line: ImportedCreator): Change {
  if (!known) return { result: 'new' };
  const merged = mergedCreator(known, line);
  const changes = (Object.keys(merged) as (keyof KnownCreator)[]).filter((name) => known[name] !== merged[name]);
  return changes.length > 0 ? { result: 'changed', changes } : { result: 'unchanged' };
}
