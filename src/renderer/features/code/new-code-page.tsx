import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask } from '../../client/ask.ts';
import { type Code, codeQuery, recentCodesQuery } from '../../client/codes.ts';
import { lastRedeemPage, rememberRedeemPage } from '../../client/last-redeem-page.ts';
import { notifyDone } from '../../client/notify.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { blankWindow } from '../../components/code-window/window-values.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { NO_REWARDS } from '../../lib/json-format.ts';
import { useParsedSearch } from '../../lib/list-search.ts';
import { codes } from '../../texts/codes.ts';
import type { CodeFields } from './code-fieldset.tsx';
import { CodeForm, fieldsOf, toBody } from './code-form.tsx';
import { BackToCampaign } from './code-page.tsx';
import { parseCodeSearch } from './code-queries.ts';

const t = codes.form;

/** Creates a code. The form is blank except for the redeem page, or contains the values of the code to duplicate. */
export function NewCodePage() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId/new-code' });
  const { from } = useParsedSearch(parseCodeSearch);
  const model = useQuery({ ...codeQuery(from ?? 0), enabled: from !== undefined });
  const recent = useQuery(recentCodesQuery(Number(campaignId)));
  const zone = useTimeZone();
  const isReady = recent.data !== undefined && (from === undefined || model.data !== undefined);
  const failed = [model, recent].find(({ error }) => error !== null);
  return (
    <>
      <PageHeader
        title={model.data ? t.duplicateTitle(model.data.code) : t.newTitle}
        note={model.data && t.duplicateNote}
        back={<BackToCampaign campaignId={Number(campaignId)} />}
      />
      {isReady && zone ? (
        <NewCode campaignId={campaignId} initial={initialFields(zone, model.data, recent.data)} />
      ) : failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      ) : (
        <Skeleton h={420} radius="lg" aria-busy aria-label={codes.page.loading} />
      )}
    </>
  );
}

function initialFields(zone: string, model: Code | undefined, [newest]: readonly Code[]): CodeFields {
  if (model) return { ...fieldsOf(model, zone), code: '' };
  return {
    code: '',
    name: '',
    root_url: newest?.root_url ?? lastRedeemPage(),
    usage_limit: '',
    creator_usage_limit: '',
    active: 'Y',
    use_as_referral: 'N',
    rewards_json: NO_REWARDS,
    window: blankWindow(zone),
    key_pool_id: null,
    tags: [],
  };
}

function NewCode({ campaignId, initial }: { campaignId: string; initial: CodeFields }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: ({ code, ...fields }: CodeFields) =>
      ask('createCode', {
        params: { campaign_id: campaignId },
        body: { code: code.trim(), use_as_referral: fields.use_as_referral, ...toBody(fields) },
      }),
    onSuccess: (code) => {
      rememberRedeemPage(code.root_url);
      void queries.invalidateQueries({ queryKey: ['codes', 'list'] });
      notifyDone(t.added(code.code));
      // This replaces the form in the history, so that going back does not open an empty form.
      void navigate({
        to: '/campaigns/$campaignId',
        params: { campaignId },
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  return (
    <CodeForm
      campaignId={Number(campaignId)}
      isNew
      initial={initial}
      error={create.error}
      isBusy={create.isPending}
      onSubmit={create.mutate}
    />
  );
}
