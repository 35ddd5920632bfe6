import { parse } from 'csv-parse/sync';
import type { TestDaemon } from '../world/daemon.ts';
import { addEarner, playerPays } from './earnings.ts';
import type { GameFlow } from './game-flow.ts';
import { apiKey, type BodyFor, bearer, done, type QueryFor, type TestClient } from './test-client.ts';

const MOVES = {
  approve: 'approvePayoutRun',
  'mark-exported': 'markPayoutRunExported',
  'mark-paid': 'markPayoutRunPaid',
} as const;
export type PayoutMove = keyof typeof MOVES;

export const RESULT_MAPPING = {
  columns: { reference: 'Reference', amount: 'Amount', currency: 'Currency', status: 'State', reason: 'Note' },
  words: { paid: ['Paid'], failed: ['Failed', 'Returned'], ignored: ['Pending'] },
};

interface PaidStatement {
  reference: string;
  payable: { amount: string; currency: string };
}

/** Returns a result file with a line for each statement. */
export const resultFile = (lines: readonly (readonly [PaidStatement, word: string, note?: string])[]) =>
  [
    'Reference,Amount,Currency,State,Note',
    ...lines.map(([{ reference, payable }, word, note = '']) =>
      [reference, payable.amount, payable.currency, word, note].join(','),
    ),
  ].join('\r\n');

export const importResults = (
  staff: TestClient,
  run_id: number,
  lines: Parameters<typeof resultFile>[0],
  query: QueryFor<'importPayoutResults'> = {},
) =>
  staff.call('importPayoutResults', {
    params: { run_id },
    query,
    body: { source: 'Bank', mapping: RESULT_MAPPING, csv: resultFile(lines) },
  });

export const movePayoutRun = (staff: TestClient, run_id: number, to: PayoutMove) =>
  staff.call(MOVES[to], { params: { run_id } });

/** Returns functions for creators whose players pay, and for finance's work with payout runs. */
export function payoutsOf(flow: GameFlow) {
  const { staff, parties, clock, unique, running, newBase } = flow;
  /** Adds a creator with a code in a campaign, and a player who redeemed it. */
  const join = async (campaignId: number, creator = unique('creator')) => {
    const base = await newBase(campaignId);
    return { ...(await addEarner(parties, creator, base.code, unique('user'))), base };
  };
  const earn = (user: string, amount: number, change: object = {}) =>
    playerPays(parties, user, amount, clock.now, change);
  const run = async (body: Partial<BodyFor<'createPayoutRun'>> = {}) =>
    done(await staff.call('createPayoutRun', { body: { kind: 'manual', ...body } }));
  const move = (run_id: number, to: PayoutMove) => movePayoutRun(staff, run_id, to);
  const voidRun = (run_id: number, reason: string) =>
    staff.call('voidPayoutRun', { params: { run_id }, body: { reason } });
  const statementsOf = async (run_id: number, query: QueryFor<'getPayoutRun'> = {}) =>
    done(await staff.call('getPayoutRun', { params: { run_id }, query: { page_size: 100, ...query } })).statements.data;
  const statementOf = async (runId: number, creator: string) =>
    (await statementsOf(runId)).find((row: { creator_id: string }) => row.creator_id === creator);
  /** Returns a statement's commission, amount carried in, payable amount, amount carried out and the reason. */
  const moneyOf = async (runId: number, creator: string) => {
    const row = await statementOf(runId, creator);
    if (!row) return null;
    const amounts = [row.commission, row.carried_in, row.payable, row.carried_out].map(({ amount }) => Number(amount));
    return [...amounts, row.carry_reason];
  };
  return { join, earn, run, move, voidRun, statementsOf, statementOf, moneyOf, running };
}

/** Returns the file's bytes, because the tests check details that decoded text would lose. */
async function bytesOf(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

export const csvBytes = ({ url, ownerToken }: TestDaemon, runId: number, layout = 'finance') =>
  bytesOf(`${url}/v1/admin/payout-runs/${runId}/csv?layout=${layout}`, bearer(ownerToken));

export const csvForPrograms = ({ url, serverKey }: TestDaemon, runId: number, key = serverKey, layout = 'finance') =>
  bytesOf(`${url}/v1/payouts/${runId}/csv?layout=${layout}`, apiKey(key));

export const recordsOf = (bytes: Buffer): Record<string, string>[] =>
  parse(bytes, { columns: true, bom: true, record_delimiter: '\r\n' });
