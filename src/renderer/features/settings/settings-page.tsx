import { Alert, Anchor, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { ask } from '../../lib/ask.ts';
import { type FieldLooks, useEdit } from '../../lib/edit.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useParsedSearch } from '../../lib/list-search.ts';
import { notifyDone } from '../../lib/notify.ts';
import { organisationQuery } from '../../lib/organisation.tsx';
import { type Settings, settingsQuery } from '../../lib/settings.ts';
import { describeTiers } from '../../lib/tiers.ts';
import { SettingsForm, settingsFieldsOf } from './settings-form.tsx';
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
  const edit = useEdit({
    latest: settings,
    fieldsOf: settingsFieldsOf,
    // For example, a first payment arrived in between and fixed the currency.
    save: (body) =>
      ask('changeSettings', { body }).catch((error: unknown) => {
        void queries.invalidateQueries(settingsQuery);
        throw error;
      }),
    onSaved: (changed) => {
      queries.setQueryData(settingsQuery.queryKey, changed);
      queries.setQueryData(organisationQuery.queryKey, { name: changed.name, time_zone: changed.time_zone });
      void queries.invalidateQueries({ queryKey: ['dashboard'] });
      notifyDone('Saved.');
    },
  });
  return (
    <>
      <SettingsForm
        key={edit.formKey}
        settings={edit.filledFrom}
        error={edit.error}
        isBusy={edit.isBusy}
        onSubmit={edit.submit}
        onUndo={edit.undo}
      />
      <ConflictDialog edit={edit} looks={SETTINGS_LOOKS} />
    </>
  );
}

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');
const SETTINGS_LOOKS: FieldLooks<SettingsFields> = {
  name: { label: 'Name' },
  time_zone: { label: 'Time zone' },
  currency: { label: 'Currency' },
  currency_digits: { label: 'Decimals' },
  commission_tiers: { label: 'Commission', show: describeTiers },
  creator_code_moderation: { label: 'Moderation of creator codes' },
  totp_required: { label: 'Second factor required', show: yesNo },
  two_person_payouts: { label: 'Two persons for payouts', show: yesNo },
  minimum_payout: { label: 'Minimum payout' },
  hold_days: { label: 'Hold days' },
  daily_result_hour: { label: 'Hour of daily results' },
  payout_email: { label: 'E-mail for payouts' },
};
