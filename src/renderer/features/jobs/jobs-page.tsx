import { Alert, Badge, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Instant } from '../../components/instant.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState, StaleNote } from '../../components/states.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { formatRelative } from '../../lib/format.ts';
import { isOverdue, type Job, jobsQuery, periodName } from '../../lib/jobs.ts';
import { useLastingError } from '../../lib/lasting-error.ts';

/** The scheduled jobs and whether they ran. */
export function JobsPage() {
  const query = useQuery(jobsQuery);
  const error = useLastingError(query);
  const jobs = query.data?.data;
  const overdue = jobs?.filter((job) => isOverdue(job, Date.now())) ?? [];
  return (
    <>
      <PageHeader
        title="Jobs"
        note={
          error && jobs ? (
            <StaleNote error={error} since={query.dataUpdatedAt} />
          ) : (
            'Work that the server does on schedule. Each run happens once, also if several servers share a database.'
          )
        }
      />
      {overdue.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          mb="md"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={`Overdue: ${overdue.map(({ job }) => job).join(', ')}`}
        >
          The server tries again automatically. If the fault stays, see the server’s log.
        </Alert>
      )}
      {error && !jobs ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <TableFrame label="Jobs" columns={columns} rows={jobs} rowKey={({ job }) => job} minWidth={860} />
      )}
    </>
  );
}

const columns: Column<Job>[] = [
  {
    key: 'job',
    header: 'Job',
    width: '34%',
    render: ({ job, description }) => (
      <>
        <Text inherit fw={600} className="mono">
          {job}
        </Text>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </>
    ),
  },
  { key: 'runs', header: 'Runs', width: 240, render: ({ runs }) => runs },
  { key: 'last', header: 'Last run', render: (job) => <LastRun last={job.last_run} /> },
  { key: 'next', header: 'Next run', width: 170, render: (job) => <NextRun job={job} /> },
];

const LOOKS = { running: ['Running', 'blue'], done: ['Done', 'teal'], failed: ['Failed', 'red'] } as const;

function LastRun({ last }: { last: Job['last_run'] }) {
  if (!last)
    return (
      <Text inherit c="dimmed">
        Never yet
      </Text>
    );
  const [label, color] = LOOKS[last.status];
  return (
    <>
      <Badge color={color} mr={8}>
        {label}
      </Badge>
      <Instant at={last.finished_at ?? last.started_at} />
      <Text size="xs" c="dimmed">
        {periodName(last.period)}
      </Text>
      {last.error && (
        <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
          {last.error}
        </Text>
      )}
    </>
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
    return <Badge color="orange">Overdue {formatRelative(next_run_at, Date.now())}</Badge>;
  return (
    <>
      <Instant at={next_run_at} />
      <Text size="xs" c="dimmed">
        {formatRelative(next_run_at, Date.now())}
      </Text>
    </>
  );
}
