import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { PAYOUT_RUN_KINDS, PAYOUT_RUN_STATUSES } from '../../../daemon/contract/words.ts';
import { ask } from './ask.ts';
import { bridge, type SaveReply } from './bridge.ts';
import { type ListSearch, oneOf, parseListSearch } from './list-search.ts';
import { notifyDone, notifyProblem, notifySaved } from './notify.ts';
import { askAgainEvery } from './query-client.ts';

export type PayoutRun = AnswerOf<Endpoints['listPayoutRuns']>['data'][number];
export type FullRun = AnswerOf<Endpoints['getPayoutRun']>;
export type Statement = FullRun['statements']['data'][number];
export type DryRun = AnswerOf<Endpoints['dryRunPayouts']>;
export type RunStatus = PayoutRun['status'];
export type RunKind = PayoutRun['kind'];
export type RunMove = keyof FullRun['moves'];
export type CsvLayout = keyof NonNullable<PayoutRun['csv_sha256']>;

export const KIND_NAMES: Record<RunKind, string> = {
  monthly: 'Monthly',
  campaign_end: 'Campaign end',
  manual: 'On demand',
};
export const STATUS_NAMES: Record<RunStatus, string> = {
  preparing: 'Preparing',
  draft: 'Draft',
  approved: 'Approved',
  exported: 'Exported',
  paid: 'Paid',
  void: 'Void',
};
export const CARRY_REASONS = ['negative', 'held', 'below_minimum'] as const;

const LOOK_EVERY_MS = 1000;

export interface RunsSearch extends ListSearch {
  status?: RunStatus;
  kind?: RunKind;
}

export function parseRunsSearch(raw: Record<string, unknown>): RunsSearch {
  const { page } = parseListSearch(raw);
  const status = oneOf(raw.status, PAYOUT_RUN_STATUSES);
  const kind = oneOf(raw.kind, PAYOUT_RUN_KINDS);
  return { ...(page && { page }), ...(status && { status }), ...(kind && { kind }) };
}

export const runsQuery = (search: RunsSearch) =>
  queryOptions({
    queryKey: ['payout-runs', 'list', search],
    queryFn: () => ask('listPayoutRuns', { query: search }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => askAgainEvery(query.state.data?.data.some(isPreparing) ? LOOK_EVERY_MS : false)(query),
  });

/** The filters for statements. */
export const STATEMENT_FILTERS = ['negative', 'held', 'below_minimum', 'changed', 'missing', 'voided'] as const;
export type StatementFilter = (typeof STATEMENT_FILTERS)[number];
const SORTS = ['payable', 'commission', 'revenue', 'carried_out', 'creator'] as const;
type Sort = (typeof SORTS)[number] | `-${(typeof SORTS)[number]}`;
export const DEFAULT_SORT: Sort = '-payable';

export interface StatementsSearch extends ListSearch {
  tab?: 'files';
  show?: StatementFilter;
  sort?: Sort;
}

export function parseStatementsSearch(raw: Record<string, unknown>): StatementsSearch {
  const { q, page } = parseListSearch(raw);
  const tab = oneOf(raw.tab, ['files']);
  const show = oneOf(raw.show, STATEMENT_FILTERS);
  const sort = oneOf(
    raw.sort,
    SORTS.flatMap((name): Sort[] => [name, `-${name}`]),
  );
  return {
    ...(tab && { tab }),
    ...(q && { q }),
    ...(page && { page }),
    ...(show && { show }),
    ...(sort && { sort }),
  };
}

/** The filter as query parameters of the daemon. */
function filterOf(show: StatementFilter | undefined) {
  const reason = oneOf(show, CARRY_REASONS);
  if (reason) return { carry_reason: reason };
  if (show === 'changed') return { address_changed: 'true' as const };
  if (show === 'missing') return { missing_details: 'true' as const };
  return show === 'voided' ? { voided: 'true' as const } : {};
}

export const runQuery = (runId: number, { tab: _, show, ...search }: StatementsSearch) =>
  queryOptions({
    queryKey: ['payout-runs', 'one', runId, { show, ...search }],
    queryFn: () => ask('getPayoutRun', { params: { run_id: runId }, query: { ...search, ...filterOf(show) } }),
    placeholderData: (before: FullRun | undefined) => (before?.run_id === runId ? before : undefined),
    refetchInterval: (query) =>
      askAgainEvery(query.state.data && isPreparing(query.state.data) ? LOOK_EVERY_MS : false)(query),
  });

const isPreparing = ({ status }: Pick<PayoutRun, 'status'>) => status === 'preparing';

const MOVES = {
  approve: ['approvePayoutRun', 'approved'],
  export: ['markPayoutRunExported', 'marked as exported'],
  pay: ['markPayoutRunPaid', 'marked as paid'],
} as const;

/** Moves a run to its next step; then the screens load it again, whether the step succeeded or not. */
export function useMoveRun(runId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: { move: keyof typeof MOVES } | { move: 'void'; reason: string }) =>
      wish.move === 'void'
        ? ask('voidPayoutRun', { params: { run_id: runId }, body: { reason: wish.reason } })
        : ask(MOVES[wish.move][0], { params: { run_id: runId } }),
    onSuccess: (_, { move }) => notifyDone(`Run ${runId} is ${move === 'void' ? 'void' : MOVES[move][1]}.`),
    onError: (error) => notifyProblem('The run did not change', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['payout-runs'] }),
  });
}

export const LAYOUTS: Record<CsvLayout, { label: string; about: string }> = {
  finance: { label: 'Finance', about: 'A row for each creator' },
  excel: { label: 'Excel', about: 'The same, for a double click in Excel' },
  lines: { label: 'Lines', about: 'A row for each creator and campaign' },
  paypal: { label: 'PayPal', about: 'PayPal’s payments file' },
  wise: { label: 'Wise', about: 'Wise’s template for payments by e-mail' },
  bank: { label: 'Bank', about: 'Transfers to the accounts that creators gave' },
};
export const CSV_LAYOUTS = Object.keys(LAYOUTS) as CsvLayout[];

/** Byte for byte as the daemon keeps the file. */
export async function saveRunCsv({ run_id, csv_zipped }: PayoutRun, layout: CsvLayout): Promise<SaveReply> {
  const name = `payout-${run_id}-${layout}.${csv_zipped.includes(layout) ? 'zip' : 'csv'}`;
  const reply = await bridge.saveAnswer(name, 'getPayoutRunCsv', { params: { run_id }, query: { layout } });
  notifySaved(reply);
  return reply;
}
