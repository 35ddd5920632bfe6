import { Badge, Button, Progress, Stack, Text } from '@mantine/core';
import { IconDownload, IconStack2 } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Instant } from '../../components/instant.tsx';
import { EmptyState } from '../../components/states.tsx';
import { ask } from '../../lib/ask.ts';
import { type BulkJob, saveBatch } from '../../lib/bulk-jobs.ts';
import type { Campaign } from '../../lib/campaigns.ts';
import { formatCount } from '../../lib/format.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { askAgainEvery } from '../../lib/query-client.ts';
import { useMay } from '../../lib/session.ts';
import type { CampaignSearch } from './campaign-search.ts';

const LOOK_EVERY_MS = 1000;

/** The batches of bulk codes; the user can save the codes of each as a file at any time. */
export function BatchesTable({ campaign, page = 1 }: { campaign: Campaign; page?: number | undefined }) {
  const { campaign_id } = campaign;
  const change = useChangeSearch<CampaignSearch>();
  const maySave = useMay()('getBulkJobCsv');
  const query = useQuery({
    queryKey: ['bulk-jobs', 'list', campaign_id, page],
    queryFn: () => ask('listBulkJobs', { query: { campaign_id, page } }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      askAgainEvery(query.state.data?.data.some(({ status }) => status === 'running') ? LOOK_EVERY_MS : false)(query),
  });
  return (
    <DataTable
      label="Bulk batches"
      columns={maySave ? [...columns, saveColumn] : columns}
      query={query}
      rowKey={(row) => row.job_id}
      onPage={(next) => change({ page: next })}
      empty={
        <EmptyState icon={<IconStack2 size={26} />} title="No batches yet">
          Codes that are made in bulk or imported are listed here, and can be saved as a file.
        </EmptyState>
      }
    />
  );
}

const columns: Column<BulkJob>[] = [
  { key: 'batch', header: 'Batch', width: 90, render: ({ job_id }) => <span className="mono">#{job_id}</span> },
  { key: 'name', header: 'Name', render: ({ name }) => name ?? '' },
  { key: 'kind', header: 'Made by', render: ({ kind }) => (kind === 'import' ? 'Import' : 'Bulk codes') },
  { key: 'status', header: 'State', width: 110, render: (job) => <State job={job} /> },
  { key: 'progress', header: 'Codes', width: 190, render: (job) => <Made job={job} /> },
  { key: 'started', header: 'Started', render: ({ created_at }) => <Instant at={created_at} /> },
];

const saveColumn: Column<BulkJob> = {
  key: 'save',
  header: 'Save',
  hideHeader: true,
  align: 'right',
  width: 140,
  render: (job) => <SaveButton job={job} />,
};

function SaveButton({ job: { job_id, status, name } }: { job: BulkJob }) {
  const save = useMutation({ mutationFn: () => saveBatch({ job_id, name }) });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={`Save CSV of batch ${job_id}`}
      disabled={status !== 'done'}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Save CSV
    </Button>
  );
}

const LOOKS = { running: ['Running', 'blue'], done: ['Done', 'teal'], failed: ['Failed', 'red'] } as const;

function State({ job: { status } }: { job: BulkJob }) {
  const [label, color] = LOOKS[status];
  return <Badge color={color}>{label}</Badge>;
}

function Made({ job: { status, done, total, error } }: { job: BulkJob }) {
  return (
    <Stack gap={4}>
      <span>{status === 'done' ? formatCount(total) : `${formatCount(done)} of ${formatCount(total)}`}</span>
      {status === 'running' && <Progress size={3} value={(100 * done) / total} aria-label="Share that is made" />}
      {error && (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
    </Stack>
  );
}
