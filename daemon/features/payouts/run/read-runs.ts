import { AppError } from '../../../contract/refusals.ts';
import type { Database, Handle } from '../../../db/database.ts';
import { type KeysetPage, pageOf as keysetPageOf, numbersOfCursor } from '../../../db/query/keyset.ts';
import { type Page, type PageQuery, pageOf } from '../../../db/query/listing.ts';
import type { Minor } from '../../../lib/money.ts';
import { getOrganisation } from '../../settings/settings-store.ts';
import { type CsvFile, type CsvHashes, type CsvPromise, csvFile } from '../files/csv-file.ts';
import type { Layout } from '../files/payout-csv-rules.ts';
import { listLinePayments } from '../statements/line-payments-store.ts';
import { findLastStatements, type LastStatement } from '../statements/payees-store.ts';
import { hasPaidStatement } from '../statements/statement-payments-store.ts';
import {
  countLines,
  findLine,
  findPayables,
  findStatement,
  type LineRow,
  listFailures,
  listFrozenSince,
  listLinesOf,
  listStatementRows,
  type StatementFilter,
  type StatementRow,
} from '../statements/statements-store.ts';
import { findCampaignNames, listCampaignRows } from './payout-campaigns-store.ts';
import { decideMoves, MOST_FROZEN_NAMED, type MoveRefusal, type RunMove } from './payout-run-rules.ts';
import { getReadyRun } from './ready-run.ts';
import {
  findComparedRun,
  findRun,
  findStaffNames,
  hasNewerRun,
  listRunRows,
  type RunListQuery,
  type RunRow,
} from './runs-store.ts';
import { totalsOf } from './totals-rules.ts';

export interface NamedRun extends RunRow {
  names: Map<number, string>;
  /** The campaign's name if the payout run covers only one campaign. */
  campaignName: string | null;
}
export interface FullStatement extends StatementRow {
  lines: LineRow[];
  /** The amount that the previous payout run paid to the creator. */
  lastPayable: Minor;
  /** Whether the previous payout run has no statement for the creator; false if there is no previous run. */
  isNew: boolean;
  /** The creator's previous statement. */
  previous: LastStatement | null;
}

export const listRuns = (db: Database, query: RunListQuery): Promise<Page<NamedRun>> =>
  db.read(async (handle) => {
    const { rows, total } = await listRunRows(handle, query);
    return pageOf(query, await named(handle, rows), total);
  });

export const getRun = (db: Database, runId: number): Promise<NamedRun> =>
  db.read(async (handle) => {
    const [run] = await named(handle, [await found(findRun(handle, runId))]);
    return run as NamedRun;
  });

async function named(handle: Handle, rows: readonly RunRow[]): Promise<NamedRun[]> {
  const staff = rows.flatMap((row) => [row.prepared_by, row.approved_by, row.voided_by]);
  const names = await findStaffNames(handle, staff);
  const campaigns = await findCampaignNames(
    handle,
    rows.map((row) => row.campaign_id),
  );
  return rows.map((row) => ({ ...row, names, campaignName: campaigns.get(row.campaign_id ?? 0) ?? null }));
}

export const listStatements = (
  db: Database,
  run: RunRow,
  query: PageQuery & StatementFilter,
): Promise<{ lastRunId: number | null; page: Page<FullStatement> }> =>
  db.read(async (handle) => {
    const last = await findComparedRun(handle, run);
    const lastRunId = last?.run_id ?? null;
    // A void run does not pay anything, so its statements have no payment status.
    if (query.payment_status && run.status === 'void') return { lastRunId, page: pageOf(query, [], 0) };
    const { rows, total } = await listStatementRows(handle, run.run_id, query);
    return { lastRunId, page: pageOf(query, await fullStatements(handle, rows, run, lastRunId), total) };
  });

export const getStatement = (
  db: Database,
  { runId, statementId }: { runId: number; statementId: number },
): Promise<{ run: RunRow; statement: FullStatement }> =>
  db.read(async (handle) => {
    const run = await found(findRun(handle, runId));
    const row = await found(findStatement(handle, runId, statementId));
    const last = await findComparedRun(handle, run);
    const [statement] = await fullStatements(handle, [row], run, last?.run_id ?? null);
    return { run, statement: statement as FullStatement };
  });

