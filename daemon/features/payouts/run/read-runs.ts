import { AppError } from '../../../contract/refusals.ts';
import type { Database, Handle } from '../../../db/database.ts';
import { type KeysetPage, pageOf as keysetPageOf, numbersOfCursor } from '../../../db/query/keyset.ts';
import { type Page, type PageQuery, pageOf } from '../../../db/query/listing.ts';
import { getOrganisation } from '../../settings/settings-store.ts';
import { type CsvFile, csvFile } from '../files/csv-store.ts';
import type { Layout } from '../files/payout-csv-rules.ts';
import { listLinePayments } from '../statements/line-payments-store.ts';
import {
  findLine,
  findStatement,
  type LineRow,
  listFailures,
  listLinesOf,
  listStatementRows,
  type StatementFilter,
  type StatementRow,
} from '../statements/statements-store.ts';
import { findCampaignNames, listCampaignRows } from './payout-campaigns-store.ts';
import { decideMoves, type MoveRefusal, type RunMove } from './payout-run-rules.ts';
import { findRun, findStaffNames, hasNewerRun, listRunRows, type RunListQuery, type RunRow } from './runs-store.ts';
import { totalsOf } from './totals-rules.ts';

export interface NamedRun extends RunRow {
  names: Map<number, string>;
  /** The campaign's name, for a payout run over one campaign. */
  campaignName: string | null;
}
export interface FullStatement extends StatementRow {
  lines: LineRow[];
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
  runId: number,
  query: PageQuery & StatementFilter,
): Promise<Page<FullStatement>> =>
  db.read(async (handle) => {
    const { rows, total } = await listStatementRows(handle, runId, query);
    return pageOf(query, await withLines(handle, rows), total);
  });

export const getStatement = (
  db: Database,
  { runId, statementId }: { runId: number; statementId: number },
): Promise<{ run: RunRow; statement: FullStatement }> =>
  db.read(async (handle) => {
    const run = await found(findRun(handle, runId));
    const [statement] = await withLines(handle, [await found(findStatement(handle, runId, statementId))]);
    return { run, statement: statement as FullStatement };
  });

async function withLines(handle: Handle, rows: readonly StatementRow[]): Promise<FullStatement[]> {
  const lines = await listLinesOf(
    handle,
    rows.map((row) => row.statement_id),
  );
  return rows.map((row) => ({ ...row, lines: lines.filter((line) => line.statement_id === row.statement_id) }));
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

/** Campaigns for which a payout run can be made. */
export const listPayoutCampaigns = (db: Database, query: PageQuery & { q?: string | undefined }) =>
  db.read(async (handle) => {
    const { rows, total } = await listCampaignRows(handle, query);
    return pageOf(query, rows, total);
  });

/** For each move of a payout run, why this staff member cannot make it; null where they can. */
export const findMoves = (db: Database, run: RunRow, staffId: number): Promise<Record<RunMove, MoveRefusal | null>> =>
  db.read(async (handle) => {
    const { two_person_payouts: twoPerson } = await getOrganisation(handle);
    const terms = { staffId, twoPerson, hasNewer: await hasNewerRun(handle, run.run_id) };
    return decideMoves(run, terms);
  });

const MOST_FAILURES = 100;

/** Creators whose statement could not be made. */
export const findFailures = (db: Database, runId: number) =>
  db.read((handle) => listFailures(handle, runId, MOST_FAILURES));

/** The CSV of a payout run that was prepared, whatever its present status. */
export async function readRunCsv(db: Database, runId: number, layout: Layout): Promise<CsvFile> {
  const run = await db.read((handle) => found(findRun(handle, runId)));
  if (run.status === 'preparing') throw new AppError('run_preparing');
  if (!totalsOf(run.totals))
    throw new AppError({ code: 'not_found', detail: 'This run was voided before it was ready; it has no files.' });
  return csvFile(db, run, layout);
}

async function found<T>(finding: Promise<T | null>): Promise<T> {
  const row = await finding;
  if (row === null) throw new AppError('not_found');
  return row;
}
