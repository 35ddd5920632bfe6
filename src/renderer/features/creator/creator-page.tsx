import { Group, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { problemOf } from '../../client/ask.ts';
import { type Creator, creatorQuery, nameOfCreator } from '../../client/creators.ts';
import { useMay } from '../../client/session.ts';
import { usePaging } from '../../client/table-look.ts';
import { Activity } from '../../components/activity/activity.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { CreatorBadges } from '../../components/creator-badges.tsx';
import { FigureCard } from '../../components/figure-card.tsx';
import { IconChecklist } from '../../components/first-icons.tsx';
import { IconPencil } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { creatorOfSegment, segmentOfCreator } from '../../lib/creator-address.ts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { activity } from '../../texts/activity.ts';
import { creators as t } from '../../texts/creators.ts';
import { texts } from '../../texts/texts.ts';
import { CodesTab } from './codes-tab.tsx';
import { codesOfCreatorQuery } from './creator-queries.ts';
import { type CreatorSearch, parseCreatorSearch } from './creator-search.ts';
import { MergeNote } from './merge-note.tsx';
import { PageMenu } from './page-menu.tsx';
import { PayoutDetails } from './payout-details.tsx';
import { ResultsTab } from './results-tab.tsx';
import { StatementsTab } from './statements-tab.tsx';
import { StatusButton } from './status-button.tsx';

export function CreatorPage() {
  const { creatorId: segment } = useParams({ from: '/creators/$creatorId' });
  const creatorId = creatorOfSegment(segment);
  const query = useQuery(creatorQuery(creatorId));
  const error = useLastingError(query);
  if (query.data) return <LoadedCreator key={creatorId} creator={query.data} />;
  if (error && problemOf(error).code === 'not_found')
    return (
      <NotFound
        title={t.notFound}
        back={
          <ButtonLink to="/creators" variant="default">
            {t.all}
          </ButtonLink>
        }
      />
    );
  if (error)
    return (
      <>
        <BackLink to="/creators" label={t.title} />
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </>
    );
  return (
    <Stack gap="lg" aria-busy aria-label={t.loading}>
      <Skeleton h={68} w={420} maw="100%" />
      <Skeleton h={90} radius="lg" />
      <Skeleton h={320} radius="lg" />
    </Stack>
  );
}

function LoadedCreator({ creator }: { creator: Creator }) {
  const search = useParsedSearch(parseCreatorSearch);
  const change = useChangeSearch<CreatorSearch>();
  const may = useMay();
  const maySeePayouts = may('listStatementsOfCreator');
  return (
    <>
      <PageHeader
        back={<BackLink to="/creators" label={t.title} />}
        title={nameOfCreator(creator)}
        badge={<CreatorBadges creator={creator} withStatus />}
        note={<About creator={creator} />}
        actions={
          <>
            {may('decideCreatorCodes') && <DecisionsButton creator={creator} />}
            {may('changeCreator') && <Actions creator={creator} />}
            {may('viewCreatorPage') && <PageMenu creator={creator} />}
          </>
        }
      />
      <MergeNote creator={creator} />
      <Figures creator={creator} />
      <Tabs
        mt="lg"
        value={search.tab ?? 'codes'}
        onChange={(tab) => change({ tab: tab === 'codes' ? undefined : (tab as CreatorSearch['tab']) })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="codes">{t.tabs.codes}</Tabs.Tab>
          <Tabs.Tab value="results">{t.tabs.results}</Tabs.Tab>
          {maySeePayouts && <Tabs.Tab value="payouts">{t.tabs.payouts}</Tabs.Tab>}
          <Tabs.Tab value="details">{t.tabs.details}</Tabs.Tab>
          <Tabs.Tab value="activity">{activity.tab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="codes">
          <CodesTab creatorId={creator.creator_id} page={search.page ?? 1} />
        </Tabs.Panel>
        <Tabs.Panel value="results">
          <ResultsTab creatorId={creator.creator_id} />
        </Tabs.Panel>
        {maySeePayouts && (
          <Tabs.Panel value="payouts">
            <StatementsTab creatorId={creator.creator_id} page={search.page ?? 1} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="details">
          <PayoutDetails creator={creator} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Activity of={{ kind: 'creator', id: creator.creator_id }} />
        </Tabs.Panel>
      </Tabs>
      <Outlet />
    </>
  );
}

const About = ({ creator: { creator_id, email, created_at } }: { creator: Creator }) => (
  <Group gap="xs">
    <Group gap={4} wrap="nowrap" miw={0}>
      <Text inherit component="bdi" className="mono" style={{ overflowWrap: 'anywhere' }}>
        {creator_id}
      </Text>
      <CopyButton value={creator_id} label={t.copyId} />
    </Group>
    {email && <bdi style={{ overflowWrap: 'anywhere' }}>{email}</bdi>}
    <span>
      {t.since} <Instant at={created_at} day />
    </span>
  </Group>
);

const DecisionsButton = ({ creator: { creator_id } }: { creator: Creator }) => (
  <ButtonLink
    to="/moderation"
    search={{ tab: 'decisions', creator: creator_id }}
    variant="default"
    leftSection={<IconChecklist size={16} />}
  >
    {t.decisions}
  </ButtonLink>
);

const Actions = ({ creator }: { creator: Creator }) => (
  <>
    <ButtonLink
      to="/creators/$creatorId/edit"
      params={{ creatorId: segmentOfCreator(creator.creator_id) }}
      search={true}
      variant="default"
      leftSection={<IconPencil size={16} />}
    >
      {texts.common.edit}
    </ButtonLink>
    <StatusButton creator={creator} />
  </>
);

function Figures({ creator }: { creator: Creator }) {
  const codes = useQuery(codesOfCreatorQuery(creator.creator_id, { page: 1, ...usePaging() })).data;
  const { commission_percent: own } = creator;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <FigureCard label={t.figures.codes} value={formatCount(creator.number_of_codes)} />
      <FigureCard label={t.figures.claims} value={formatCount(creator.number_of_claims)} />
      <FigureCard label={t.figures.revenue} value={formatMoney(creator.total_revenue)} />
      <FigureCard
        label={t.figures.commission}
        value={codes && formatMoney(codes.total_commission)}
        note={own === null ? t.commissionNote : t.ownPercent(own)}
      />
    </SimpleGrid>
  );
}
