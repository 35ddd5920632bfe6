import { parse } from 'csv-parse/sync';
import type { TestDaemon } from '../world/daemon.ts';
import type { GameFlow } from './game-flow.ts';
import { apiKey, bearer, done } from './test-client.ts';

export const RUNS = '/v1/admin/payout-runs';

/** Creators whose players pay, and what finance does with their runs. */
export function payoutsOf(flow: GameFlow) {
  const { staff, unique, running, newBase, create, redeem, payment, pay } = flow;
  /** A creator with a code in a campaign, and a player who used it. */
  const join = async (campaignId: number, creator = unique('creator')) => {
    const base = await newBase(campaignId);
    const { code } = done(await create(creator, base.code));
    const user = unique('user');
    done(await redeem(user, code));
    return { creator, user, code, base };
  };
  const earn = async (user: string, amount: number, change: object = {}) =>
    done(await pay([payment(user, amount, change)]));
  const run = async (body: object = {}) => done(await staff('POST', RUNS, { kind: 'manual', ...body }));
  const move = (runId: number, to: string, body?: object) => staff('POST', `${RUNS}/${runId}/${to}`, body);
  // biome-ignore lint/suspicious/noExplicitAny: as the answer has it
  const statementsOf = async (runId: number, query = ''): Promise<any[]> =>
    done(await staff('GET', `${RUNS}/${runId}?page_size=100${query}`)).statements.data;
  const statementOf = async (runId: number, creator: string) =>
    (await statementsOf(runId)).find((row) => row.creator_id === creator);
  /** A statement in short: commission, carried in, paid, carried out, why. */
  const moneyOf = async (runId: number, creator: string) => {
    const row = await statementOf(runId, creator);
    if (!row) return null;
    const amounts = [row.commission, row.carried_in, row.payable, row.carried_out].map(({ amount }) => Number(amount));
    return [...amounts, row.carry_reason];
  };
  return { join, earn, run, move, statementsOf, statementOf, moneyOf, running };
}

export async function csvBytes({ url, ownerToken }: TestDaemon, runId: number, layout = 'finance') {
  const response = await fetch(`${url}${RUNS}/${runId}/csv?layout=${layout}`, { headers: bearer(ownerToken) });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

export async function csvForPrograms({ url, serverKey }: TestDaemon, runId: number, key = serverKey) {
  const response = await fetch(`${url}/v1/payouts/${runId}/csv`, { headers: apiKey(key) });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

export const recordsOf = (bytes: Buffer): Record<string, string>[] =>
  parse(bytes, { columns: true, bom: true, record_delimiter: '\r\n' });
