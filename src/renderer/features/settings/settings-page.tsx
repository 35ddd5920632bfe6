import { Alert, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { type FieldLooks, useEdit } from '../../client/edit.ts';
import { notifyDone } from '../../client/notify.ts';
import { organisationQuery } from '../../client/organisation.tsx';
import { type Settings, settingsQuery } from '../../client/settings.ts';
import { describeTiers } from '../../client/tiers.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useParsedSearch } from '../../lib/list-search.ts';
import { LANGUAGES } from '../../texts/language.ts';
import { settings as t } from '../../texts/settings.ts';
import { SettingsForm, settingsFieldsOf } from './settings-form.tsx';
import type { SettingsFields } from './settings-values.ts';

export function SettingsPage() {
  const isFirst = useParsedSearch(({ first }) => first === 'yes');
  const query = useQuery(settingsQuery);
  const error = useLastingError(query);
  return (
    <>
      <PageHeader title={t.title} note={t.note} />
      {isFirst && <FirstSteps />}
      {query.data ? (
        <Loaded settings={query.data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={480} maw={680} radius="lg" aria-busy aria-label={t.loading} />
      )}
    </>
  );
}

const FirstSteps = () => (
  <Alert variant="light" title={t.first.title} mb="lg" maw={680}>
    {t.first.before}{' '}
    <TextLink to="/campaigns/new" inherit>
      {t.first.link}
    </TextLink>
    {t.first.after}
  </Alert>
);

function Loaded({ settings }: { settings: Settings }) {
  const queries = useQueryClient();
  const edit = useEdit({
    latest: settings,
    fieldsOf: settingsFieldsOf,
    // If saving fails, the settings load again: for example, a first payment may have fixed the currency.
    save: (body) =>
      ask('changeSettings', { body }).catch((error: unknown) => {
        void queries.invalidateQueries(settingsQuery);
        throw error;
      }),
    onSaved: (changed) => {
      queries.setQueryData(settingsQuery.queryKey, changed);
      queries.setQueryData(organisationQuery.queryKey, {
        name: changed.name,
        time_zone: changed.time_zone,
        currency: changed.currency,
      });
      void queries.invalidateQueries({ queryKey: ['dashboard'] });
      notifyDone(t.saved);
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

const yesNo = (value: boolean) => (value ? t.yes : t.no);
const SETTINGS_LOOKS: FieldLooks<SettingsFields> = {
  name: { label: t.fields.name },
  time_zone: { label: t.fields.time_zone },
  currency: { label: t.fields.currency },
  currency_digits: { label: t.fields.currency_digits },
  commission_tiers: { label: t.fields.commission_tiers, show: describeTiers },
  creator_code_moderation: {
    label: t.fields.creator_code_moderation,
    show: (value) => t.rules.moderations[value].label,
  },
  totp_required: { label: t.fields.totp_required, show: yesNo },
  provider_only: { label: t.fields.provider_only, show: yesNo },
  two_person_payouts: { label: t.fields.two_person_payouts, show: yesNo },
  minimum_payout: { label: t.fields.minimum_payout },
  hold_days: { label: t.fields.hold_days },
  daily_result_hour: { label: t.fields.daily_result_hour },
  payout_email: { label: t.fields.payout_email },
  email_language: { label: t.fields.email_language, show: (value) => LANGUAGES[value] },
  require_currency: { label: t.fields.require_currency, show: yesNo },
  rate_max_age_days: { label: t.fields.rate_max_age_days },
  creator_frame_origins: { label: t.fields.creator_frame_origins },
};
