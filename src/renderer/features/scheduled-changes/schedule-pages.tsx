import { Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask } from '../../client/ask.ts';
import { batchQuery } from '../../client/batches.ts';
import { campaignQuery } from '../../client/campaigns.ts';
import { notifyDone } from '../../client/notify.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { type CodeWindow, windowValues } from '../../components/code-window/window-values.ts';
import { scheduledChanges as t } from '../../texts/scheduled-changes.ts';
import { BATCH_KINDS, CAMPAIGN_KINDS, type Kind, type NewChange, ScheduleForm } from './schedule-form.tsx';

/** Schedules a change to a campaign, in a dialog above its page. */
export function ScheduleCampaignPage() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId' });
  const navigate = useNavigate();
  const campaign = useQuery(campaignQuery(Number(campaignId))).data;
  return (
    <ScheduleDialog
      title={t.ofCampaign}
      kinds={CAMPAIGN_KINDS}
      window={campaign && { ...campaign, recipient: null, conditions: null }}
      save={({ due_at, move, starts_at, ends_at }) =>
        ask('scheduleCampaignChange', {
          params: { campaign_id: campaignId },
          body: { due_at, ...(move && { move }), ...(starts_at && { starts_at }), ...(ends_at && { ends_at }) },
        })
      }
      onLeave={(isSaved) =>
        void navigate({ to: '/campaigns/$campaignId', params: { campaignId }, search: true, ignoreBlocker: isSaved })
      }
    />
  );
}

/** Schedules a change to a batch, in a dialog above its page. */
export function ScheduleBatchPage() {
  const { campaignId, batchId } = useParams({ from: '/campaigns/$campaignId/batches/$batchId' });
  const navigate = useNavigate();
  const batch = useQuery(batchQuery(Number(batchId))).data;
  return (
    <ScheduleDialog
      title={t.ofBatch}
      kinds={BATCH_KINDS}
      window={batch}
      save={(body) => ask('scheduleBatchChange', { params: { batch_id: batchId }, body })}
      onLeave={(isSaved) =>
        void navigate({
          to: '/campaigns/$campaignId/batches/$batchId',
          params: { campaignId, batchId },
          search: true,
          ignoreBlocker: isSaved,
        })
      }
    />
  );
}

interface ScheduleDialogProps {
  title: string;
  kinds: readonly Kind[];
  /** The current dates and conditions; undefined until they are loaded. */
  window: CodeWindow | undefined;
  save: (change: NewChange) => Promise<unknown>;
  onLeave: (isSaved: boolean) => void;
}

function ScheduleDialog({ title, kinds, window, save, onLeave }: ScheduleDialogProps) {
  const queries = useQueryClient();
  const zone = useTimeZone();
  const schedule = useMutation({
    mutationFn: save,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['scheduled-changes'] });
      notifyDone(t.scheduled);
      onLeave(true);
    },
  });
  return (
    <Modal opened onClose={() => onLeave(false)} title={title} size="lg">
      {window && zone ? (
        <ScheduleForm
          kinds={kinds}
          window={windowValues(window, zone)}
          error={schedule.error}
          isBusy={schedule.isPending}
          onSubmit={schedule.mutate}
          onCancel={() => onLeave(false)}
        />
      ) : (
        <Skeleton h={260} />
      )}
    </Modal>
  );
}
