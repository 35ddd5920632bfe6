import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask, fieldErrors } from '../../client/ask.ts';
import { type Batch, batchQuery } from '../../client/batches.ts';
import { changedFields } from '../../client/edit.ts';
import { notifyDone } from '../../client/notify.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { WindowFields } from '../../components/code-window/window-fields.tsx';
import {
  type CodeWindow,
  type WindowValues,
  windowFaults,
  windowOf,
  windowValues,
} from '../../components/code-window/window-values.ts';
import { FormFoot } from '../../components/form-foot.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { ErrorState } from '../../components/states.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { batches } from '../../texts/batches.ts';

const t = batches.edit;

/** Changes when and by whom the codes of a batch can be redeemed, in a dialog above its page. */
export function EditBatchPage() {
  const { campaignId, batchId } = useParams({ from: '/campaigns/$campaignId/batches/$batchId' });
  const navigate = useNavigate();
  const leave = (isSaved: boolean) =>
    void navigate({
      to: '/campaigns/$campaignId/batches/$batchId',
      params: { campaignId, batchId },
      search: true,
      ignoreBlocker: isSaved,
    });
  const query = useQuery(batchQuery(Number(batchId)));
  const zone = useTimeZone();
  return (
    <Modal opened onClose={() => leave(false)} title={t.title} size="lg">
      {query.data && zone ? (
        <EditBatch batch={query.data} zone={zone} onLeave={leave} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={280} aria-busy aria-label={batches.batch.loading} />
      )}
    </Modal>
  );
}

interface EditBatchProps {
  batch: Batch;
  zone: string;
  onLeave: (isSaved: boolean) => void;
}

function EditBatch({ batch: { batch_id, count, ...batch }, zone, onLeave }: EditBatchProps) {
  const queries = useQueryClient();
  const form = useForm<{ window: WindowValues }>({
    initialValues: { window: windowValues(batch, zone) },
    validate: { window: (value) => (windowFaults(value) ? 'window' : null) },
  });
  const change = useMutation({
    mutationFn: (body: Partial<CodeWindow>) => ask('changeBatch', { params: { batch_id }, body }),
    onSuccess: (changed) => {
      queries.setQueryData(batchQuery(batch_id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: ['batches', 'list'] });
      notifyDone(t.started);
      onLeave(true);
    },
  });
  const changesIn = ({ window }: { window: WindowValues }) =>
    changedFields(windowOf(form.getInitialValues().window), windowOf(window));
  const submit = (values: { window: WindowValues }) => {
    const changes = changesIn(values);
    if (Object.keys(changes).length === 0) onLeave(true);
    else change.mutate(changes);
  };
  return (
    <form onSubmit={form.onSubmit(submit, focusFault)} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <Text size="sm">{t.note(count)}</Text>
        <WindowFields
          value={form.values.window}
          onChange={(window) => form.setFieldValue('window', window)}
          showFaults={form.errors.window !== undefined}
          refused={change.error ? fieldErrors(change.error) : {}}
          withRecipient
          isOpen
        />
        <FormFoot
          label={t.save(count)}
          error={change.error}
          isBusy={change.isPending}
          onCancel={() => onLeave(false)}
        />
      </Stack>
    </form>
  );
}
