import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { CAMPAIGN_STATUSES } from '../../../../daemon/contract/words.ts';
import type { Campaign, CampaignStatus } from '../../client/campaigns.ts';
import { useGames } from '../../client/game.ts';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { usePaging } from '../../client/table-look.ts';
import { DataTable } from '../../components/data-table.tsx';
import { IconChartBar, IconSpeakerphone } from '../../components/first-icons.tsx';
import { IconCalendar, IconPlus, IconUpload } from '../../components/icons.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useRowSelection } from '../../components/row-selection.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState } from '../../components/states.tsx';
import { TagFilter } from '../../components/tag-filter.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { campaigns as t } from '../../texts/campaigns.ts';
import { campaignColumns } from './campaign-columns.tsx';
import {
  type CampaignsSearch,
  campaignResultsQuery,
  campaignsInput,
  campaignsQuery,
  DEFAULT_SORT,
  parseCampaignsSearch,
} from './campaigns-queries.ts';
import { SelectedCampaigns } from './selected-campaigns.tsx';

const STATUS_OPTIONS = CAMPAIGN_STATUSES.map((value) => ({ value, label: t.statuses[value] }));

export function CampaignsPage() {
  const search = useParsedSearch(parseCampaignsSearch);
  const change = useChangeSearch<CampaignsSearch>();
  const { game } = useGames();
  const query = useQuery(campaignsQuery({ ...search, ...usePaging() }, game));
  const may = useMay();
  const canCreate = may('createCampaign');
  const selection = useRowSelection({ rows: query.data?.data, rowKey: idOf, nameOf: ({ name }) => name });
  const maySeeResults = may('listCampaignResults');
  const campaigns = query.data?.data ?? [];
  const results = useQuery({
    ...campaignResultsQuery(campaigns, game),
    enabled: maySeeResults && campaigns.length > 0,
  });
  const columns = campaignColumns({
    canChange: canCreate,
    hasGames: campaigns.some(({ games }) => games !== null),
    results: maySeeResults ? results.data : null,
  });
  return (
    <>
      <PageHeader
        title={t.title}
        note={t.note}
        actions={
          <>
            {may('getCalendar') && <CalendarButton />}
            {may('importCampaign') && <ImportCampaignButton />}
            {canCreate && <NewCampaignButton />}
          </>
        }
      />
      <Group mb="md" gap="sm">
        <SearchBox label={t.search} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
        <Select
          aria-label={t.status}
          placeholder={t.anyStatus}
          data={STATUS_OPTIONS}
          value={search.status ?? null}
          onChange={(status) => change({ status: (status as CampaignStatus | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t.anyStatus }}
          w={170}
        />
        <TagFilter of="campaigns" value={search.tag} onChange={(tag) => change({ tag })} />
        {may('listCodeResults') && <TopCodesButton />}
      </Group>
      <DataTable
        name="campaigns"
        label={t.title}
        minWidth={960}
        columns={may('publishCampaign') ? [selection.column, ...columns] : columns}
        query={query}
        rowKey={idOf}
        onSave={() => saveList('campaigns', 'listCampaigns', campaignsInput(search, game))}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => change({ sort: sort as CampaignsSearch['sort'] })}
        onPage={(page) => change({ page })}
        empty={<NoCampaigns isFiltered={Boolean(search.q || search.status || search.tag)} canCreate={canCreate} />}
      />
      {selection.rows.length > 0 && <SelectedCampaigns selection={selection} />}
      <Outlet />
    </>
  );
}

const idOf = ({ campaign_id }: Campaign) => campaign_id;

const TopCodesButton = () => (
  <ButtonLink to="/campaigns/top-codes" variant="subtle" ml="auto" leftSection={<IconChartBar size={16} />}>
    {t.topCodes}
  </ButtonLink>
);
const CalendarButton = () => (
  <ButtonLink to="/campaigns/calendar" variant="default" leftSection={<IconCalendar size={16} />}>
    {t.calendar}
  </ButtonLink>
);
const NewCampaignButton = () => (
  <ButtonLink to="/campaigns/new" search={true} leftSection={<IconPlus size={16} />}>
    {t.create}
  </ButtonLink>
);

const ImportCampaignButton = () => (
  <ButtonLink to="/campaigns/import" variant="default" leftSection={<IconUpload size={16} />}>
    {t.file.import}
  </ButtonLink>
);

function NoCampaigns({ isFiltered, canCreate }: { isFiltered: boolean; canCreate: boolean }) {
  const change = useChangeSearch<CampaignsSearch>();
  if (isFiltered)
    return (
      <NoMatch
        icon={<IconSpeakerphone size={26} />}
        title={t.noMatch}
        clear={t.clear}
        onClear={() => change({ q: undefined, status: undefined, tag: undefined })}
      >
        {t.noMatchText}
      </NoMatch>
    );
  return (
    <EmptyState icon={<IconSpeakerphone size={26} />} title={t.none} action={canCreate && <NewCampaignButton />}>
      {t.noneText}
    </EmptyState>
  );
}
