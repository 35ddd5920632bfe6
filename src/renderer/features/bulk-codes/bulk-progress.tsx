import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bulkJobQuery, saveBatch } from '../../client/bulk-jobs.ts';
import { IconDownload } from '../../components/icons.tsx';
import { ErrorState } from '../../components/states.tsx';
import { batches } from '../../texts/batches.ts';

const t = batches.bulk;

/** Shows the progress of a job, which continues if the dialog closes. When it is done, a button saves its codes. */
export function BulkProgress({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const query = useQuery(bulkJobQuery(jobId));
  const [isSaving, setSaving] = useState(false);
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  const { status = 'running', name = null, done = 0, total = 0, error = null } = query.data ?? {};
  const save = async () => {
    setSaving(true);
    await saveBatch({ job_id: jobId, name });
    setSaving(false);
  };
  const share = total === 0 ? 0 : (100 * done) / total;
  return (
    <Stack>
      {status === 'failed' ? (
        <Alert color="red" variant="light" role="alert" title={t.failed}>
          {error}
        </Alert>
      ) : (
        <>
          <Text role="status">{status === 'done' ? t.made(total) : t.making(done, total)}</Text>
          <Progress value={share} size="lg" animated={status === 'running'} aria-label={t.progress} />
          <Text size="sm" c="dimmed">
            {status === 'done' ? t.saveHint : t.closeHint}
          </Text>
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t.close}
        </Button>
        {status !== 'failed' && (
          <Button
            leftSection={<IconDownload size={16} />}
            disabled={status !== 'done'}
            loading={isSaving}
            onClick={() => void save()}
          >
            {t.saveCsv}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