async function fullStatements(
  handle: Handle,
  rows: readonly StatementRow[],
  { run_id }: RunRow,
  lastRunId: number | null,
): Promise<FullStatement[]> {
  if (rows.length === 0) return [];
  const creators = rows.map((row) => row.creator_id);
  const lines = await listLinesOf(
    handle,
    rows.map((row) => row.statement_id),
  );
  const previous = await findLastStatements(handle, creators, run_id);
  const last = lastRunId === null ? null : await findPayables(handle, lastRunId, creators);
  return rows.map((row) => ({
    ...row,
    lines: lines.filter((line) => line.statement_id === row.statement_id),
    lastPayable: last?.get(row.creator_id) ?? 0n,
    isNew: last !== null && !last.has(row.creator_id),
    previous: previous.get(row.creator_id) ?? null,
  }));
}

export type LinePayment = Awaited<ReturnType<typeof listLinePayments>>[number];

export const listPaymentsOfLine = (
  db: Database,
  { runId, lineId }: { runId: number; lineId: number },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ run: RunRow; page: KeysetPage<LinePayment> }> =>
  db.read(async (handle) => {
    const [before] = numbersOfCursor(cursor, 1) ?? [];
    const run = await found(findRun(handle, runId));
    const line = await found(findLine(handle, runId, lineId));
    const rows = await listLinePayments(handle, line, before ?? null, limit + 1);
    return { run, page: keysetPageOf(rows, limit, (last) => [last.accrual_id]) };
  });

/** Lists the campaigns for which a payout run can be created. */
export const listPayoutCampaigns = (db: Database, query: PageQuery & { q?: string | undefined }) =>
  db.read(async (handle) => {
    const { rows, total } = await listCampaignRows(handle, query);
    return pageOf(query, rows, total);
  });

/** Returns, for each move of a payout run, why this member of staff cannot make it; null if they can. */
export const findMoves = (db: Database, run: RunRow, staffId: number): Promise<Record<RunMove, MoveRefusal | null>> =>
  db.read(async (handle) => {
    const { two_person_payouts: twoPerson } = await getOrganisation(handle);
    const hasNewer = await hasNewerRun(handle, run.run_id);
    return decideMoves(run, { staffId, twoPerson, hasNewer, hasPaid: await hasPaidStatement(handle, run) });
  });

const MOST_FAILURES = 100;

/** Lists creators whose statements could not be created. */
export const findFailures = (db: Database, runId: number) =>
  db.read((handle) => listFailures(handle, runId, MOST_FAILURES));

/**
 * Lists creators whose freeze blocks the next move of a payout run. After the export, freezes no longer block moves.
 */
export const findFrozen = async (db: Database, { run_id, status }: RunRow) =>
  status === 'draft' || status === 'approved'
    ? await db.read((handle) => listFrozenSince(handle, run_id, MOST_FROZEN_NAMED))
    : [];

/** Returns the CSV of a payout run that has been prepared, whatever its current status. */
export async function readRunCsv(db: Database, runId: number, layout: Layout): Promise<CsvFile & CsvPromise> {
  const run = await db.read((handle) => getReadyRun(handle, runId));
  const { [layout]: sha256 = null } = JSON.parse(run.csv_hashes) as Partial<CsvHashes>;
  return { ...(await csvFile(db, run, layout)), sha256, rows: await countRowsOf(db, run, layout) };
}

/** Returns the number of rows; null for layouts that are checked only by their hash. */
async function countRowsOf(db: Database, run: RunRow, layout: Layout): Promise<number | null> {
  if (layout === 'lines') return await db.read((handle) => countLines(handle, run.run_id));
  return layout === 'finance' || layout === 'excel' ? (totalsOf(run.totals)?.creators ?? null) : null;
}

async function found<T>(finding: Promise<T | null>): Promise<T> {
  const row = await finding;
  if (row === null) throw new AppError('not_found');
  return row;
}
