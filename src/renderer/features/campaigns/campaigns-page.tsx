import { Button, Group, Select } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { CAMPAIGN_STATUSES } from '../../../../daemon/contract/words.ts';
import { DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState } from '../../components/states.tsx';
import type { CampaignStatus } from '../../lib/campaigns.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { useMay } from '../../lib/session.ts';
import { campaignColumns } from './campaign-columns.tsx';
import { type CampaignsSearch, campaignsQuery, DEFAULT_SORT, parseCampaignsSearch } from './campaigns-queries.ts';

const STATUS_OPTIONS = CAMPAIGN_STATUSES.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }));

export function CampaignsPage() {
  const search = useParsedSearch(parseCampaignsSearch);
  const change = useChangeSearch<CampaignsSearch>();
  const query = useQuery(campaignsQuery(search));
  const may = useMay();
  const canCreate = may('createCampaign');
  return (
    <>
      <PageHeader
        title="Campaigns"
        note="A campaign has codes, and the period in which they work."
        actions={canCreate && <NewCampaignButton />}
      />
      <Group mb="md" gap="sm">
        <SearchBox label="Search campaigns" value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
        <Select
          aria-label="Status"
          placeholder="Any status"
          data={STATUS_OPTIONS}
          value={search.status ?? null}
          onChange={(status) => change({ status: (status as CampaignStatus | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'Any status' }}
          w={170}
        />
      </Group>
      <DataTable
        label="Campaigns"
        minWidth={900}
        columns={campaignColumns(canCreate)}
        query={query}
        rowKey={(row) => row.campaign_id}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => change({ sort: sort as CampaignsSearch['sort'] })}
        onPage={(page) => change({ page })}
        empty={<NoCampaigns isFiltered={Boolean(search.q || search.status)} canCreate={canCreate} />}
      />
      <Outlet />
    </>
  );
}

const NewCampaignButton = () => (
  <Button component={Link} to="/campaigns/new" search={true as never} leftSection={<IconPlus size={16} aria-hidden />}>
    New campaign
  </Button>
);

function NoCampaigns({ isFiltered, canCreate }: { isFiltered: boolean; canCreate: boolean }) {
  const change = useChangeSearch<CampaignsSearch>();
  if (isFiltered)
    return (
      <EmptyState
        icon={<IconSpeakerphone size={26} />}
        title="No campaign matches"
        action={
          <Button variant="default" onClick={() => change({ q: undefined, status: undefined })}>
            Clear the filters
          </Button>
        }
      >
        Try another name or status.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconSpeakerphone size={26} />}
      title="No campaigns yet"
      action={canCreate && <NewCampaignButton />}
    >
      A campaign sets when its codes work and what creators earn. Make the first one, add codes, then publish it.
    </EmptyState>
  );
}
