import { Anchor, Badge, Text } from '@mantine/core';
import { Instant } from '../../components/instant.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { formatCount } from '../../lib/format.ts';
import { webhooks as t } from '../../texts/webhooks.ts';
import type { Delivery } from './webhooks-queries.ts';

const { deliveries: d } = t;

export type Addresses = ReadonlyMap<number, string>;

export const receiverOf = ({ channel, webhook_id, recipient }: Delivery, addresses: Addresses): string =>
  channel === 'mail' ? (recipient ?? d.mail) : (addresses.get(webhook_id ?? 0) ?? d.removedEndpoint(webhook_id ?? 0));

/** Describes the endpoint's response, or why there was none. */
export const answerOf = ({ answer_status, error, attempts }: Delivery): string => {
  if (error) return error;
  if (answer_status !== null) return d.answered(answer_status);
  return attempts === 0 ? d.notTried : '–';
};

const COLOURS = { pending: 'blue', delivered: 'teal', failed: 'red' } as const;

export function DeliveryBadge({ status }: { status: Delivery['status'] }) {
  return (
    <Badge color={COLOURS[status]} miw="max-content">
      {d.statuses[status]}
    </Badge>
  );
}

export const deliveryColumns = (addresses: Addresses, onOpen: (deliveryId: number) => void): Column<Delivery>[] => [
  {
    key: 'event',
    header: d.event,
    render: ({ event_type, delivery_id }) => (
      <Anchor
        component="button"
        type="button"
        inherit
        ta="left"
        fw={600}
        className="mono"
        c="var(--mantine-color-text)"
        aria-label={d.open(event_type, delivery_id)}
        onClick={() => onOpen(delivery_id)}
      >
        {event_type}
      </Anchor>
    ),
  },
  {
    key: 'receiver',
    header: d.to,
    render: (row) => (
      <Text inherit lineClamp={1} title={receiverOf(row, addresses)} style={{ wordBreak: 'break-all' }}>
        {receiverOf(row, addresses)}
      </Text>
    ),
  },
  { key: 'status', header: t.state, width: 110, render: ({ status }) => <DeliveryBadge status={status} /> },
  {
    key: 'attempts',
    header: d.tries,
    align: 'right',
    width: 80,
    render: ({ attempts }) => formatCount(attempts),
  },
  {
    key: 'answer',
    header: d.lastAnswer,
    width: '16%',
    render: (row) => (
      <Text inherit c={row.error ? 'red' : 'dimmed'} lineClamp={1} title={answerOf(row)}>
        {answerOf(row)}
      </Text>
    ),
  },
  { key: 'created', header: t.created, width: 160, render: ({ created_at }) => <Instant at={created_at} /> },
];
