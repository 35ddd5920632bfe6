import { Progress, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Batch, batchesQuery } from '../../client/batches.ts';
import type { Campaign } from '../../client/campaigns.ts';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { usePaging } from '../../client/table-look.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { IconStack2 } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { TextLink } from '../../components/links.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatCount, formatShare } from '../../lib/format.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { batches } from '../../texts/batches.ts';
import { BatchCount, BatchState, SaveBatch } from './batch-parts.tsx';
import type { CampaignSearch } from './campaign-search.ts';

const t = batches.list;

/** Lists the batches of a campaign with their figures; a click opens one. */
export function BatchesTable({ campaign, page = 1 }: { campaign: Campaign; page?: number | undefined }) {
  const change = useChangeSearch<CampaignSearch>();
  const maySave = useMay()('getBulkJobCsv');
  return (
    <DataTable
      name="batches"
      label={t.label}
      minWidth={940}
      columns={maySave ? [...columns, saveColumn] : columns}
      query={useQuery(batchesQuery(campaign.campaign_id, { page, ...usePaging() }))}
      rowKey={(row) => row.batch_id}
      onSave={() =>
        saveList(`batches-of-campaign-${campaign.campaign_id}`, 'listBatches', {
          params: { campaign_id: campaign.campaign_id },
        })
      }
      onPage={(next) => change({ page: next })}
      empty={
        <EmptyState icon={<IconStack2 size={26} />} title={t.none}>
          {t.noneText}
        </EmptyState>
      }
    />
  );
}

const columns: Column<Batch>[] = [
  {
    key: 'batch',
    header: t.batch,
    width: '24%',
    render: ({ campaign_id, batch_id, name }) => (
      <TextLink
        to="/campaigns/$campaignId/batches/$batchId"
        params={{ campaignId: String(campaign_id), batchId: String(batch_id) }}
        inherit
        fw={600}
        c="var(--mantine-color-text)"
        lineClamp={1}
        style={{ overflowWrap: 'anywhere' }}
      >
        <span className="mono">{t.number(batch_id)}</span> <bdi>{name ?? t.severalNames}</bdi>
      </TextLink>
    ),
  },
  { key: 'kind', header: t.kind, render: ({ kind }) => t.kinds[kind] },
  { key: 'state', header: t.state, width: 130, render: (batch) => <BatchState batch={batch} /> },
  { key: 'codes', header: t.codes, align: 'right', render: (batch) => <BatchCount batch={batch} /> },
  { key: 'redeemed', header: t.redeemed, width: 120, render: (batch) => <Redeemed batch={batch} /> },
  {
    key: 'claims',
    header: t.claims,
    align: 'right',
    render: ({ number_of_claims }) => formatCount(number_of_claims),
  },
  { key: 'started', header: t.started, render: ({ created_at }) => <Instant at={created_at} /> },
];

const saveColumn: Column<Batch> = {
  key: 'save',
  header: t.csv,
  hideHeader: true,
  align: 'right',
  width: 140,
  render: (batch) => <SaveBatch batch={batch} size="xs" />,
};

const Redeemed = ({ batch: { redeemed_share } }: { batch: Batch }) => (
  <Stack gap={4}>
    <span>{formatShare(redeemed_share)}</span>
    <Progress size={3} value={100 * redeemed_share} aria-label={t.share} />
  </Stack>
);
