import { Badge, Group, Progress, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { problemOf } from '../../client/ask.ts';
import { type Batch, batchQuery } from '../../client/batches.ts';
import { campaignQuery } from '../../client/campaigns.ts';
import { useMay } from '../../client/session.ts';
import { BackLink } from '../../components/back-link.tsx';
import { WindowSummary } from '../../components/code-window/window-summary.tsx';
import { FigureCard } from '../../components/figure-card.tsx';
import { IconClockPlay, IconTicket } from '../../components/first-icons.tsx';
import { IconPencil } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ScheduledChanges } from '../../components/scheduled-changes.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { formatCount } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useParsedSearch } from '../../lib/list-search.ts';
import { batches } from '../../texts/batches.ts';
import { codes } from '../../texts/codes.ts';
import { scheduledChanges } from '../../texts/scheduled-changes.ts';
import { BatchState, SaveBatch } from './batch-parts.tsx';
import { BatchSwitch } from './batch-switch.tsx';
import { parseCampaignSearch } from './campaign-search.ts';
import { CodesTable } from './codes-table.tsx';

const t = batches.batch;
const CHANGED = ['batches', 'codes'];

/** Shows one batch with its figures and codes. Staff can activate or deactivate the batch and save its file. */
export function BatchPage() {
  const { campaignId, batchId } = useParams({ from: '/campaigns/$campaignId/batches/$batchId' });
  const query = useQuery(batchQuery(Number(batchId)));
  const error = useLastingError(query);
  if (query.data) return <LoadedBatch batch={query.data} />;
  if (error && problemOf(error).code === 'not_found')
    return (
      <NotFound
        title={t.notFound}
        back={
          <ButtonLink to="/campaigns/$campaignId" params={{ campaignId }} variant="default">
            {codes.campaign}
          </ButtonLink>
        }
      />
    );
  if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return <Skeleton h={420} radius="lg" aria-busy aria-label={t.loading} />;
}

function LoadedBatch({ batch }: { batch: Batch }) {
  const { campaign_id, batch_id, name, kind, pattern, created_at, created_by, status } = batch;
  const search = useParsedSearch(parseCampaignSearch);
  const campaign = useQuery(campaignQuery(campaign_id)).data;
  const may = useMay();
  return (
    <>
      <PageHeader
        back={
          <BackLink
            to="/campaigns/$campaignId"
            params={{ campaignId: String(campaign_id) }}
            search={{ tab: 'batches' }}
            label={campaign?.name ?? codes.campaign}
          />
        }
        title={name ?? t.title(batch_id)}
        badge={
          <Group gap={6}>
            <Badge color="gray">{batches.list.kinds[kind]}</Badge>
            <BatchState batch={batch} />
          </Group>
        }
        note={
          <Group gap="xs">
            <span className="mono">{batches.list.number(batch_id)}</span>
            {pattern && <span>{t.pattern(pattern)}</span>}
            <span>
              <Instant at={created_at} /> {t.by(created_by.name)}
            </span>
          </Group>
        }
        actions={
          <>
            {may('changeBatch') && <BatchActions batch={batch} />}
            {may('changeBatch') && <BatchSwitch batch={batch} />}
            {may('getBatchCsv') && <SaveBatch batch={batch} size="sm" />}
          </>
        }
      />
      <WindowSummary window={batch} />
      <ScheduledChanges of={{ batch_id }} changes={CHANGED} />
      <Stack gap="md">
        <Progressing batch={batch} />
        <Figures batch={batch} />
        {status !== 'running' && (
          <div>
            <CodesTable
              of={{ campaign_id, batch_id }}
              label={t.list}
              search={search}
              empty={
                <EmptyState icon={<IconTicket size={26} />} title={t.empty}>
                  {batch.error ?? t.emptyText}
                </EmptyState>
              }
            />
          </div>
        )}
      </Stack>
      <Outlet />
    </>
  );
}

function BatchActions({ batch: { campaign_id, batch_id, status, count } }: { batch: Batch }) {
  if (status !== 'done' || count === 0) return null;
  const to = { params: { campaignId: String(campaign_id), batchId: String(batch_id) }, search: true as const };
  return (
    <>
      <ButtonLink
        to="/campaigns/$campaignId/batches/$batchId/edit"
        {...to}
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {t.edit}
      </ButtonLink>
      <ButtonLink
        to="/campaigns/$campaignId/batches/$batchId/schedule"
        {...to}
        variant="default"
        leftSection={<IconClockPlay size={16} />}
      >
        {scheduledChanges.schedule}
      </ButtonLink>
    </>
  );
}

function Progressing({ batch: { status, switching, changing } }: { batch: Batch }) {
  if (status === 'running') return <Text role="status">{t.running}</Text>;
  const change = switching ?? changing;
  if (!change) return null;
  const { done, total } = change;
  return (
    <Stack gap={4}>
      <Text role="status">{t.switchProgress(done, total)}</Text>
      <Progress value={total === 0 ? 0 : (100 * done) / total} animated aria-label={t.progress} />
    </Stack>
  );
}

const Figures = ({ batch }: { batch: Batch }) => (
  <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
    <FigureCard label={t.figures.codes} value={formatCount(batch.count)} />
    <FigureCard label={t.figures.on} value={formatCount(batch.active_count)} />
    <FigureCard label={t.figures.redeemed} value={formatCount(batch.redeemed)} note={t.shareOf(batch.redeemed_share)} />
    <FigureCard label={t.figures.claims} value={formatCount(batch.number_of_claims)} />
  </SimpleGrid>
);
