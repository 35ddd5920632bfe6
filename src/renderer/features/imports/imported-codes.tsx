import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type BulkJob, bulkJobQuery } from '../../lib/bulk-jobs.ts';
import { imports } from '../../texts/imports.ts';

const t = imports.codes;

/** The codes are added by a job, which goes on if the person leaves. */
export function ImportedCodes({ job, isDraft }: { job: BulkJob; isDraft: boolean }) {
  const { status, done, total, error } = useQuery(bulkJobQuery(job.job_id)).data ?? job;
  if (status === 'failed')
    return (
      <Alert color="red" variant="light" role="alert" title={t.failed}>
        {error}
      </Alert>
    );
  return (
    <Stack className="card" p="lg" gap="sm">
      <Text role="status">{status === 'done' ? t.done(total, isDraft) : t.running(done, total)}</Text>
      {status === 'running' && (
        <Progress value={total === 0 ? 0 : (100 * done) / total} size="lg" animated aria-label={t.progress} />
      )}
      <Group>
        <Button component={Link} to={`/campaigns/${job.campaign_id}/batches/${job.job_id}`} variant="default">
          {t.open}
        </Button>
      </Group>
    </Stack>
  );
}
