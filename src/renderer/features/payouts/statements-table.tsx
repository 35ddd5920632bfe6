import { Group, Select } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import {
  DEFAULT_SORT,
  type FullRun,
  parseStatementsSearch,
  runQuery,
  type Statement,
  type StatementFilter,
  type StatementsSearch,
} from '../../lib/payouts.ts';
import { statementColumns } from './statement-columns.tsx';
import { StatementDrawer } from './statement-drawer.tsx';

const FILTERS: { value: StatementFilter; label: string }[] = [
  { value: 'changed', label: 'Changed address' },
  { value: 'missing', label: 'No payout details' },
  { value: 'held', label: 'Held' },
  { value: 'below_minimum', label: 'Below minimum' },
  { value: 'negative', label: 'In debt' },
  { value: 'voided', label: 'Void' },
];

/** The statements of a run: creators, amounts and reasons. */
export function StatementsTable({ run }: { run: FullRun }) {
  const search = useParsedSearch(parseStatementsSearch);
  const change = useChangeSearch<StatementsSearch>();
  const [opened, setOpened] = useState<Statement | null>(null);
  const query = useQuery({ ...runQuery(run.run_id, search), select: ({ statements }) => statements });
  return (
    <>
      <Group mb="md" gap="sm">
        <SearchBox label="Search creators" value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
        <Select
          aria-label="Show"
          placeholder="All statements"
          data={FILTERS}
          value={search.show ?? null}
          onChange={(show) => change({ show: (show as StatementFilter | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'All statements' }}
          w={190}
        />
      </Group>
      <DataTable
        label="Statements"
        minWidth={980}
        columns={statementColumns(setOpened)}
        query={query}
        rowKey={(row) => row.statement_id}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => change({ sort: sort as StatementsSearch['sort'] })}
        onPage={(page) => change({ page })}
        empty={
          search.q || search.show ? (
            <EmptyState icon={<IconUsers size={26} />} title="No statement matches">
              Try another search, or show all statements.
            </EmptyState>
          ) : (
            <EmptyState icon={<IconUsers size={26} />} title="No creator is in this run">
              No creator earned anything, and nothing was carried over.
            </EmptyState>
          )
        }
      />
      <StatementDrawer run={run} statement={opened} onChange={setOpened} onClose={() => setOpened(null)} />
    </>
  );
}
