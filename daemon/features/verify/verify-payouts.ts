import type { Handle } from '../../db/database.ts';
import { parseRanges } from '../../domain/payouts/settlement-ranges.ts';
import { groupBy } from '../../lib/group-by.ts';
import { hashCsvs } from '../payouts/files/csv-file.ts';
import { pairKey, sumLedger } from '../payouts/ledger/ledger-store.ts';
import { listPayees, type PayeeRow, readTerms } from '../payouts/statements/payees-store.ts';
import { type LineRow, sumStatements } from '../payouts/statements/statements-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { chainFaults, type KeptLine, type KeptStatement, type PairFault, pairFaults } from './payout-books-rules.ts';
import {
  findFailed,
  findUnevenStatements,
  listLinesOf,
  listPreparedRuns,
  listReached,
  listStatementsOf,
} from './payout-books-store.ts';
import type { Difference } from './verify-store.ts';

/** Finds differences between payout runs and the ledger, and runs that changed after they were prepared. */
export async function payoutFaults(handle: Handle): Promise<Difference[]> {
  const uneven = await findUnevenStatements(handle);
  const faults: Difference[] = uneven.map(({ statement_id, stored, computed }) => ({
    table: 'payout_statements',
    key: `statement ${statement_id}`,
    stored,
    computed,
  }));
  for (let page = await listPayees(handle, null, PAGE); page.length > 0; ) {
    faults.push(...(await creatorFaults(handle, page)));
    page = await listPayees(handle, page.at(-1)?.creator_id ?? null, PAGE);
  }
  return [...faults, ...(await runFaults(handle))];
}

const PAGE = 100;

async function creatorFaults(handle: Handle, payees: readonly PayeeRow[]): Promise<Difference[]> {
  const creatorIds = payees.map((payee) => payee.creator_id);
  const ledger = await sumLedger(handle, creatorIds, Number.MAX_SAFE_INTEGER);
  const statementsOf = await readStatements(handle, creatorIds);
  const lines = groupBy(
    await listLinesOf(handle, creatorIds),
    ({ line }) => pairKey(line.creator_id, line.campaign_id),
    ({ line, isVoid }) => keptLine(line, !!isVoid),
  );
  const paidAs = new Map(payees.map((payee) => [payee.creator_id, payee.merged_into ?? payee.creator_id]));
  const failed = await findFailed(handle, [...creatorIds, ...paidAs.values()]);
  const reached = await listReached(handle);
  const { currency_digits: digits } = await getOrganisation(handle);
  const used = [...ledger.values()].flat().map((sum) => sum.termsId);
  const termsOf = await readTerms(handle, [...new Set(used)]);
  const faults: Difference[] = [];
  for (const key of new Set([...ledger.keys(), ...lines.keys()])) {
    const [campaignId = '', ...rest] = key.split('\n');
    const creatorId = rest.join('\n');
    const own = lines.get(key) ?? [];
    const hasFailed = [creatorId, paidAs.get(creatorId) ?? ''].some((id) => failed.has(id));
    const books = {
      sums: ledger.get(key) ?? [],
      lines: own,
      reached: reached.get(Number(campaignId)) ?? 0,
      isLeft: hasFailed || [...statementsOf(creatorId), ...own].some(({ isVoid }) => isVoid),
    };
    const found = faultsOrError(() => pairFaults(books, termsOf, digits));
    faults.push(...found.map((fault) => difference(`creator ${creatorId} campaign ${campaignId}`, fault)));
  }
  for (const creatorId of creatorIds) {
    const found = faultsOrError(() => chainFaults(statementsOf(creatorId), statementsOf));
    faults.push(...found.map((fault) => difference(`creator ${creatorId}`, fault)));
  }
  return faults;
}

/** Reads the statements of these creators, and of the creators whose balances the statements include. */
async function readStatements(handle: Handle, creatorIds: readonly string[]) {
  const own = await listStatementsOf(handle, creatorIds);
  const known = new Set(creatorIds);
  const merged = own.flatMap((row) => mergedIn(row)).filter((id) => !known.has(id));
  const rows = merged.length === 0 ? own : [...own, ...(await listStatementsOf(handle, [...new Set(merged)]))];
  const byCreator = groupBy(
    rows,
    ({ creator_id }) => creator_id,
    (row): KeptStatement => ({ ...row, merged: mergedIn(row), isVoid: !!row.isVoid }),
  );
  return (creatorId: string) => byCreator.get(creatorId) ?? [];
}

const mergedIn = ({ merged_creators }: { merged_creators: string | null }): string[] =>
  JSON.parse(merged_creators ?? '[]') as string[];

/** If an error interrupts the comparison, returns it as one fault, so that other faults are still found. */
function faultsOrError(find: () => PairFault[]): PairFault[] {
  try {
    return find();
  } catch (error) {
    return [{ what: 'books', stored: 'unreadable', computed: error instanceof Error ? error.message : String(error) }];
  }
}

const difference = (whose: string, { what, stored, computed }: { what: string; stored: string; computed: string }) => ({
  table: 'payout_lines',
  key: `${whose} ${what}`,
  stored,
  computed,
});

const keptLine = (line: LineRow, isVoid: boolean): KeptLine => ({
  line_id: line.line_id,
  settlements: parseRanges(line.settlements),
  revenue: line.revenue,
  refunds: line.refunds,
  payments: line.payments,
  commission: line.commission,
  isVoid,
});

/** Checks values that must never change: totals, and the bytes of the CSVs. */
async function runFaults(handle: Handle): Promise<Difference[]> {
  const faults: Difference[] = [];
  const expect = (runId: number, what: string, stored: string, computed: string) => {
    if (stored !== computed) faults.push({ table: 'payout_runs', key: `run ${runId} ${what}`, stored, computed });
  };
  for (const run of await listPreparedRuns(handle)) {
    const { run_id } = run;
    expect(run_id, 'totals', run.totals, JSON.stringify(await sumStatements(handle, run_id)));
    const hashes: Record<string, string> = await hashCsvs({ read: (fn) => fn(handle) }, run);
    for (const [layout, hash] of Object.entries(JSON.parse(run.csv_hashes) as Record<string, string>))
      expect(run_id, `CSV ${layout}`, hash, hashes[layout] ?? 'none');
  }
  return faults;
}
