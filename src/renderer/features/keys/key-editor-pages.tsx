import { Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask, problemOf } from '../../client/ask.ts';
import { useEdit } from '../../client/edit.ts';
import { notifyDone } from '../../client/notify.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { Instant } from '../../components/instant.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { SecretDialog, SecretShown } from '../../components/secret-shown.tsx';
import { ErrorState } from '../../components/states.tsx';
import { keys as t } from '../../texts/keys.ts';
import { KeyForm } from './key-form.tsx';
import { changeOf, type KeyValues, newKeyOf } from './key-values.ts';
import { type ApiKey, keyQuery } from './keys-queries.ts';

const useLeave = () => {
  const navigate = useNavigate();
  return (isSaved: boolean) => void navigate({ to: '/api-keys', search: true, ignoreBlocker: isSaved });
};

/** @param props.h the height of the form, so that the dialog does not move when it appears */
const Loading = ({ h }: { h: number }) => <Skeleton h={h} aria-busy aria-label={t.loadingOne} />;

/** Creates a key in a dialog above the list, and then shows it. */
export function NewKeyPage() {
  const leave = useLeave();
  const queries = useQueryClient();
  const zone = useTimeZone();
  const create = useMutation({
    mutationFn: (values: KeyValues) => ask('createApiKey', { body: newKeyOf(values, zone ?? 'UTC') }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
  const title = create.data ? t.createdTitle : t.createTitle;
  return (
    <SecretDialog opened onClose={() => leave(Boolean(create.data))} title={title} size="lg">
      {create.data ? (
        <SecretShown secret={create.data.key} copyLabel={t.copyKey} doneLabel={t.stored} onClose={() => leave(true)}>
          {t.shown}
        </SecretShown>
      ) : zone === undefined ? (
        <Loading h={916} />
      ) : (
        <KeyForm
          apiKey={null}
          zone={zone}
          error={create.error}
          isBusy={create.isPending}
          onSubmit={create.mutate}
          onCancel={() => leave(false)}
        />
      )}
    </SecretDialog>
  );
}

export function EditKeyPage() {
  const { keyId } = useParams({ from: '/api-keys/$keyId/edit' });
  const leave = useLeave();
  const zone = useTimeZone();
  const query = useQuery(keyQuery(Number(keyId)));
  return (
    <Modal opened onClose={() => leave(false)} title={t.editTitle} size="lg" closeOnClickOutside={false}>
      {query.data && zone !== undefined ? (
        <EditForm key={keyId} apiKey={query.data} zone={zone} onLeave={leave} />
      ) : query.error && problemOf(query.error).code === 'not_found' ? (
        <NotFound
          title={t.missing}
          back={
            <ButtonLink to="/api-keys" variant="default">
              {t.back}
            </ButtonLink>
          }
        />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Loading h={420} />
      )}
    </Modal>
  );
}

interface EditFormProps {
  apiKey: ApiKey;
  zone: string;
  onLeave: (isSaved: boolean) => void;
}

const fieldsOf = ({ name, allowed_origins, expires_at }: ApiKey) => ({ name, allowed_origins, expires_at });

function EditForm({ apiKey, zone, onLeave }: EditFormProps) {
  const queries = useQueryClient();
  const edit = useEdit({
    latest: apiKey,
    fieldsOf,
    save: (body) => ask('changeApiKey', { params: { key_id: apiKey.key_id }, body }),
    onSaved: ({ name }) => {
      void queries.invalidateQueries({ queryKey: ['keys'] });
      notifyDone(t.saved(name));
      onLeave(true);
    },
  });
  const { filledFrom } = edit;
  return (
    <>
      <KeyForm
        apiKey={filledFrom}
        zone={zone}
        error={edit.error}
        isBusy={edit.isBusy}
        onSubmit={(values) => edit.submit({ ...fieldsOf(filledFrom), ...changeOf(filledFrom, values, zone) })}
        onCancel={() => onLeave(false)}
      />
      <ConflictDialog
        edit={edit}
        looks={{
          name: { label: t.name },
          allowed_origins: { label: t.origins, show: (origins) => origins?.join(', ') },
          expires_at: { label: t.expires, show: (at) => at && <Instant at={at} /> },
        }}
      />
    </>
  );
}
