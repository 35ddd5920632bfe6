import { Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saveList } from '../../../client/save-list.ts';
import { usePaging } from '../../../client/table-look.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { IconUsers } from '../../../components/first-icons.tsx';
import { TextLink } from '../../../components/links.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { formatMoney } from '../../../lib/format.ts';
import { useChangeSearch, useParsedSearch } from '../../../lib/list-search.ts';
import { payoutChecks as checks } from '../../../texts/payout-checks.ts';
import { payoutStatements as t } from '../../../texts/payout-statements.ts';
import { differenceQuery } from '../compare/comparison.ts';
import {
  DEFAULT_SORT,
  type FullRun,
  isPart,
  PAYMENT_PARTS,
  parseStatementsSearch,
  runQuery,
  type StatementFilter,
  type StatementsSearch,
  statementsInput,
  takesResults,
} from '../payouts-queries.ts';
import { PartTable } from './part-table.tsx';
import { statementColumns } from './statement-columns.tsx';
import { StatementDrawer } from './statement-drawer.tsx';

const MARKS: StatementFilter[] = ['changed', 'missing', 'held', 'below_minimum', 'negative', 'voided'];
const PAYMENTS: StatementFilter[] = ['pending', 'paid', 'failed'];
const CHOICES = [
  { group: t.groups.parts, items: PAYMENT_PARTS.map((value) => ({ value, label: checks.filters[value] })) },
  { group: t.groups.marks, items: MARKS.map((value) => ({ value, label: t.filters[value] })) },
];
const AFTER_EXPORT = [
  { group: t.groups.payment, items: PAYMENTS.map((value) => ({ value, label: t.filters[value] })) },
  ...CHOICES,
];

/** Lists the statements of a run with their amounts. */
export function StatementsTable({ run }: { run: FullRun }) {
  const search = useParsedSearch(parseStatementsSearch);
  const change = useChangeSearch<StatementsSearch>();
  return (
    <>
      <Group mb="md" gap="sm">
        {!isPart(search.show) && (
          <SearchBox label={t.search} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
        )}
        <Select
          aria-label={t.show}
          placeholder={t.all}
          data={takesResults(run) ? AFTER_EXPORT : CHOICES}
          value={search.show ?? null}
          onChange={(show) => change({ show: (show as StatementsSearch['show'] | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t.all }}
          w={210}
        />
        {run.last_run_id !== null && !isPart(search.show) && <Gone run={run} lastRunId={run.last_run_id} />}
      </Group>
      {isPart(search.show) ? (
        <PartTable run={run} part={search.show} search={search} />
      ) : (
        <AllStatements run={run} search={search} />
      )}
    </>
  );
}

function AllStatements({ run, search }: { run: FullRun; search: StatementsSearch }) {
  const change = useChangeSearch<StatementsSearch>();
  const query = useQuery({
    ...runQuery(run.run_id, { ...search, ...usePaging() }),
    select: ({ statements }) => statements,
  });
  const opened = query.data?.data.find(({ statement_id }) => statement_id === search.statement) ?? null;
  return (
    <>
      <DataTable
        name="statements"
        label={t.list}
        minWidth={960}
        columns={statementColumns(run.last_run_id)}
        query={query}
        rowKey={(row) => row.statement_id}
        onSave={() => saveList(`statements-of-run-${run.run_id}`, 'getPayoutRun', statementsInput(run.run_id, search))}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => change({ sort: sort as StatementsSearch['sort'] })}
        onPage={(page) => change({ page })}
        empty={
          search.q || search.show ? (
            <EmptyState icon={<IconUsers size={26} />} title={t.noMatch}>
              {t.noMatchText}
            </EmptyState>
          ) : (
            <EmptyState icon={<IconUsers size={26} />} title={t.empty}>
              {t.emptyText}
            </EmptyState>
          )
        }
      />
      <StatementDrawer
        run={run}
        statement={opened}
        onClose={() => change({ statement: undefined, page: search.page })}
      />
    </>
  );
}

/**
 * Counts the creators who were in the previous run but have no statement in this one, because the table has no row for
 * them.
 */
function Gone({ run, lastRunId }: { run: FullRun; lastRunId: number }) {
  const { data } = useQuery(differenceQuery(run.run_id, {}));
  if (!data || data.gone.creators === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {checks.compare.gone(data.gone.creators, formatMoney(data.gone.payable), lastRunId)}{' '}
      <TextLink to="." search={{ tab: 'compare', only: 'gone' }} inherit>
        {checks.compare.showGone}
      </TextLink>
    </Text>
  );
}
