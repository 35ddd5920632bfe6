import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTimeZone } from '../../../client/organisation.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { tiersTrial as t } from '../../../texts/tiers-trial.ts';
import { TrialForm } from './trial-form.tsx';
import { type Tried, trialQuery } from './trial-query.ts';
import { TrialResults } from './trial-results.tsx';

const DAYS = 90;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Returns the last 90 days, to the end of the current minute, because the form's fields show whole minutes. */
function lastDays(): Pick<Tried, 'from' | 'to'> {
  const end = Math.ceil((Date.now() + 1) / MINUTE_MS) * MINUTE_MS;
  return { from: new Date(end - DAYS * DAY_MS).toISOString(), to: new Date(end).toISOString() };
}

/** Shows what the creators of a campaign would have earned with other tiers. It starts with the stored amounts. */
export function TiersTrial({ campaignId }: { campaignId: number }) {
  const zone = useTimeZone();
  const [tried, setTried] = useState<Tried>(() => ({ ...lastDays(), attempt: 0 }));
  const [page, setPage] = useState(1);
  const query = useQuery(trialQuery(campaignId, tried, page));
  if (query.error && !query.data)
    return (
      <div className="card">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </div>
    );
  if (!query.data || !zone) return <Skeleton h={420} radius="lg" aria-busy aria-label={t.loading} />;
  return (
    <Stack gap="md">
      <Stack className="card" p="lg" component="section" aria-labelledby="trial-title">
        <div>
          <Title order={2} size="h5" id="trial-title">
            {query.data.campaign_name}
          </Title>
          <Text size="sm" c="dimmed">
            {t.note}
          </Text>
        </div>
        <TrialForm
          tiers={query.data.tiers_in_force}
          tried={tried}
          zone={zone}
          isBusy={query.isFetching}
          onTry={(values) => {
            setPage(1);
            setTried(({ attempt }) => ({ ...values, attempt: attempt + 1 }));
          }}
        />
      </Stack>
      <TrialResults query={query} onPage={setPage} />
    </Stack>
  );
}
