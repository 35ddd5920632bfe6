import { Group, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { problemOf } from '../../client/ask.ts';
import { type Campaign, campaignQuery } from '../../client/campaigns.ts';
import { useMay } from '../../client/session.ts';
import { Activity } from '../../components/activity/activity.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { CampaignMoveButtons } from '../../components/campaign-moves.tsx';
import { CampaignStatusBadge } from '../../components/campaign-status.tsx';
import { IconPencil } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ScheduledChanges } from '../../components/scheduled-changes.tsx';
import { ErrorState } from '../../components/states.tsx';
import { TagNames } from '../../components/tag-names.tsx';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { activity } from '../../texts/activity.ts';
import { campaigns as catalogue } from '../../texts/campaigns.ts';
import { BatchesTable } from './batches-table.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignDetails } from './campaign-details.tsx';
import { CampaignResults } from './campaign-results.tsx';
import { type CampaignSearch, type CampaignTab, parseCampaignSearch } from './campaign-search.ts';
import { NO_FILTERS } from './codes-filters.tsx';
import { CodesTab } from './codes-table.tsx';

const t = catalogue.page;
const CHANGED = ['campaigns', 'batches', 'codes'];

export function CampaignPage() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId' });
  const query = useQuery(campaignQuery(Number(campaignId)));
  const error = useLastingError(query);
  if (error && !query.data) {
    if (problemOf(error).code === 'not_found')
      return (
        <NotFound
          title={t.notFound}
          back={
            <ButtonLink to="/campaigns" variant="default">
              {t.all}
            </ButtonLink>
          }
        />
      );
    return (
      <>
        <BackToCampaigns />
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </>
    );
  }
  if (!query.data) return <LoadingCampaign />;
  return <LoadedCampaign campaign={query.data} />;
}

function LoadedCampaign({ campaign }: { campaign: Campaign }) {
  const search = useParsedSearch(parseCampaignSearch);
  const change = useChangeSearch<CampaignSearch>();
  const may = useMay();
  return (
    <>
      <PageHeader
        back={<BackToCampaigns />}
        title={campaign.name}
        badge={<CampaignStatusBadge status={campaign.status} />}
        note={
          <Group gap="xs">
            <span>
              <Instant at={campaign.starts_at} /> {t.to} <Instant at={campaign.ends_at} />
            </span>
            <TagNames tags={campaign.tags} />
          </Group>
        }
        actions={
          <>
            {may('changeCampaign') && (
              <ButtonLink
                to="/campaigns/$campaignId/edit"
                params={{ campaignId: String(campaign.campaign_id) }}
                variant="default"
                leftSection={<IconPencil size={16} />}
              >
                {t.edit}
              </ButtonLink>
            )}
            <CampaignMoveButtons campaign={campaign} />
            {may('exportCampaign') && <CampaignActions campaign={campaign} />}
          </>
        }
      />
      <ScheduledChanges of={{ campaign_id: campaign.campaign_id }} changes={CHANGED} />
      <Tabs
        value={search.tab ?? 'codes'}
        onChange={(tab) => change({ ...NO_FILTERS, sort: undefined, tab: tab as CampaignTab })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="codes">{t.tabs.codes}</Tabs.Tab>
          {may('listBatches') && <Tabs.Tab value="batches">{t.tabs.batches}</Tabs.Tab>}
          <Tabs.Tab value="results">{t.tabs.results}</Tabs.Tab>
          <Tabs.Tab value="details">{t.tabs.details}</Tabs.Tab>
          <Tabs.Tab value="activity">{activity.tab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="codes">
          <CodesTab campaign={campaign} search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="batches">
          <BatchesTable campaign={campaign} page={search.page} />
        </Tabs.Panel>
        <Tabs.Panel value="results">
          <CampaignResults campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="details">
          <CampaignDetails campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Activity of={{ kind: 'campaign', id: String(campaign.campaign_id) }} />
        </Tabs.Panel>
      </Tabs>
      <Outlet />
    </>
  );
}

const BackToCampaigns = () => <BackLink to="/campaigns" label={catalogue.title} />;

const LoadingCampaign = () => (
  <Stack gap="lg" aria-busy aria-label={t.loading}>
    <Skeleton h={68} w={420} />
    <Skeleton h={36} />
    <Skeleton h={320} radius="lg" />
  </Stack>
);
