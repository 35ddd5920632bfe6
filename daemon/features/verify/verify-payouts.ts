import type { Handle } from '../../db/database.ts';
import { parseRanges } from '../../domain/payouts/settlement-ranges.ts';
import { groupBy } from '../../lib/group-by.ts';
import { hashCsvs } from '../payouts/files/csv-file.ts';
import { pairKey, sumLedger } from '../payouts/ledger/ledger-store.ts';
import { listPayees, readTerms } from '../payouts/statements/payees-store.ts';
import { sumStatements } from '../payouts/statements/statements-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { chainFaults, type KeptLine, type PairFault, pairFaults } from './payout-books-rules.ts';
import {
  findFailed,
  findUnevenStatements,
  listLinesOf,
  listPreparedRuns,
  listReached,
  listStatementsOf,
} from './payout-books-store.ts';
import type { Difference } from './verify-store.ts';

/** Finds what differs between the payout runs and the ledger, or changed after a run was created. */
export async function payoutFaults(handle: Handle): Promise<Difference[]> {
  const uneven = await findUnevenStatements(handle);
  const faults: Difference[] = uneven.map(({ statement_id, stored, computed }) => ({
    table: 'payout_statements',
    key: `statement ${statement_id}`,
    stored,
    computed,
  }));
  for (let page = await listPayees(handle, null, PAGE); page.length > 0; ) {
    const ids = page.map((payee) => payee.creator_id);
    faults.push(...(await creatorFaults(handle, ids)));
    page = await listPayees(handle, ids.at(-1) ?? null, PAGE);
  }
  return [...faults, ...(await runFaults(handle))];
}

const PAGE = 100;

async function creatorFaults(handle: Handle, creatorIds: readonly string[]): Promise<Difference[]> {
  const ledger = await sumLedger(handle, creatorIds, Number.MAX_SAFE_INTEGER);
  const statements = (await listStatementsOf(handle, creatorIds)).map((row) => ({ ...row, isVoid: !!row.isVoid }));
  const isVoid = new Map(statements.map((row) => [row.statement_id, row.isVoid]));
  const lines = groupBy(
    await listLinesOf(handle, creatorIds),
    ({ creator_id, campaign_id }) => pairKey(creator_id, campaign_id),
    (line) => keptLine(line, isVoid.get(line.statement_id) ?? false),
  );
  const failed = await findFailed(handle, creatorIds);
  const reached = await listReached(handle);
  const { currency_digits: digits } = await getOrganisation(handle);
  const used = [...ledger.values()].flat().map((sum) => sum.termsId);
  const termsOf = await readTerms(handle, [...new Set(used)]);
  const faults: Difference[] = [];
  for (const key of new Set([...ledger.keys(), ...lines.keys()])) {
    const [campaignId = '', ...rest] = key.split('\n');
    const creatorId = rest.join('\n');
    const books = {
      sums: ledger.get(key) ?? [],
      lines: lines.get(key) ?? [],
      reached: reached.get(Number(campaignId)) ?? 0,
      isLeft: failed.has(creatorId) || statements.some((row) => row.creator_id === creatorId && row.isVoid),
    };
    const found = faultsOrWhyNot(() => pairFaults(books, termsOf, digits));
    faults.push(...found.map((fault) => difference(`creator ${creatorId} campaign ${campaignId}`, fault)));
  }
  for (const creatorId of creatorIds) {
    const own = statements.filter((row) => row.creator_id === creatorId);
    faults.push(...chainFaults(own).map((fault) => difference(`creator ${creatorId}`, fault)));
  }
  return faults;
}

/** Returns unreadable books as one fault, so that they do not hide other faults. */
function faultsOrWhyNot(find: () => PairFault[]): PairFault[] {
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

const keptLine = (line: Awaited<ReturnType<typeof listLinesOf>>[number], isVoid: boolean): KeptLine => ({
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
