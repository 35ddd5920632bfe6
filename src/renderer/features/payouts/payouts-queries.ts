import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { PAYMENT_STATUSES, PAYOUT_RUN_KINDS, PAYOUT_RUN_STATUSES } from '../../../../daemon/contract/words.ts';
import { ask, problemOf } from '../../client/ask.ts';
import { bridge, type SaveReply } from '../../client/bridge.ts';
import { notifyDone, notifyFault, notifyProblem, notifySaved } from '../../client/notify.ts';
import { askAgainEvery } from '../../client/query-client.ts';
import { formatList } from '../../lib/format.ts';
import { idOf, type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';
import { payouts as t } from '../../texts/payouts.ts';

export type PayoutRun = AnswerOf<Endpoints['listPayoutRuns']>['data'][number];
export type FullRun = AnswerOf<Endpoints['getPayoutRun']>;
export type Statement = FullRun['statements']['data'][number];
export type DryRun = Extract<AnswerOf<Endpoints['dryRunPayouts']>, { statements: unknown }>;
export type RunStatus = PayoutRun['status'];
export type RunKind = PayoutRun['kind'];
export type RunMove = keyof FullRun['moves'];
export type CsvLayout = keyof NonNullable<PayoutRun['csv_sha256']>;

export const KIND_NAMES: Record<RunKind, string> = t.kinds;
export const STATUS_NAMES: Record<RunStatus, string> = t.statuses;
const CARRY_REASONS = ['negative', 'held', 'below_minimum'] as const;

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

const STATEMENT_FILTERS = [
  'negative',
  'held',
  'below_minimum',
  'changed',
  'missing',
  'voided',
  ...PAYMENT_STATUSES,
] as const;
export type StatementFilter = (typeof STATEMENT_FILTERS)[number];
/** The parts of a run's reconciliation: the ways in which a payable statement is paid, or `unpayable`. */
export const PAYMENT_PARTS = ['paypal', 'wise', 'bank', 'by_hand', 'unpayable'] as const;
export type PaymentPart = (typeof PAYMENT_PARTS)[number];
export const isPart = (show: string | undefined): show is PaymentPart => oneOf(show, PAYMENT_PARTS) !== undefined;
export const RUN_TABS = ['files', 'compare', 'activity'] as const;
const SORTS = ['payable', 'commission', 'revenue', 'carried_out', 'creator'] as const;
type Sort = (typeof SORTS)[number] | `-${(typeof SORTS)[number]}`;
export const DEFAULT_SORT: Sort = '-payable';

export interface StatementsSearch extends ListSearch {
  tab?: (typeof RUN_TABS)[number];
  show?: StatementFilter | PaymentPart;
  /** The ID of the statement whose details are open. */
  statement?: number;
  sort?: Sort;
}

export function parseStatementsSearch(raw: Record<string, unknown>): StatementsSearch {
  const { q, page } = parseListSearch(raw);
  const tab = oneOf(raw.tab, RUN_TABS);
  const statement = idOf(raw.statement);
  const show = oneOf(raw.show, [...STATEMENT_FILTERS, ...PAYMENT_PARTS]);
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
    ...(statement && { statement }),
  };
}

/** Converts the filter to query parameters for the daemon. */
function filterOf(show: StatementsSearch['show']) {
  const reason = oneOf(show, CARRY_REASONS);
  if (reason) return { carry_reason: reason };
  const payment = oneOf(show, PAYMENT_STATUSES);
  if (payment) return { payment_status: payment };
  if (show === 'changed') return { address_changed: 'true' as const };
  if (show === 'missing') return { missing_details: 'true' as const };
  return show === 'voided' ? { voided: 'true' as const } : {};
}

/** Returns the search parameters of the statements. Other tabs and parts of the reconciliation have their own. */
const ownSearch = ({ tab, statement: _, ...search }: StatementsSearch): Omit<StatementsSearch, 'tab' | 'statement'> =>
  tab || isPart(search.show) ? {} : search;

export function statementsInput(runId: number, given: StatementsSearch) {
  const { show, ...search } = ownSearch(given);
  return { params: { run_id: runId }, query: { ...search, ...filterOf(show) } };
}

export const runQuery = (runId: number, given: StatementsSearch) => {
  return queryOptions({
    queryKey: ['payout-runs', 'one', runId, ownSearch(given)],
    queryFn: () => ask('getPayoutRun', statementsInput(runId, given)),
    placeholderData: (before: FullRun | undefined) => (before?.run_id === runId ? before : undefined),
    refetchInterval: (query) =>
      askAgainEvery(query.state.data && isPreparing(query.state.data) ? LOOK_EVERY_MS : false)(query),
  });
};

/** Returns whether result files can be imported. Before the export, the bank does not have the payment files yet. */
export const takesResults = ({ status }: Pick<PayoutRun, 'status'>) => status === 'exported' || status === 'paid';

const isPreparing = ({ status }: Pick<PayoutRun, 'status'>) => status === 'preparing';

const MOVES = {
  approve: 'approvePayoutRun',
  export: 'markPayoutRunExported',
  pay: 'markPayoutRunPaid',
} as const;

/** Returns sentences about the frozen creators who block the run's next step; null if there are none. */
export function frozenIn({ frozen, status }: Pick<FullRun, 'frozen' | 'status'>) {
  if (frozen.length === 0) return null;
  const names = formatList(frozen.map(({ creator_id, creator_name }) => creator_name ?? creator_id));
  const { since, draft, approved } = t.frozen;
  return { since: since(names), remedy: status === 'draft' ? draft(frozen.length) : approved() };
}

/** Moves a run to its next step. Then the screens reload it, whether the step succeeded or not. */
export function useMoveRun(runId: number) {
  const queries = useQueryClient();
  /** Replaces the daemon's text, which lists frozen creators by ID and in English. */
  async function sayWhyNot(error: unknown) {
    if (problemOf(error).code !== 'payouts_frozen') return notifyProblem(t.moves.failed, error);
    const run = await queries.fetchQuery({ ...runQuery(runId, {}), staleTime: 0 }).catch(() => null);
    const frozen = run && frozenIn(run);
    if (frozen) notifyFault(t.moves.failed, `${frozen.since} ${frozen.remedy}`);
    else notifyProblem(t.moves.failed, error);
  }
  return useMutation({
    mutationFn: (request: { move: keyof typeof MOVES } | { move: 'void'; reason: string }) =>
      request.move === 'void'
        ? ask('voidPayoutRun', { params: { run_id: runId }, body: { reason: request.reason } })
        : ask(MOVES[request.move], { params: { run_id: runId } }),
    onSuccess: (_, { move }) => notifyDone(t.moves.done[move](runId)),
    onError: (error) => sayWhyNot(error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['payout-runs'] }),
  });
}

/** Saves a file of the run, byte for byte as the daemon stores it. */
export async function saveRunCsv({ run_id, csv_zipped }: PayoutRun, layout: CsvLayout): Promise<SaveReply> {
  const name = `payout-${run_id}-${layout}.${csv_zipped.includes(layout) ? 'zip' : 'csv'}`;
  const reply = await bridge.saveAnswer(name, 'getPayoutRunCsv', { params: { run_id }, query: { layout } });
  notifySaved(reply);
  return reply;
}
