import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { methodName } from '../../components/method-name.ts';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { ErrorState } from '../../components/states.tsx';
import { formatRelative } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { creators as catalogue } from '../../texts/creators.ts';
import { type DetailRequest, detailRequestQuery } from './creator-queries.ts';

const t = catalogue.payout;

/** Shows the creator's new payout details next to the current ones, and lets finance approve or reject them. */
export function DetailsRequest({ creatorId, onApproved }: { creatorId: string; onApproved: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(detailRequestQuery(creatorId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  const request = data?.data[0];
  return request ? <Decision key={request.request_id} request={request} onApproved={onApproved} /> : null;
}

function Decision({ request, onApproved }: { request: DetailRequest; onApproved: () => void }) {
  const cache = useQueryClient();
  const now = useNow();
  const [isRejecting, setRejecting] = useState(false);
  const params = { request_id: request.request_id };
  const decided = (text: string) => {
    notifyDone(text);
    void cache.invalidateQueries({ queryKey: ['dashboard'] });
    return cache.invalidateQueries({ queryKey: ['creators'] });
  };
  const approve = useMutation({
    mutationFn: () => ask('approvePayoutDetails', { params }),
    onSuccess: () => decided(t.approved).then(onApproved),
    onError: (refusal) => notifyProblem(catalogue.failed, refusal),
  });
  const reject = useMutation({
    mutationFn: (reason: string) => ask('rejectPayoutDetails', { params, body: { reason } }),
    onSuccess: () => decided(t.rejected),
  });
  const { before, requested } = request;
  const rows = [
    [t.method, methodName(before.method ?? ''), methodName(requested.method ?? '')],
    [t.address, before.address, requested.address],
    [t.holder, before.name, requested.name],
  ];
  return (
    <Stack className="card" p="lg" gap="sm" component="section" aria-labelledby="request-title">
      <Title order={2} size="h5" id="request-title">
        {t.requestTitle}
      </Title>
      <Text size="sm" c="dimmed">
        {t.requestNote(formatRelative(request.requested_at, now))}
      </Text>
      <Table aria-labelledby="request-title">
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th>{t.now}</Table.Th>
            <Table.Th>{t.requested}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([label, old, fresh]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{old || t.nothing}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }} fw={old === fresh ? undefined : 600}>
                {fresh}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="xs">
        <Button loading={approve.isPending} disabled={reject.isPending} onClick={() => approve.mutate()}>
          {t.approve}
        </Button>
        <Button variant="default" disabled={approve.isPending} onClick={() => setRejecting(true)}>
          {t.reject}
        </Button>
      </Group>
      <ReasonDialog
        isOpen={isRejecting}
        title={t.rejectTitle}
        confirm={t.reject}
        error={reject.error}
        isBusy={reject.isPending}
        onClose={() => setRejecting(false)}
        onSubmit={(reason) => reject.mutate(reason)}
      >
        {t.rejectText}
      </ReasonDialog>
    </Stack>
  );
}
