import { Button, Group, Select } from '@mantine/core';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PAYOUT_RUN_KINDS, PAYOUT_RUN_STATUSES } from '../../../../daemon/contract/words.ts';
import { DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import {
  KIND_NAMES,
  parseRunsSearch,
  type RunKind,
  type RunStatus,
  type RunsSearch,
  runsQuery,
  STATUS_NAMES,
} from '../../lib/payouts.ts';
import { runColumns } from './run-columns.tsx';

const STATUS_OPTIONS = PAYOUT_RUN_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }));
const KIND_OPTIONS = PAYOUT_RUN_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

export function PayoutsPage() {
  const search = useParsedSearch(parseRunsSearch);
  const change = useChangeSearch<RunsSearch>();
  const query = useQuery(runsQuery(search));
  return (
    <>
      <PageHeader
        title="Payouts"
        note="Payments to creators. The server prepares a run when a month or a campaign ends; you can make one at any time."
        actions={<NewRunButton />}
      />
      <Group mb="md" gap="sm">
        <Select
          aria-label="Status"
          placeholder="Any status"
          data={STATUS_OPTIONS}
          value={search.status ?? null}
          onChange={(status) => change({ status: (status as RunStatus | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'Any status' }}
          w={170}
        />
        <Select
          aria-label="Kind"
          placeholder="Any kind"
          data={KIND_OPTIONS}
          value={search.kind ?? null}
          onChange={(kind) => change({ kind: (kind as RunKind | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'Any kind' }}
          w={170}
        />
      </Group>
      <DataTable
        label="Payout runs"
        minWidth={980}
        columns={runColumns}
        query={query}
        rowKey={(row) => row.run_id}
        onPage={(page) => change({ page })}
        empty={<NoRuns isFiltered={Boolean(search.status || search.kind)} />}
      />
    </>
  );
}

const NewRunButton = () => (
  <Button component={Link} to="/payouts/new" leftSection={<IconPlus size={16} aria-hidden />}>
    New run
  </Button>
);

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const change = useChangeSearch<RunsSearch>();
  if (isFiltered)
    return (
      <EmptyState
        icon={<IconCash size={26} />}
        title="No run matches"
        action={
          <Button variant="default" onClick={() => change({ status: undefined, kind: undefined })}>
            Clear the filters
          </Button>
        }
      >
        Try another status or kind.
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconCash size={26} />} title="No payout runs yet" action={<NewRunButton />}>
      The server prepares the first run when a month or a campaign ends. You can also preview a run and make it now.
    </EmptyState>
  );
}
