import { Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask } from '../../client/ask.ts';
import { type FieldLooks, useEdit } from '../../client/edit.ts';
import { notifyDone } from '../../client/notify.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { SecretDialog } from '../../components/secret-shown.tsx';
import { ErrorState } from '../../components/states.tsx';
import { webhooks as t } from '../../texts/webhooks.ts';
import { SigningSecret } from './signing-secret.tsx';
import { type WebhookFields, WebhookForm } from './webhook-form.tsx';
import { shortUrl, type Webhook, webhooksQuery } from './webhooks-queries.ts';

const useLeave = () => {
  const navigate = useNavigate();
  return (isSaved: boolean) => void navigate({ to: '/webhooks', search: true, ignoreBlocker: isSaved });
};

/** Creates an endpoint in a dialog above the list, and then shows its secret. */
export function NewWebhookPage() {
  const leave = useLeave();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (body: WebhookFields) => ask('createWebhook', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const title = create.data ? t.form.made : t.form.new;
  return (
    <SecretDialog opened onClose={() => leave(false)} title={title} size="xl">
      {create.data ? (
        <SigningSecret secret={create.data.secret} onClose={() => leave(true)} />
      ) : (
        <WebhookForm
          webhook={null}
          error={create.error}
          isBusy={create.isPending}
          onSubmit={create.mutate}
          onCancel={() => leave(false)}
        />
      )}
    </SecretDialog>
  );
}

export function EditWebhookPage() {
  const { webhookId } = useParams({ from: '/webhooks/$webhookId/edit' });
  const leave = useLeave();
  const query = useQuery(webhooksQuery());
  const webhook = query.data?.data.find(({ webhook_id }) => webhook_id === Number(webhookId));
  return (
    <Modal opened onClose={() => leave(false)} title={t.form.edit} size="xl">
      {webhook ? (
        <EditForm key={webhookId} webhook={webhook} onLeave={leave} />
      ) : query.data ? (
        <NotFound
          title={t.form.none}
          back={
            <ButtonLink to="/webhooks" variant="default">
              {t.form.all}
            </ButtonLink>
          }
        />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={420} />
      )}
    </Modal>
  );
}

const fieldsOf = ({ url, events, active }: Webhook): WebhookFields => ({ url, events, active });

function EditForm({ webhook, onLeave }: { webhook: Webhook; onLeave: (isSaved: boolean) => void }) {
  const queries = useQueryClient();
  const edit = useEdit({
    latest: webhook,
    fieldsOf,
    save: (body) => ask('changeWebhook', { params: { webhook_id: webhook.webhook_id }, body }),
    onSaved: ({ url }) => {
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
      notifyDone(t.form.saved(shortUrl(url)));
      onLeave(true);
    },
  });
  return (
    <>
      <WebhookForm
        webhook={edit.filledFrom}
        error={edit.error}
        isBusy={edit.isBusy}
        onSubmit={edit.submit}
        onCancel={() => onLeave(false)}
      />
      <ConflictDialog edit={edit} looks={WEBHOOK_LOOKS} />
    </>
  );
}

const WEBHOOK_LOOKS: FieldLooks<WebhookFields> = {
  url: { label: t.address },
  events: { label: t.form.events, show: (events) => events.join(', ') },
  active: { label: t.form.active, show: (value) => (value ? t.form.yes : t.form.no) },
};
