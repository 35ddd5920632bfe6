import { Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { notifyDone } from '../../client/notify.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { ErrorState } from '../../components/states.tsx';
import { account as t } from '../../texts/account.ts';

const KEY = ['own-emails'];

/** Lets the user choose the emails that they receive regularly. */
export function OwnEmails() {
  const cache = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => ask('getOwnEmails') });
  const change = useMutation({
    mutationFn: (weekly_report: boolean) => ask('changeOwnEmails', { body: { weekly_report } }),
    onSuccess: (emails) => {
      cache.setQueryData(KEY, emails);
      notifyDone(emails.weekly_report ? t.reportOn : t.reportOff);
    },
  });
  return (
    <Stack p="lg" className="card" component="section" aria-labelledby="emails-title">
      <Title order={2} size="h4" id="emails-title">
        {t.emails}
      </Title>
      {query.error && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      )}
      {query.isPending && <Skeleton h={42} />}
      {query.data && (
        <Switch
          label={t.weeklyReport}
          description={t.weeklyReportNote}
          checked={query.data.weekly_report}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      )}
      {query.data?.mail_ready === false && (
        <Text size="sm" c="dimmed">
          {t.mailWaits}
        </Text>
      )}
      <FormProblem error={change.error} />
    </Stack>
  );
}
