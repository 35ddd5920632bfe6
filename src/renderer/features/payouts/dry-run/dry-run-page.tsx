import { Alert, Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask, problemOf } from '../../../client/ask.ts';
import { notifyDone } from '../../../client/notify.ts';
import { BackLink } from '../../../components/back-link.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { useLastingError } from '../../../lib/lasting-error.ts';
import { useChangeSearch, useParsedSearch } from '../../../lib/list-search.ts';
import { payouts } from '../../../texts/payouts.ts';
import { tiersTrial } from '../../../texts/tiers-trial.ts';
import type { DryRun } from '../payouts-queries.ts';
import { CampaignChoice } from './campaign-choice.tsx';
import { DryRunFigures, DryRunStatements } from './dry-run-parts.tsx';

const t = payouts.preview;

interface DryRunSearch {
  campaign?: number;
}
const parseDryRunSearch = ({ campaign }: Record<string, unknown>): DryRunSearch =>
  /^[1-9]\d{0,15}$/.test(String(campaign)) ? { campaign: Number(campaign) } : {};

/** Shows the content of a run before it is created, with a button to create it. */
export function DryRunPage() {
  const { campaign = null } = useParsedSearch(parseDryRunSearch);
  const change = useChangeSearch<DryRunSearch & { page?: number }>();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['payout-runs', 'dry-run', campaign],
    queryFn: async () => (await ask('dryRunPayouts', { body: { kind: 'manual', campaign_id: campaign } })) as DryRun,
    // The user decides based on these figures, so a cached response must not be shown.
    gcTime: 0,
    // The request reads the whole ledger, so it must not repeat each time the window gets the focus.
    refetchOnWindowFocus: false,
  });
  const error = useLastingError(query);
  const prepare = useMutation({
    mutationFn: () => ask('createPayoutRun', { body: { kind: 'manual', campaign_id: campaign } }),
    onSuccess: ({ run_id }) => {
      void queries.invalidateQueries({ queryKey: ['payout-runs', 'list'] });
      notifyDone(t.prepared(run_id));
      void navigate({ to: `/payouts/${run_id}`, replace: true });
    },
  });
  return (
    <>
      <PageHeader
        back={<BackLink to="/payouts" label={payouts.title} />}
        title={t.title}
        note={t.note}
        actions={
          <>
            {campaign !== null && (
              <ButtonLink to="/payouts/trial/$campaignId" params={{ campaignId: String(campaign) }} variant="default">
                {tiersTrial.tab}
              </ButtonLink>
            )}
            <Button onClick={() => prepare.mutate()} loading={prepare.isPending} disabled={!query.data}>
              {t.prepare}
            </Button>
          </>
        }
      />
      <Stack gap="md">
        <CampaignChoice campaign={campaign} onChange={(chosen) => change({ campaign: chosen ?? undefined })} />
        {prepare.error && (
          <Alert color="red" variant="light" role="alert" title={t.failed}>
            {problemOf(prepare.error).detail}
          </Alert>
        )}
        {error && !query.data ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        ) : (
          <>
            <DryRunFigures dry={query.data} />
            <DryRunStatements dry={query.data} isBusy={query.isFetching} />
          </>
        )}
      </Stack>
    </>
  );
}
