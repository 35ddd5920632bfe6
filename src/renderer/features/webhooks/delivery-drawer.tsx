import { Group, Skeleton, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { askAgainEvery } from '../../client/query-client.ts';
import { useMay } from '../../client/session.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Instant } from '../../components/instant.tsx';
import { RawText } from '../../components/raw-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { ErrorState } from '../../components/states.tsx';
import { formatCount } from '../../lib/format.ts';
import { formatJson } from '../../lib/json-format.ts';
import { webhooks as t } from '../../texts/webhooks.ts';
import { type Addresses, answerOf, DeliveryBadge, receiverOf } from './delivery-columns.tsx';
import { ReplayDelivery } from './replay-delivery.tsx';

const { deliveries: d } = t;
type FullDelivery = AnswerOf<Endpoints['getDelivery']>;

const LOOK_EVERY_MS = 2000;

interface DeliveryDrawerProps {
  /** Null if the drawer is closed. */
  deliveryId: number | null;
  addresses: Addresses;
  onClose: () => void;
}

export function DeliveryDrawer({ deliveryId, addresses, onClose }: DeliveryDrawerProps) {
  return (
    <SideDrawer isOpen={deliveryId !== null} title={d.one(deliveryId ?? 0)} size={640} onClose={onClose}>
      {deliveryId !== null && <Details deliveryId={deliveryId} addresses={addresses} />}
    </SideDrawer>
  );
}

function Details({ deliveryId, addresses }: { deliveryId: number; addresses: Addresses }) {
  const query = useQuery({
    queryKey: ['deliveries', 'one', deliveryId],
    queryFn: () => ask('getDelivery', { params: { delivery_id: deliveryId } }),
    refetchInterval: (query) => askAgainEvery(query.state.data?.status === 'pending' ? LOOK_EVERY_MS : false)(query),
  });
  if (query.data) return <Loaded delivery={query.data} addresses={addresses} />;
  if (query.error)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return <Skeleton h={360} aria-busy aria-label={d.loading} />;
}

function Loaded({ delivery, addresses }: { delivery: FullDelivery; addresses: Addresses }) {
  const { channel, webhook_id } = delivery;
  const mayReplay = useMay()('replayDelivery');
  const isGone = channel === 'webhook' && !addresses.has(webhook_id ?? 0);
  return (
    <Stack gap="lg">
      <Facts delivery={delivery} receiver={receiverOf(delivery, addresses)} />
      {delivery.answer_text && (
        <RawText title={t.answerBegins} text={delivery.answer_text} copyLabel={t.copyAnswer} maxHeight={420} />
      )}
      <RawText
        title={d.message}
        text={formatJson(delivery.body)}
        copyLabel={d.copyMessage}
        copied={delivery.body}
        maxHeight={420}
      />
      {mayReplay && <ReplayDelivery deliveryId={delivery.delivery_id} isGone={isGone} />}
    </Stack>
  );
}

function Facts({ delivery, receiver }: { delivery: FullDelivery; receiver: string }) {
  const { event_type, message_id, status, attempts, next_attempt_at, finished_at, created_at } = delivery;
  const facts: [string, ReactNode][] = [
    [
      d.event,
      <span key="event" className="mono">
        {event_type}
      </span>,
    ],
    [d.to, receiver],
    [t.state, <DeliveryBadge key="state" status={status} />],
    [d.lastAnswer, answerOf(delivery)],
    [d.tries, formatCount(attempts)],
    [t.created, <Instant key="created" at={created_at} />],
    next_attempt_at
      ? [d.nextTry, <Instant key="next" at={next_attempt_at} />]
      : [d.over, finished_at && <Instant key="over" at={finished_at} />],
    [
      d.messageId,
      <Group key="id" gap={4} wrap="nowrap">
        <span className="mono">{message_id}</span>
        <CopyButton value={message_id} label={d.copyMessageId} />
      </Group>,
    ],
  ];
  return (
    <Table aria-label={d.facts} verticalSpacing={6} horizontalSpacing={0} withRowBorders={false}>
      <Table.Tbody>
        {facts.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Td c="dimmed" w={130} valign="top">
              {label}
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
