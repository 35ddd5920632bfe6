import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconPlus, IconStack2, IconTicket } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../../components/data-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState } from '../../components/states.tsx';
import { ask } from '../../lib/ask.ts';
import type { Campaign } from '../../lib/campaigns.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { useMay } from '../../lib/session.ts';
import type { CampaignSearch } from './campaign-search.ts';
import { codeColumns } from './code-columns.tsx';

const DEFAULT_SORT = '-created_at';
const TYPES = [
  { value: '', label: 'All' },
  { value: 'redeem', label: 'Redeem' },
  { value: 'referral', label: 'Referral' },
];

export function CodesTable({ campaign, search }: { campaign: Campaign; search: CampaignSearch }) {
  const { campaign_id } = campaign;
  const { tab: _, ...filters } = search;
  const change = useChangeSearch<CampaignSearch>();
  const query = useQuery({
    queryKey: ['codes', 'list', campaign_id, filters],
    queryFn: () => ask('listCodes', { params: { campaign_id }, query: { sort: DEFAULT_SORT, ...filters } }),
    placeholderData: keepPreviousData,
  });
  const canAdd = useMay()('createCode') && campaign.status !== 'ended' && campaign.status !== 'archived';
  const isFiltered = Boolean(search.q || search.code_type || search.active);
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Group gap="sm">
          <SearchBox label="Search codes" value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
          <SegmentedControl
            aria-label="Type of code"
            data={TYPES}
            value={search.code_type ?? ''}
            onChange={(type) => change({ code_type: (type || undefined) as CampaignSearch['code_type'] })}
          />
        </Group>
        {canAdd && <AddButtons campaignId={campaign_id} />}
      </Group>
      <DataTable
        label="Codes"
        columns={codeColumns}
        query={query}
        rowKey={(row) => row.code_id}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => change({ sort: sort as CampaignSearch['sort'] })}
        onPage={(page) => change({ page })}
        empty={
          isFiltered ? (
            <EmptyState icon={<IconTicket size={26} />} title="No code matches">
              Try another search or type.
            </EmptyState>
          ) : (
            <EmptyState
              icon={<IconTicket size={26} />}
              title="No codes yet"
              action={canAdd && <AddButtons campaignId={campaign_id} />}
            >
              Players redeem a <b>redeem</b> code themselves. From a <b>referral</b> code creators make their own.
            </EmptyState>
          )
        }
      />
    </>
  );
}

function AddButtons({ campaignId }: { campaignId: number }) {
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={`/campaigns/${campaignId}/bulk`}
        variant="default"
        leftSection={<IconStack2 size={16} aria-hidden />}
      >
        Bulk codes
      </Button>
      <Button
        component={Link}
        to={`/campaigns/${campaignId}/new-code`}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        New code
      </Button>
    </Group>
  );
}
