import type { Role } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type ImportPlan, keptOf, planOf, previewOf, type RefusedRows, refusedOf } from '../../domain/import-plan.ts';
import { readCsvRows } from '../../lib/csv-rows.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findOrMakeTerms, fixedContent, parseFixed } from '../settings/terms-store.ts';
import {
  CREATOR_COLUMNS,
  createCreatorReader,
  creatorHeaderFaults,
  type ImportedCreator,
  type KnownCreator,
  mergedCreator,
  verdictOfCreator,
} from './import-creator-rules.ts';
import {
  findCreatorsById,
  findCreatorsForUpdate,
  type ImportedColumns,
  type StoredCreator,
  upsertCreators,
} from './import-creators-store.ts';
import { notifyOldAddresses } from './notify-old-address.ts';
import { mayHandlePayouts, namesPayoutField } from './payout-access-rules.ts';
import { detailsChangedAt } from './payout-details-rules.ts';

export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
}

const NOT_FINANCE = 'Only finance and the owner can import payout_method and payout_address. Remove these columns.';
const STEP = 100;
const LOOKED_UP_AT_ONCE = 500;
const MAX_CREATORS = 100_000;

/** Returns what the import would do with each row, without storing anything. */
export const previewCreators = async (db: Database, role: Role, csv: string) =>
  previewOf(await planImport(db, role, csv));

export interface ImportOptions {
  /** Whether to import the valid rows even if other rows are refused. */
  onlyValid: boolean;
  now: number;
}

/**
 * Adds and changes creators. It checks the whole file, then applies it in small steps, so that other requests do not
 * wait for long. After an interruption, the same file can be sent again.
 */
export async function importCreators(
  db: Database,
  { staffId, role }: { staffId: number; role: Role },
  csv: string,
  { onlyValid, now }: ImportOptions,
): Promise<ImportCounts & Partial<RefusedRows>> {
  const plan = await planImport(db, role, csv);
  const lines = keptOf(plan, onlyValid);
  if (lines instanceof Error) throw lines;
  const refused = onlyValid ? refusedOf(plan) : null;
  lines.sort((a, b) => (a.creator_id < b.creator_id ? -1 : 1));
  const termsOf = await makeTerms(db, lines, now);
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 };
  for (let at = 0; at < lines.length; at += STEP) {
    const some = lines.slice(at, at + STEP);
    const step = await db.write(async (handle) => {
      const applied = await apply(handle, some, termsOf, now);
      // The entry is written in the first step, so that the audit log shows the import before any of its changes.
      if (at === 0) await auditImport(handle, { staffId, lines, refused: refused?.refused_total ?? 0 }, now);
      return applied;
    });
    for (const name of Object.keys(counts) as (keyof ImportCounts)[]) counts[name] += step[name];
  }
  return { ...counts, ...refused };
}

async function planImport(db: Database, role: Role, csv: string): Promise<ImportPlan<ImportedCreator>> {
  const read = await readCsvRows<ImportedCreator>(csv, {
    headerFaults: creatorHeaderFaults,
    createReader: createCreatorReader,
    rowsAre: 'creators',
    mostRows: MAX_CREATORS,
  });
  if (!mayHandlePayouts(role) && read.rows.some(({ item }) => item && namesPayoutField(item)))
    throw new AppError({ code: 'forbidden', detail: NOT_FINANCE });
  const ids = read.rows.flatMap(({ item }) => (item ? [item.creator_id] : []));
  const known = new Map<string, KnownCreator>();
  for (let at = 0; at < ids.length; at += LOOKED_UP_AT_ONCE) {
    const some = ids.slice(at, at + LOOKED_UP_AT_ONCE);
    const stored = await db.read((handle) => findCreatorsById(handle, some));
    for (const [id, row] of stored) known.set(id, knownOf(row));
  }
  return planOf(read, (line) => verdictOfCreator(known.get(line.creator_id), line));
}

const knownOf = (row: StoredCreator): KnownCreator => ({
  display_name: row.display_name,
  email: row.email,
  commission_percent: row.fixed === null ? null : parseFixed(row.fixed),
  status: row.status,
  payout_method: row.payout_method,
  payout_address: row.payout_address,
});

interface Audited {
  staffId: number;
  lines: readonly ImportedCreator[];
  refused: number;
}

function auditImport(handle: Handle, { staffId, lines, refused }: Audited, now: number) {
  const columns = Object.keys(CREATOR_COLUMNS) as (keyof ImportedCreator)[];
  const filled = columns.filter((name) => lines.some((line) => line[name] !== undefined));
  const after = { creators: lines.length, columns: filled, ...(refused > 0 ? { refused } : {}) };
  const entry = { staffId, action: 'creator.import', entity: 'creator', entityId: 'import', before: null, after };
  return recordAudit(handle, entry, now);
}

async function apply(
  handle: Handle,
  lines: readonly ImportedCreator[],
  termsOf: TermsOf,
  now: number,
): Promise<ImportCounts> {
  const ids = lines.map((line) => line.creator_id);
  const known = await findCreatorsForUpdate(handle, ids);
  const changed: ImportedColumns[] = [];
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 };
  for (const line of lines) {
    const before = known.get(line.creator_id);
    const { result } = verdictOfCreator(before && knownOf(before), line);
    counts[COUNTED[result]] += 1;
    if (result === 'unchanged') continue;
    const { commission_percent: _, ...merged } = mergedCreator(before && knownOf(before), line);
    changed.push({
      ...merged,
      terms_id: termsOf.get(line.commission_percent) ?? before?.terms_id ?? null,
      creator_id: line.creator_id,
      payout_details_at: detailsChangedAt(before, merged, now),
      payout_hold: before?.payout_hold ?? null,
      tax_form_status: before?.tax_form_status ?? null,
      tax_form_expires_at: before?.tax_form_expires_at ?? null,
      unsubscribed_at: before?.unsubscribed_at ?? null,
      shows_name: before?.shows_name ?? false,
      created_at: before?.created_at ?? now,
      updated_at: now,
    });
  }
  if (changed.length > 0) await upsertCreators(handle, changed);
  const moved = changed.flatMap(({ creator_id, email }) => {
    const before = known.get(creator_id);
    return before ? [{ before, email }] : [];
  });
  await notifyOldAddresses(handle, moved, now);
  return counts;
}

const COUNTED = { new: 'created', changed: 'updated', unchanged: 'unchanged' } as const;

type TermsOf = ReadonlyMap<number | undefined, number>;
const TERMS_STEP = 25;

/** Creates the terms for each percentage in the file in advance. They have no effect until a creator uses them. */
async function makeTerms(db: Database, lines: readonly ImportedCreator[], now: number): Promise<TermsOf> {
  const percents = [...new Set(lines.flatMap(({ commission_percent: percent }) => percent ?? []))].sort(
    (a, b) => a - b,
  );
  const terms = new Map<number, number>();
  for (let at = 0; at < percents.length; at += TERMS_STEP) {
    const some = percents.slice(at, at + TERMS_STEP);
    const ids = await db.write(async (handle) => {
      const made: number[] = [];
      for (const percent of some) made.push(await findOrMakeTerms(handle, 'fixed', fixedContent(percent), now));
      return made;
    });
    for (const [index, percent] of some.entries()) terms.set(percent, ids[index] ?? 0);
  }
  return terms;
}
