import { Alert, Anchor, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { ask } from '../../lib/ask.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useParsedSearch } from '../../lib/list-search.ts';
import { notifyDone } from '../../lib/notify.ts';
import { organisationQuery } from '../../lib/organisation.ts';
import { type Settings, settingsQuery } from '../../lib/settings.ts';
import { useVersionRead } from '../../lib/version-read.ts';
import { SettingsForm, valuesOf } from './settings-form.tsx';
import type { SettingsFields } from './settings-values.ts';

export function SettingsPage() {
  const isFirst = useParsedSearch(({ first }) => first === 'yes');
  const query = useQuery(settingsQuery);
  const error = useLastingError(query);
  return (
    <>
      <PageHeader title="Settings" note="Of the whole organisation. Every change is in the audit log." />
      {isFirst && <FirstSteps />}
      {query.data ? (
        <Loaded settings={query.data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={480} maw={680} radius="lg" aria-busy aria-label="Loading the settings" />
      )}
    </>
  );
}

const FirstSteps = () => (
  <Alert variant="light" title="The server is set up" mb="lg" maw={680}>
    Check these settings first: the currency stays as it is from the first payment on. Then{' '}
    <Anchor component={Link} to="/campaigns/new" inherit>
      make your first campaign
    </Anchor>
    .
  </Alert>
);

function Loaded({ settings }: { settings: Settings }) {
  const queries = useQueryClient();
  const [version, onFilled] = useVersionRead(settings, valuesOf);
  const save = useMutation({
    mutationFn: (body: SettingsFields) => ask('changeSettings', { body: { ...body, version } }),
    onSuccess: (changed) => {
      queries.setQueryData(settingsQuery.queryKey, changed);
      onFilled(changed);
      queries.setQueryData(organisationQuery.queryKey, { name: changed.name, time_zone: changed.time_zone });
      void queries.invalidateQueries({ queryKey: ['dashboard'] });
      notifyDone('Saved.');
    },
    // For example, a first payment arrived in between and fixed the currency.
    onError: () => queries.invalidateQueries(settingsQuery),
  });
  return (
    <SettingsForm
      settings={settings}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={save.mutate}
      onUndo={() => onFilled(settings)}
    />
  );
}
