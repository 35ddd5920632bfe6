import { Alert, Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '../../components/first-icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState, StaleNote } from '../../components/states.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { formatRelative } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { jobs as t } from '../../texts/jobs.ts';
import { isOverdue, type Job, jobsQuery, periodName } from './jobs-queries.ts';

/** Lists the scheduled jobs and their last runs. */
export function JobsPage() {
  const query = useQuery(jobsQuery);
  const error = useLastingError(query);
  const jobs = query.data?.data;
  const overdue = jobs?.filter((job) => isOverdue(job, Date.now())) ?? [];
  return (
    <>
      <PageHeader
        title={t.title}
        note={error && jobs ? <StaleNote error={error} since={query.dataUpdatedAt} /> : t.note}
      />
      {overdue.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          mb="md"
          icon={<IconAlertTriangle size={18} />}
          title={t.overdue(overdue.map(({ job }) => job).join(', '))}
        >
          {t.overdueText}
        </Alert>
      )}
      {error && !jobs ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <TableFrame label={t.title} columns={columns} rows={jobs} rowKey={({ job }) => job} minWidth={860} isPlain />
      )}
    </>
  );
}

const columns: Column<Job>[] = [
  {
    key: 'job',
    header: t.job,
    width: '36%',
    render: ({ job, description }) => (
      <div className="two-lines">
        <b className="mono">{job}</b>
        <span>
          <span className="one-line" title={t.descriptions[job] ?? description}>
            {t.descriptions[job] ?? description}
          </span>
        </span>
      </div>
    ),
  },
  { key: 'runs', header: t.runs, render: ({ runs }) => <Runs text={t.schedule(runs)} /> },
  { key: 'last', header: t.last, render: (job) => <LastRun last={job.last_run} /> },
  { key: 'next', header: t.next, width: 170, render: (job) => <NextRun job={job} /> },
];

/** Two lines fit into the height of a row. */
const Runs = ({ text }: { text: string }) => (
  <Text fz={12} lh="16px" lineClamp={2} miw={116} title={text}>
    {text}
  </Text>
);

const COLOURS = { running: 'blue', done: 'teal', failed: 'red' } as const;

function LastRun({ last }: { last: Job['last_run'] }) {
  if (!last)
    return (
      <Text inherit c="dimmed">
        {t.neverYet}
      </Text>
    );
  return (
    <Group gap={8} wrap="nowrap">
      <Badge color={COLOURS[last.status]} miw="max-content">
        {t.states[last.status]}
      </Badge>
      <Instant at={last.finished_at ?? last.started_at} />
      <Text size="xs" c="dimmed" lineClamp={1} miw={80} title={periodName(last.period, t)}>
        {periodName(last.period, t)}
      </Text>
      {last.error && (
        <Text size="xs" c="red" lineClamp={2} title={last.error}>
          {last.error}
        </Text>
      )}
    </Group>
  );
}

function NextRun({ job }: { job: Job }) {
  const { next_run_at } = job;
  if (!next_run_at)
    return (
      <Text inherit c="dimmed">
        –
      </Text>
    );
  if (isOverdue(job, Date.now()))
    return <Badge color="orange">{t.overdueSince(formatRelative(next_run_at, Date.now()))}</Badge>;
  return (
    <Group gap={8} wrap="nowrap">
      <Instant at={next_run_at} />
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {formatRelative(next_run_at, Date.now())}
      </Text>
    </Group>
  );
}
