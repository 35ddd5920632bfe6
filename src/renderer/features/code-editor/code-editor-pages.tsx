import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { BackLink } from '../../components/back-link.tsx';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { ask } from '../../lib/ask.ts';
import { campaignQuery } from '../../lib/campaigns.ts';
import { type Code, codeQuery } from '../../lib/codes.ts';
import { type FieldLooks, useEdit } from '../../lib/edit.ts';
import { formatCount } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useMay } from '../../lib/session.ts';
import type { CodeFields } from './code-fieldset.tsx';
import { CodeForm, fieldsOf, toBody } from './code-form.tsx';

const usePath = () => useParams({ strict: false }) as { campaignId?: string; codeId?: string };

export function NewCodePage() {
  const { campaignId = '' } = usePath();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: ({ code, use_as_referral, ...fields }: CodeFields) =>
      ask('createCode', {
        params: { campaign_id: campaignId },
        body: { code: code.trim(), use_as_referral, ...toBody(fields) },
      }),
    onSuccess: (code) => {
      void queries.invalidateQueries({ queryKey: ['codes', 'list'] });
      notifyDone(`${code.code} is added.`);
      // Replaces the form in the history, so that going back does not open an empty form.
      void navigate({
        to: '/campaigns/$campaignId',
        params: { campaignId } as never,
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  return (
    <>
      <PageHeader title="New code" back={<BackToCampaign campaignId={campaignId} />} />
      <CodeForm code={null} error={create.error} isBusy={create.isPending} onSubmit={create.mutate} />
    </>
  );
}

export function CodePage() {
  const { campaignId = '', codeId = '' } = usePath();
  const query = useQuery(codeQuery(Number(codeId)));
  const error = useLastingError(query);
  const back = <BackToCampaign campaignId={campaignId} />;
  if (query.data) return <EditCode key={query.data.code_id} code={query.data} />;
  return (
    <>
      <PageHeader title="Code" back={back} />
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={420} radius="lg" aria-busy aria-label="Loading the code" />
      )}
    </>
  );
}

type SavedFields = ReturnType<typeof toBody>;
const savedFieldsOf = (code: Code): SavedFields => toBody(fieldsOf(code));

function EditCode({ code }: { code: Code }) {
  const queries = useQueryClient();
  const canChange = useMay()('changeCode');
  const edit = useEdit({
    latest: code,
    fieldsOf: savedFieldsOf,
    save: (body) => ask('changeCode', { params: { code_id: code.code_id }, body }),
    onSaved: (changed) => {
      queries.setQueryData(codeQuery(changed.code_id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: ['codes', 'list'] });
      notifyDone('Saved.');
    },
  });
  return (
    <>
      <PageHeader title={code.code} note={code.name} back={<BackToCampaign campaignId={String(code.campaign_id)} />} />
      <CodeForm
        key={edit.formKey}
        code={edit.filledFrom}
        error={edit.error}
        isBusy={edit.isBusy}
        onSubmit={(fields) => edit.submit(toBody(fields))}
        readOnly={!canChange}
      />
      <ConflictDialog edit={edit} looks={CODE_LOOKS} />
    </>
  );
}

const limit = (value: number | null) => (value === null ? 'No limit' : formatCount(value));
const CODE_LOOKS: FieldLooks<SavedFields> = {
  name: { label: 'Name' },
  root_url: { label: 'Redeem page' },
  usage_limit: { label: 'Usage limit', show: limit },
  creator_usage_limit: { label: 'Limit of each creator code', show: limit },
  active: { label: 'Active', show: (value) => (value === 'Y' ? 'Yes' : 'No') },
  rewards_json: { label: 'Rewards', show: (value) => <span className="mono">{value}</span> },
};

function BackToCampaign({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(campaignQuery(Number(campaignId)));
  return <BackLink to={`/campaigns/${campaignId}`} label={data?.name ?? 'Campaign'} />;
}
