import { Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ErrorState } from '../../components/states.tsx';
import { ask } from '../../lib/ask.ts';
import { type Campaign, campaignQuery, useKeepCampaign } from '../../lib/campaigns.ts';
import { notifyDone } from '../../lib/notify.ts';
import { type CampaignFields, CampaignForm } from './campaign-form.tsx';

/** A dialog over the list. */
export function NewCampaignPage() {
  const navigate = useNavigate();
  const close = () => void navigate({ to: '/campaigns', search: true as never });
  const keepCampaign = useKeepCampaign();
  const create = useMutation({
    mutationFn: (body: CampaignFields) => ask('createCampaign', { body }),
    onSuccess: (campaign) => {
      keepCampaign(campaign);
      notifyDone(`“${campaign.name}” is made. Add codes, then publish it.`);
      void navigate({
        to: '/campaigns/$campaignId',
        params: { campaignId: String(campaign.campaign_id) } as never,
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  return (
    <Modal opened onClose={close} title="New campaign" size="lg">
      <CampaignForm
        campaign={null}
        error={create.error}
        isBusy={create.isPending}
        onSubmit={create.mutate}
        onCancel={close}
      />
    </Modal>
  );
}

/** A dialog over the campaign. */
export function EditCampaignPage() {
  const { campaignId = '' } = useParams({ strict: false }) as { campaignId?: string };
  const navigate = useNavigate();
  const leave = (isSaved: boolean) =>
    void navigate({ to: '/campaigns/$campaignId', params: { campaignId } as never, ignoreBlocker: isSaved });
  const close = () => leave(false);
  const query = useQuery(campaignQuery(Number(campaignId)));
  return (
    <Modal opened onClose={close} title="Edit campaign" size="lg">
      {query.data ? (
        <EditForm campaign={query.data} close={close} onSaved={() => leave(true)} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={360} />
      )}
    </Modal>
  );
}

interface EditFormProps {
  campaign: Campaign;
  close: () => void;
  onSaved: () => void;
}

function EditForm({ campaign, close, onSaved }: EditFormProps) {
  const keepCampaign = useKeepCampaign();
  const save = useMutation({
    mutationFn: (body: CampaignFields) =>
      ask('changeCampaign', { params: { campaign_id: campaign.campaign_id }, body }),
    onSuccess: (changed) => {
      keepCampaign(changed);
      notifyDone('Saved.');
      onSaved();
    },
  });
  return (
    <CampaignForm
      campaign={campaign}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={save.mutate}
      onCancel={close}
    />
  );
}
