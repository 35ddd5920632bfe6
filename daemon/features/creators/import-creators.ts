import type { Role } from '../../contract/endpoint.ts';
import { AppError, invalidCsv } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { readCsvRows } from '../../lib/csv-rows.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findOrMakeTerms, fixedContent } from '../settings/terms-store.ts';
import {
  CREATOR_COLUMNS,
  createCreatorReader,
  creatorHeaderFaults,
  type ImportedCreator,
  isUnchanged,
  mergedCreator,
} from './import-creator-rules.ts';
import { findCreatorsForUpdate, type ImportedColumns, upsertCreators } from './import-creators-store.ts';
import { mayHandlePayouts, namesPayoutField } from './payout-access-rules.ts';

export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
}

const NOT_FINANCE = 'Only finance and the owner import payout_method and payout_address: leave these columns out.';
const STEP = 100;
const MAX_CREATORS = 100_000;

/**
 * Adds and changes creators. It checks the whole file first, then applies it in small steps, so that other requests do
 * not wait long. After an interruption the file may be sent again: lines that were applied change nothing.
 */
export async function importCreators(
  db: Database,
  { staffId, role }: { staffId: number; role: Role },
  csv: string,
  now: number,
): Promise<ImportCounts> {
  const { items: lines, faults } = await readCsvRows(csv, {
    headerFaults: creatorHeaderFaults,
    createReader: createCreatorReader,
    rowsAre: 'creators',
    mostRows: MAX_CREATORS,
  });
  if (faults.length > 0) throw invalidCsv(faults);
  if (!mayHandlePayouts(role) && lines.some(namesPayoutField))
    throw new AppError({ code: 'forbidden', detail: NOT_FINANCE });
  lines.sort((a, b) => (a.creator_id < b.creator_id ? -1 : 1));
  const termsOf = await makeTerms(db, lines, now);
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 };
  for (let at = 0; at < lines.length; at += STEP) {
    const some = lines.slice(at, at + STEP);
    const step = await db.write(async (handle) => {
      const applied = await apply(handle, some, termsOf, now);
      // Written with the first step, so that the audit log has the import before any change.
      if (at === 0) await auditImport(handle, staffId, lines, now);
      return applied;
    });
    for (const name of Object.keys(counts) as (keyof ImportCounts)[]) counts[name] += step[name];
  }
  return counts;
}

function auditImport(handle: Handle, staffId: number, lines: readonly ImportedCreator[], now: number) {
  const columns = Object.keys(CREATOR_COLUMNS) as (keyof ImportedCreator)[];
  const filled = columns.filter((name) => lines.some((line) => line[name] !== undefined));
  const after = { creators: lines.length, columns: filled };
  const entry = { staffId, action: 'creator.import', entity: 'creator', entityId: 'import', before: null, after };
  return recordAudit(handle, entry, now);
}

async function apply(
  handle: Handle,
  lines: readonly ImportedCreator[],
  termsOf: TermsOf,
  now: number,
): Promise<ImportCounts> {
  const rows = await findCreatorsForUpdate(
    handle,
    lines.map((line) => line.creator_id),
  );
  const known = new Map(rows.map((row) => [row.creator_id, row]));
  const changed: ImportedColumns[] = [];
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 };
  for (const line of lines) {
    const before = known.get(line.creator_id);
    const merged = mergedCreator(before, line, termsOf.get(line.commission_percent));
    if (before && isUnchanged(before, merged)) {
      counts.unchanged += 1;
      continue;
    }
    counts[before ? 'updated' : 'created'] += 1;
    changed.push({
      ...merged,
      creator_id: line.creator_id,
      payout_hold: before?.payout_hold ?? null,
      unsubscribed_at: before?.unsubscribed_at ?? null,
      created_at: before?.created_at ?? now,
      updated_at: now,
    });
  }
  if (changed.length > 0) await upsertCreators(handle, changed);
  return counts;
}

type TermsOf = ReadonlyMap<number | undefined, number>;
const TERMS_STEP = 25;

/** The terms of each percentage in the file; made in advance, because they change nothing by themselves. */
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
