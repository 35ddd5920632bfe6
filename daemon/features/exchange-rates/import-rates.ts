import { z } from 'zod';
import { currencyCode, rateText } from '../../contract/admin/exchange-rates.ts';
import { FIELD_FAULTS, wordsOf } from '../../contract/field-faults.ts';
import { type RATE_SOURCES, REFUSED_COLUMN } from '../../contract/words.ts';
import type { Database, Handle } from '../../db/database.ts';
import { addRates, EMPTY_BOOK } from '../../domain/exchange-rates.ts';
import {
  type ImportPlan,
  keptOf,
  planOf,
  previewOf,
  type RefusedRows,
  refusedOf,
  type Verdict,
} from '../../domain/import-plan.ts';
import type { CsvTable, LineFault } from '../../lib/csv.ts';
import { createRowReader, headerFaults, ignoredCell } from '../../lib/csv-columns.ts';
import { readCsvRows } from '../../lib/csv-rows.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { getOrganisation, getOrganisationForUpdate } from '../settings/settings-store.ts';
import { storeRates } from './add-rates.ts';
import { faultOfRate, lastRateDay, type RateFields } from './rate-rules.ts';
import { listRatesFrom } from './rates-store.ts';

interface ImportedRate extends RateFields {
  line: number;
}

const COLUMNS = {
  currency: currencyCode,
  valid_from: z.iso.date(FIELD_FAULTS.not_a_date),
  rate: rateText,
  [REFUSED_COLUMN]: ignoredCell,
};
const REQUIRED = ['currency', 'valid_from', 'rate'];
const MOST_RATES = 100_000;
const STEP = 500;

/** Returns what the import would do with each row, without storing anything. */
export const previewRates = async (db: Database, csv: string, now: number) => previewOf(await planImport(db, csv, now));

export interface RateImport {
  /** Null for a command or a job. */
  staffId: number | null;
  source: (typeof RATE_SOURCES)[number];
  /** Whether to import the valid rows even if other rows are refused. */
  onlyValid: boolean;
  now: number;
}

/** Adds the rates in a file that differ from the stored ones, in small steps. The same file can be sent again. */
export async function importRates(
  db: Database,
  csv: string,
  { staffId, source, onlyValid, now }: RateImport,
): Promise<{ created: number; unchanged: number } & Partial<RefusedRows>> {
  const plan = await planImport(db, csv, now);
  const rates = keptOf(plan, onlyValid);
  if (rates instanceof Error) throw rates;
  const refused = onlyValid ? refusedOf(plan) : null;
  let created = 0;
  for (let at = 0; at < rates.length; at += STEP) {
    const some = rates.slice(at, at + STEP);
    created += await db.write(async (handle) => {
      const organisation = await getOrganisationForUpdate(handle);
      const stored = await readStored(handle, some);
      const added = some.filter((rate) => verdictOf(stored, rate).result !== 'unchanged');
      const rows = added.map(({ line: _, ...rate }) => ({ ...rate, source, created_by: staffId, created_at: now }));
      if (rows.length > 0) await storeRates(handle, organisation, rows, now);
      if (at === 0)
        await auditImport(handle, { staffId, rates: rates.length, refused: refused?.refused_total ?? 0 }, now);
      return rows.length;
    });
  }
  return { created, unchanged: rates.length - created, ...refused };
}

async function planImport(db: Database, csv: string, now: number): Promise<ImportPlan<ImportedRate>> {
  const organisation = await db.read(getOrganisation);
  const lastDay = lastRateDay(organisation.time_zone, now);
  const read = await readCsvRows<ImportedRate>(csv, {
    headerFaults: (table) => headerFaults(table, COLUMNS, REQUIRED),
    createReader: createRateReader,
    rowsAre: 'exchange rates',
    mostRows: MOST_RATES,
  });
  const rates = read.rows.flatMap(({ item }) => item ?? []);
  const stored = new Map<string, string>();
  for (let at = 0; at < rates.length; at += STEP) {
    const some = rates.slice(at, at + STEP);
    for (const [key, rate] of await db.read((handle) => readStored(handle, some))) stored.set(key, rate);
  }
  return planOf(read, (rate) => {
    const fault = faultOfRate(rate, organisation, lastDay);
    if (!fault) return verdictOf(stored, rate);
    const detail = `${fault.field}: ${wordsOf(fault.code, fault.parameters)}`;
    return { fault: { detail, code: 'invalid_request' } };
  });
}

/**
 * Creates a function that reads one row at a time. A second rate for the same currency and day is a fault, because the
 * order of lines has no meaning.
 */
function createRateReader({ header }: CsvTable) {
  const read = createRowReader(header, COLUMNS, REQUIRED);
  const lineOf = new Map<string, number>();
  return (csvRow: CsvTable['rows'][number]): { item: ImportedRate | null; faults: LineFault[] } => {
    const { row, faults } = read(csvRow);
    const { currency, valid_from, rate } = row.cells;
    if (currency === undefined || valid_from === undefined || rate === undefined) return { item: null, faults };
    const key = keyOf({ currency, valid_from });
    const first = lineOf.get(key);
    lineOf.set(key, first ?? row.line);
    const again =
      first === undefined
        ? []
        : [{ line: row.line, detail: `${key} is also on line ${first}`, code: 'invalid_request' }];
    const all = [...faults, ...again];
    return { item: all.length > 0 ? null : { line: row.line, currency, valid_from, rate }, faults: all };
  };
}

const keyOf = ({ currency, valid_from }: Pick<RateFields, 'currency' | 'valid_from'>) => `${currency} ${valid_from}`;

/** Returns the stored rates for exactly these currencies and days. */
async function readStored(handle: Handle, rates: readonly RateFields[]): Promise<Map<string, string>> {
  const currencies = rates.map(({ currency }) => currency);
  const days = rates.map(({ valid_from }) => valid_from);
  const book = addRates(EMPTY_BOOK, await listRatesFrom(handle, { currencies, days }));
  return new Map([...book.values()].flat().map((row) => [keyOf({ ...row, valid_from: row.validFrom }), row.rate]));
}

function verdictOf(stored: ReadonlyMap<string, string>, rate: RateFields): Exclude<Verdict, { fault: unknown }> {
  const before = stored.get(keyOf(rate));
  if (before === undefined) return { result: 'new' };
  return before === rate.rate ? { result: 'unchanged' } : { result: 'changed', changes: ['rate'] };
}

function auditImport(
  handle: Handle,
  { staffId, rates, refused }: { staffId: number | null; rates: number; refused: number },
  now: number,
) {
  const after = { rates, ...(refused > 0 ? { refused } : {}) };
  const entry = { staffId, action: 'exchange_rate.import', entity: 'exchange_rate', entityId: 'import' };
  return recordAudit(handle, { ...entry, before: null, after }, now);
}
