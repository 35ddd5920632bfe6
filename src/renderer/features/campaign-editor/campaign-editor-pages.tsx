import { Modal, Skeleton } from '@mantine/core';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask } from '../../client/ask.ts';
import { type Campaign, campaignQuery, useKeepCampaign } from '../../client/campaigns.ts';
import { type FieldLooks, useEdit } from '../../client/edit.ts';
import { notifyDone } from '../../client/notify.ts';
import { organisationQuery } from '../../client/organisation.tsx';
import { describeTiers } from '../../client/tiers.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { describeGames } from '../../components/games.ts';
import { Instant } from '../../components/instant.tsx';
import { ErrorState } from '../../components/states.tsx';
import { idOf, useParsedSearch } from '../../lib/list-search.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { tags as texts } from '../../texts/tags.ts';
import { type CampaignFields, CampaignForm } from './campaign-form.tsx';

const t = campaigns.form;

/** Parses the ID of the campaign that a new one duplicates. */
function parseNewCampaignSearch(raw: Record<string, unknown>): { from?: number } {
  const from = idOf(raw.from);
  return from ? { from } : {};
}

/** Creates a campaign in a dialog above the list. */
export function NewCampaignPage() {
  const navigate = useNavigate();
  const close = () => void navigate({ to: '/campaigns', search: (before) => ({ ...before, from: undefined }) });
  const organisation = useQuery(organisationQuery);
  const { from } = useParsedSearch(parseNewCampaignSearch);
  const model = useQuery({ ...campaignQuery(from ?? 0), enabled: from !== undefined });
  const isReady = from === undefined || model.data !== undefined;
  const keepCampaign = useKeepCampaign();
  const create = useMutation({
    mutationFn: (body: CampaignFields) => ask('createCampaign', { body }),
    onSuccess: (campaign) => {
      keepCampaign(campaign);
      notifyDone(t.made(campaign.name));
      void navigate({
        to: '/campaigns/$campaignId',
        params: { campaignId: String(campaign.campaign_id) },
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  return (
    <Modal opened onClose={close} title={model.data ? t.duplicateTitle(model.data.name) : t.newTitle} size="lg">
      {organisation.data && isReady ? (
        <CampaignForm
          campaign={null}
          model={model.data}
          zone={organisation.data.time_zone}
          error={create.error}
          isBusy={create.isPending}
          onSubmit={create.mutate}
          onCancel={close}
        />
      ) : (
        <Missing queries={[organisation, model]} />
      )}
    </Modal>
  );
}

/** Edits a campaign in a dialog above its page. */
export function EditCampaignPage() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId' });
  const navigate = useNavigate();
  const leave = (isSaved: boolean) =>
    void navigate({ to: '/campaigns/$campaignId', params: { campaignId }, ignoreBlocker: isSaved });
  const close = () => leave(false);
  const query = useQuery(campaignQuery(Number(campaignId)));
  const organisation = useQuery(organisationQuery);
  return (
    <Modal opened onClose={close} title={t.editTitle} size="lg">
      {query.data && organisation.data ? (
        <EditForm campaign={query.data} zone={organisation.data.time_zone} close={close} onSaved={() => leave(true)} />
      ) : (
        <Missing queries={[query, organisation]} />
      )}
    </Modal>
  );
}

/** Replaces a form until all its data is loaded. */
function Missing({ queries }: { queries: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>[] }) {
  const failed = queries.find(({ error }) => error !== null);
  // It is as high as the form, so that the dialog does not move.
  if (!failed) return <Skeleton h={681} />;
  return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />;
}

function fieldsOf(campaign: Campaign): CampaignFields {
  const { name, starts_at, ends_at, commission_tiers, games, tags, leaderboard, notes } = campaign;
  return { name, starts_at, ends_at, commission_tiers, games, tags, leaderboard, notes };
}

interface EditFormProps {
  campaign: Campaign;
  zone: string;
  close: () => void;
  onSaved: () => void;
}

function EditForm({ campaign, zone, close, onSaved }: EditFormProps) {
  const keepCampaign = useKeepCampaign();
  const edit = useEdit({
    latest: campaign,
    fieldsOf,
    save: (body) => ask('changeCampaign', { params: { campaign_id: campaign.campaign_id }, body }),
    onSaved: (changed) => {
      keepCampaign(changed);
      notifyDone(t.saved);
      onSaved();
    },
  });
  return (
    <>
      <CampaignForm
        campaign={edit.filledFrom}
        zone={zone}
        error={edit.error}
        isBusy={edit.isBusy}
        onSubmit={edit.submit}
        onCancel={close}
      />
      <ConflictDialog edit={edit} looks={CAMPAIGN_LOOKS} />
    </>
  );
}

const time = (at: string) => <Instant at={at} />;
const CAMPAIGN_LOOKS: FieldLooks<CampaignFields> = {
  name: { label: t.name },
  starts_at: { label: t.starts, show: time },
  ends_at: { label: t.ends, show: time },
  commission_tiers: { label: t.commission, show: describeTiers },
  games: { label: t.games, show: describeGames },
  tags: { label: texts.label, show: (value) => value.join(', ') },
  leaderboard: { label: t.leaderboard, show: (value) => (value ? t.on : t.off) },
  notes: { label: t.notes },
};
