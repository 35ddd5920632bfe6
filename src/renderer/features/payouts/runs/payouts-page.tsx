import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PAYOUT_RUN_KINDS, PAYOUT_RUN_STATUSES } from '../../../../../daemon/contract/words.ts';
import { saveList } from '../../../client/save-list.ts';
import { usePaging } from '../../../client/table-look.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { IconCash } from '../../../components/first-icons.tsx';
import { IconPlus } from '../../../components/icons.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { NoMatch } from '../../../components/no-match.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { useChangeSearch, useParsedSearch } from '../../../lib/list-search.ts';
import { payouts as t } from '../../../texts/payouts.ts';
import {
  KIND_NAMES,
  parseRunsSearch,
  type RunKind,
  type RunStatus,
  type RunsSearch,
  runsQuery,
  STATUS_NAMES,
} from '../payouts-queries.ts';
import { PayoutsTabs } from './payouts-tabs.tsx';
import { runColumns } from './run-columns.tsx';

const STATUS_OPTIONS = PAYOUT_RUN_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }));
const KIND_OPTIONS = PAYOUT_RUN_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

export function PayoutsPage() {
  const search = useParsedSearch(parseRunsSearch);
  const change = useChangeSearch<RunsSearch>();
  const query = useQuery(runsQuery({ ...search, ...usePaging() }));
  return (
    <>
      <PageHeader title={t.title} note={t.note} actions={<NewRunButton />} />
      <PayoutsTabs at="runs" />
      <Group mb="md" gap="sm">
        <Select
          aria-label={t.status}
          placeholder={t.anyStatus}
          data={STATUS_OPTIONS}
          value={search.status ?? null}
          onChange={(status) => change({ status: (status as RunStatus | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t.anyStatus }}
          w={170}
        />
        <Select
          aria-label={t.kind}
          placeholder={t.anyKind}
          data={KIND_OPTIONS}
          value={search.kind ?? null}
          onChange={(kind) => change({ kind: (kind as RunKind | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t.anyKind }}
          w={170}
        />
      </Group>
      <DataTable
        name="runs"
        label={t.list}
        minWidth={960}
        columns={runColumns}
        query={query}
        rowKey={(row) => row.run_id}
        onSave={() => saveList('payout-runs', 'listPayoutRuns', { query: search })}
        onPage={(page) => change({ page })}
        empty={<NoRuns isFiltered={Boolean(search.status || search.kind)} />}
      />
    </>
  );
}

const NewRunButton = () => (
  <ButtonLink to="/payouts/new" leftSection={<IconPlus size={16} />}>
    {t.newRun}
  </ButtonLink>
);

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const change = useChangeSearch<RunsSearch>();
  if (isFiltered)
    return (
      <NoMatch
        icon={<IconCash size={26} />}
        title={t.noMatch}
        clear={t.clear}
        onClear={() => change({ status: undefined, kind: undefined })}
      >
        {t.noMatchText}
      </NoMatch>
    );
  return (
    <EmptyState icon={<IconCash size={26} />} title={t.empty} action={<NewRunButton />}>
      {t.emptyText}
    </EmptyState>
  );
}
