import type { ResultMapping } from '../../../contract/admin/payout-results.ts';
import { AppError, invalidCsv } from '../../../contract/refusals.ts';
import type { Database, Handle } from '../../../db/database.ts';
import { type ReadRows, readCsvRows } from '../../../lib/csv-rows.ts';
import { recordAudit } from '../../audit/audit-store.ts';
import { getOrganisationForUpdate } from '../../settings/settings-store.ts';
import { takesResults } from '../run/payout-run-rules.ts';
import { resumeRun } from '../run/prepare-run.ts';
import { findPreparing, findRun, findRunForUpdate, type RunRow } from '../run/runs-store.ts';
import {
  findPaidStatements,
  findWithoutResult,
  markStatementsFailed,
  markStatementsPaid,
} from '../statements/statement-payments-store.ts';
import { createResultReader, mappingFaults, type ReadLine } from './result-file-rules.ts';
import { type JudgedLine, judgeLine, type Outcome, type Statement, unreadLine } from './result-rules.ts';
import { saveSource } from './result-sources-store.ts';

export interface ResultFile {
  runId: number;
  /** The name under which the mapping is saved. */
  source: string;
  mapping: ResultMapping;
  csv: string;
}
export interface JudgedFile {
  run: RunRow;
  lines: readonly JudgedLine[];
}
interface Importer {
  staffId: number;
  now: number;
}

/** The number of lines that one transaction can record well within the time limit for writes. */
const MOST_LINES = 10_000;
/** The number of statements read or changed by one query. */
const STEP = 1000;
const MOST_WITHOUT_RESULT = 100;

/** Returns what the import would do with each line, and which statements would still have no result. */
export async function previewResults(db: Database, file: ResultFile) {
  const read = await readFile(db, file);
  return db.readSnapshot(async (handle) => {
    const judged = await judge(handle, await getRun(findRun(handle, file.runId)), read);
    const known = statementsOf(judged, 'paid', 'failed');
    const without = await findWithoutResult(handle, file.runId, known, MOST_WITHOUT_RESULT);
    return { ...judged, without };
  });
}

/**
 * Records the results in a file in one transaction, or refuses the file. Failed statements are voided, and the next run
 * settles their amounts. Importing the same file again changes nothing.
 */
export async function importResults(db: Database, file: ResultFile, importer: Importer): Promise<JudgedFile> {
  const read = await readFile(db, file);
  for (;;) {
    const done = await tryImport(db, file, read, importer);
    if (done !== 'preparing') return done;
    await resumeRun(db, importer.now);
  }
}

const tryImport = (db: Database, file: ResultFile, read: ReadRows<ReadLine>, { staffId, now }: Importer) =>
  db.write(async (handle): Promise<JudgedFile | 'preparing'> => {
    // Starting a run and voiding a statement require the same lock, so neither can happen during the import.
    await getOrganisationForUpdate(handle);
    // While a run is being prepared, no statement may be voided, because the run pays the amounts of void statements.
    if (await findPreparing(handle)) return 'preparing';
    const judged = await judge(handle, await getRun(findRunForUpdate(handle, file.runId)), read);
    const faults = judged.lines.flatMap(({ line, detail }) => (detail === null ? [] : [{ line, detail }]));
    if (faults.length > 0) throw invalidCsv(faults);
    if (await storeResults(handle, judged.lines, now)) await keepRecord(handle, file, judged, { staffId, now });
    return judged;
  });

/** @returns false if all results were already recorded */
async function storeResults(handle: Handle, lines: readonly JudgedLine[], now: number): Promise<boolean> {
  const paid = statementsOf({ lines }, 'paid');
  const failed = lines.flatMap(({ outcome, statement, reason }) =>
    (outcome === 'failed' || outcome === 'returned') && statement && reason !== null
      ? [{ statement_id: statement.statement_id, reason }]
      : [],
  );
  for (const some of inSteps(paid)) await markStatementsPaid(handle, some, now);
  for (const some of inSteps(failed)) await markStatementsFailed(handle, some, now);
  return paid.length + failed.length > 0;
}

async function keepRecord(handle: Handle, file: ResultFile, { lines }: JudgedFile, { staffId, now }: Importer) {
  const { runId, source, mapping } = file;
  if (!(await saveSource(handle, { name: source, mapping, staffId }, now))) throw new AppError('too_many_sources');
  const paid = statementsOf({ lines }, 'paid').length;
  // The entry lists the voided statements, because the next run will pay their amounts again.
  const after = { source, paid, failed_statements: statementsOf({ lines }, 'failed', 'returned'), ...mapping };
  const entry = { staffId, action: 'payout_run.import_results', entity: 'payout_run', entityId: runId };
  await recordAudit(handle, { ...entry, before: null, after }, now);
}

async function readFile(db: Database, { runId, mapping, csv }: ResultFile): Promise<ReadRows<ReadLine>> {
  const { currency_digits } = await getRun(db.read((handle) => findRun(handle, runId)));
  return readCsvRows<ReadLine>(csv, {
    headerFaults: (table) => mappingFaults(table, mapping),
    createReader: (table) => createResultReader(table, mapping, currency_digits),
    rowsAre: 'payments',
    mostRows: MOST_LINES,
  });
}

async function judge(handle: Handle, run: RunRow, { rows, fileFaults }: ReadRows<ReadLine>): Promise<JudgedFile> {
  const ids = rows.flatMap(({ item }) => (item && 'statementId' in item ? [item.statementId] : []));
  const statements = new Map<number, Statement>();
  for (const some of inSteps(ids))
    for (const row of await findPaidStatements(handle, run.run_id, some)) statements.set(row.statement_id, row);
  const lines = rows.map(({ item, faults: [fault], line }) =>
    item === null
      ? unreadLine(fault ?? { line, detail: 'this line cannot be read' })
      : judgeLine(item, run, ('statementId' in item && statements.get(item.statementId)) || null),
  );
  return { run, lines: [...fileFaults.map(unreadLine), ...lines] };
}

/** Returns the IDs of the statements with these outcomes. */
const statementsOf = ({ lines }: Pick<JudgedFile, 'lines'>, ...outcomes: Outcome[]): number[] =>
  lines.flatMap(({ outcome, statement }) => (statement && outcomes.includes(outcome) ? [statement.statement_id] : []));

function* inSteps<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += STEP) yield items.slice(at, at + STEP);
}

async function getRun(finding: Promise<RunRow | null>): Promise<RunRow> {
  const run = await finding;
  if (!run) throw new AppError('not_found');
  if (takesResults(run.status)) return run;
  const detail = 'Results can be imported only after the run has been marked as exported, and not if it is void.';
  throw new AppError({ code: 'invalid_status_move', detail });
}
