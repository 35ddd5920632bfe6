import { Alert, Loader, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BackLink } from '../../components/back-link.tsx';
import { FigureCard } from '../../components/figure-card.tsx';
import { Instant } from '../../components/instant.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { problemOf } from '../../lib/ask.ts';
import { formatCount, formatMoney, plural } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { type FullRun, KIND_NAMES, parseStatementsSearch, runQuery, type StatementsSearch } from '../../lib/payouts.ts';
import { Period } from './period.tsx';
import { RunFiles } from './run-files.tsx';
import { MoveReasons, RunMoves } from './run-moves.tsx';
import { RunStatusBadge } from './run-status.tsx';
import { RunSteps } from './run-steps.tsx';
import { StatementsTable } from './statements-table.tsx';

export function RunPage() {
  const { runId = '' } = useParams({ strict: false }) as { runId?: string };
  const search = useParsedSearch(parseStatementsSearch);
  const query = useQuery(runQuery(Number(runId), search));
  const error = useLastingError(query);
  if (query.data) return <LoadedRun key={runId} run={query.data} />;
  if (error && problemOf(error).code === 'not_found')
    return <NotFound title="There is no such payout run" to="/payouts" backLabel="All payout runs" />;
  if (error)
    return (
      <>
        <BackLink to="/payouts" label="Payouts" />
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </>
    );
  return (
    <Stack gap="lg" aria-busy aria-label="Loading the run">
      <Skeleton h={68} w={420} />
      <Skeleton h={90} radius="lg" />
      <Skeleton h={320} radius="lg" />
    </Stack>
  );
}

function LoadedRun({ run }: { run: FullRun }) {
  return (
    <>
      <PageHeader
        back={<BackLink to="/payouts" label="Payouts" />}
        title={`Payout run ${run.run_id}`}
        badge={<RunStatusBadge status={run.status} />}
        note={
          <>
            {KIND_NAMES[run.kind]}, {run.campaign_name ?? 'all campaigns'} · <Period run={run} />
          </>
        }
        actions={<RunMoves run={run} />}
      />
      <Stack gap="md">
        <MoveReasons run={run} />
        {run.status === 'void' && <VoidNote run={run} />}
        <RunSteps run={run} />
        {run.failures_total > 0 && <Failures run={run} />}
        {run.totals && run.status !== 'preparing' && <Prepared run={run} totals={run.totals} />}
        {run.status === 'preparing' && <Preparing />}
      </Stack>
    </>
  );
}

function Prepared({ run, totals }: { run: FullRun; totals: NonNullable<FullRun['totals']> }) {
  const { tab = 'statements' } = useParsedSearch(parseStatementsSearch);
  const change = useChangeSearch<StatementsSearch>();
  const rules = [
    /[1-9]/.test(run.minimum_payout.amount) && `at least ${formatMoney(run.minimum_payout)} each`,
    run.hold_days > 0 && `revenue older than ${plural(run.hold_days, 'day')}`,
  ].filter(Boolean);
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <FigureCard label="Payable" value={formatMoney(totals.payable)} note={rules.join(', ')} />
        <FigureCard
          label="Creators paid"
          value={formatCount(totals.creators_paid)}
          note={`of ${plural(totals.creators, 'statement')}`}
        />
        <FigureCard
          label="Commission"
          value={formatMoney(totals.commission)}
          note={`on ${formatMoney(totals.revenue)} of revenue`}
        />
        <FigureCard
          label="Carried to the next run"
          value={formatMoney(totals.carried_out)}
          note={`${formatMoney(totals.carried_in)} carried in`}
        />
      </SimpleGrid>
      <Tabs
        value={tab}
        onChange={(next) => change({ tab: next === 'files' ? next : undefined })}
        keepMounted={false}
        mt="xs"
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="statements">Statements</Tabs.Tab>
          <Tabs.Tab value="files">Files</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="statements">
          <StatementsTable run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="files">
          <RunFiles run={run} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const Preparing = () => (
  <Stack className="card" align="center" gap="xs" py={56}>
    <Loader size="sm" aria-hidden />
    <Text size="sm" c="dimmed" role="status">
      The run is being prepared. This page updates automatically.
    </Text>
  </Stack>
);

const Failures = ({ run: { failures, failures_total } }: { run: FullRun }) => (
  <Alert color="orange" variant="light" title={`${plural(failures_total, 'statement')} could not be made`}>
    The next run settles what these creators are owed.
    {failures.map(({ creator_id, reason }) => (
      <Text key={creator_id} size="sm" mt={4}>
        <b>{creator_id}</b>: {reason}
      </Text>
    ))}
    {failures_total > failures.length && (
      <Text size="sm" c="dimmed" mt={4}>
        And {formatCount(failures_total - failures.length)} more.
      </Text>
    )}
  </Alert>
);

const VoidNote = ({ run: { voided_at, voided_by, void_reason } }: { run: FullRun }) => (
  <Alert color="gray" variant="light" title="This run is void: no creator is paid from it">
    {void_reason}
    {voided_at && (
      <Text size="xs" c="dimmed" mt={4} component="div">
        {voided_by?.name ?? 'A former member of staff'}, <Instant at={voided_at} />
      </Text>
    )}
  </Alert>
);
