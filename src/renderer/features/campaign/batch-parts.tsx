import { Badge, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Batch } from '../../client/batches.ts';
import { bulkJobQuery, saveBatch } from '../../client/bulk-jobs.ts';
import { SaveButton } from '../../components/save-button.tsx';
import { formatCount } from '../../lib/format.ts';
import { batches } from '../../texts/batches.ts';
import { codes } from '../../texts/codes.ts';

const t = batches.list;
const COLORS = { running: 'blue', failed: 'red', Y: 'teal', N: 'red', some: 'yellow' } as const;

export function BatchState({ batch: { status, active, switching } }: { batch: Batch }) {
  const state = status === 'done' ? active : status;
  return (
    <Badge color={switching ? 'blue' : COLORS[state]} miw="max-content">
      {switching ? t.switching[switching.to] : t.states[state]}
    </Badge>
  );
}

/** Shows the number of codes in the batch, or the progress of their creation. */
export function BatchCount({ batch: { batch_id, status, count, error } }: { batch: Batch }) {
  if (status === 'running') return <Making batchId={batch_id} />;
  return (
    <>
      {formatCount(count)}
      {error && (
        <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
    </>
  );
}

function Making({ batchId }: { batchId: number }) {
  const { done = 0, total = 0 } = useQuery(bulkJobQuery(batchId)).data ?? {};
  return (
    <Stack gap={4}>
      <span>{codes.list.ofLimit(done, total)}</span>
      <Progress size={3} value={total === 0 ? 0 : (100 * done) / total} aria-label={t.shareMade} />
    </Stack>
  );
}

export function SaveBatch({ batch: { batch_id, status, name }, size }: { batch: Batch; size: 'xs' | 'sm' }) {
  return (
    <SaveButton
      size={size}
      label={t.save}
      aria-label={t.saveOf(batch_id)}
      disabled={status !== 'done'}
      onSave={() => saveBatch({ job_id: batch_id, name })}
    />
  );
}
