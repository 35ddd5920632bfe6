import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type BulkJob, bulkJobQuery } from '../../client/bulk-jobs.ts';
import { ButtonLink } from '../../components/links.tsx';
import { imports } from '../../texts/imports.ts';

const t = imports.codes;

/** Shows the progress of the job that adds the codes. If the user leaves, the job continues. */
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
        <ButtonLink
          to="/campaigns/$campaignId/batches/$batchId"
          params={{ campaignId: String(job.campaign_id), batchId: String(job.job_id) }}
          variant="default"
        >
          {t.open}
        </ButtonLink>
      </Group>
    </Stack>
  );
}
