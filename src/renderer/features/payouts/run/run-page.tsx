import { Alert, Loader, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { problemOf } from '../../../client/ask.ts';
import { usePaging } from '../../../client/table-look.ts';
import { Activity } from '../../../components/activity/activity.tsx';
import { BackLink } from '../../../components/back-link.tsx';
import { IconUpload } from '../../../components/icons.tsx';
import { Instant } from '../../../components/instant.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { NotFound } from '../../../components/not-found.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { useLastingError } from '../../../lib/lasting-error.ts';
import { useParsedSearch } from '../../../lib/list-search.ts';
import { activity } from '../../../texts/activity.ts';
import { payouts } from '../../../texts/payouts.ts';
import { CompareTab } from '../compare/compare-tab.tsx';
import {
  type FullRun,
  KIND_NAMES,
  parseStatementsSearch,
  RUN_TABS,
  runQuery,
  takesResults,
} from '../payouts-queries.ts';
import { Period } from '../period.tsx';
import { RunStatusBadge } from '../run-status.tsx';
import { StatementsTable } from '../statements/statements-table.tsx';
import { FrozenNote } from './frozen-note.tsx';
import { PaymentParts } from './payment-parts.tsx';
import { RunFigures } from './run-figures.tsx';
import { RunFiles } from './run-files.tsx';
import { MoveReasons, RunMoves } from './run-moves.tsx';
import { RunSteps } from './run-steps.tsx';

const t = payouts.run;

export function RunPage() {
  const { runId } = useParams({ from: '/payouts/$runId' });
  const search = useParsedSearch(parseStatementsSearch);
  const query = useQuery(runQuery(Number(runId), { ...search, ...usePaging() }));
  const error = useLastingError(query);
  if (query.data) return <LoadedRun key={runId} run={query.data} />;
  if (error && problemOf(error).code === 'not_found')
    return (
      <NotFound
        title={t.missing}
        back={
          <ButtonLink to="/payouts" variant="default">
            {t.all}
          </ButtonLink>
        }
      />
    );
  if (error)
    return (
      <>
        <BackLink to="/payouts" label={payouts.title} />
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

function LoadedRun({ run }: { run: FullRun }) {
  return (
    <>
      <PageHeader
        back={<BackLink to="/payouts" label={payouts.title} />}
        title={t.title(run.run_id)}
        badge={<RunStatusBadge status={run.status} />}
        note={
          <>
            <bdi>{t.about(KIND_NAMES[run.kind], run.campaign_name)}</bdi> · <Period run={run} />
          </>
        }
        actions={
          <>
            {takesResults(run) && <ImportResults runId={run.run_id} />}
            <RunMoves run={run} />
          </>
        }
      />
      <Stack gap="md">
        <MoveReasons run={run} />
        {run.status === 'void' && <VoidNote run={run} />}
        <RunSteps run={run} />
        <FrozenNote run={run} />
        {run.failures_total > 0 && <Failures run={run} />}
        {run.totals && run.status !== 'preparing' && <Prepared run={run} totals={run.totals} />}
        {run.status === 'preparing' && <Preparing />}
      </Stack>
    </>
  );
}

const ImportResults = ({ runId }: { runId: number }) => (
  <ButtonLink
    to="/payouts/$runId/results"
    params={{ runId: String(runId) }}
    variant="default"
    leftSection={<IconUpload size={16} />}
  >
    {t.importResults}
  </ButtonLink>
);

function Prepared({ run, totals }: { run: FullRun; totals: NonNullable<FullRun['totals']> }) {
  const { tab = 'statements' } = useParsedSearch(parseStatementsSearch);
  const navigate = useNavigate();
  /** Opens a tab without the current filters, because each tab has its own. */
  const open = (next: string | null) => navigate({ to: '.', search: { tab: RUN_TABS.find((name) => name === next) } });
  return (
    <>
      <RunFigures run={run} totals={totals} />
      <PaymentParts run={run}>
        <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false} mt="xs">
          <Tabs.List mb="lg">
            <Tabs.Tab value="statements">{t.tabs.statements}</Tabs.Tab>
            <Tabs.Tab value="files">{t.tabs.files}</Tabs.Tab>
            <Tabs.Tab value="compare">{t.tabs.compare}</Tabs.Tab>
            <Tabs.Tab value="activity">{activity.tab}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="statements">
            <StatementsTable run={run} />
          </Tabs.Panel>
          <Tabs.Panel value="files">
            <RunFiles run={run} />
          </Tabs.Panel>
          <Tabs.Panel value="compare">
            <CompareTab run={run} />
          </Tabs.Panel>
          <Tabs.Panel value="activity">
            <Activity of={{ kind: 'payout_run', id: String(run.run_id) }} />
          </Tabs.Panel>
        </Tabs>
      </PaymentParts>
    </>
  );
}

const Preparing = () => (
  <Stack className="card" align="center" gap="xs" py={56}>
    <Loader size="sm" aria-hidden />
    <Text size="sm" c="dimmed" role="status">
      {t.preparing}
    </Text>
  </Stack>
);

const Failures = ({ run: { failures, failures_total } }: { run: FullRun }) => (
  <Alert color="orange" variant="light" title={t.failures(failures_total)}>
    {t.failuresText(failures_total)}
    {failures.map(({ creator_id, reason }) => (
      <Text key={creator_id} size="sm" mt={4}>
        <b>
          <bdi>{creator_id}</bdi>
        </b>
        : {reason}
      </Text>
    ))}
    {failures_total > failures.length && (
      <Text size="sm" c="dimmed" mt={4}>
        {t.more(failures_total - failures.length)}
      </Text>
    )}
  </Alert>
);

const VoidNote = ({ run: { voided_at, voided_by, void_reason } }: { run: FullRun }) => (
  <Alert color="gray" variant="light" title={t.void}>
    {void_reason}
    {voided_at && (
      <Text size="xs" c="dimmed" mt={4} component="div">
        {voided_by?.name ?? payouts.formerStaff}, <Instant at={voided_at} />
      </Text>
    )}
  </Alert>
);
