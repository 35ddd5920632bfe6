import { Anchor, Badge, Text } from '@mantine/core';
import { Instant } from '../../components/instant.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { formatCount } from '../../lib/format.ts';
import type { Delivery } from '../../lib/webhooks.ts';

export type Addresses = ReadonlyMap<number, string>;

export const receiverOf = ({ channel, webhook_id, recipient }: Delivery, addresses: Addresses): string =>
  channel === 'mail' ? (recipient ?? 'E-mail') : (addresses.get(webhook_id ?? 0) ?? `Removed endpoint ${webhook_id}`);

/** The endpoint's answer, or why there was none. */
export const answerOf = ({ answer_status, error, attempts }: Delivery): string => {
  if (error) return error;
  if (answer_status !== null) return `Answered ${answer_status}`;
  return attempts === 0 ? 'Not tried yet' : '–';
};

const LOOKS: Record<Delivery['status'], [string, string]> = {
  pending: ['Waiting', 'blue'],
  delivered: ['Delivered', 'teal'],
  failed: ['Failed', 'red'],
};

export function DeliveryBadge({ status }: { status: Delivery['status'] }) {
  const [label, color] = LOOKS[status];
  return (
    <Badge color={color} miw="max-content">
      {label}
    </Badge>
  );
}

export const deliveryColumns = (addresses: Addresses, onOpen: (deliveryId: number) => void): Column<Delivery>[] => [
  {
    key: 'event',
    header: 'Event',
    width: '24%',
    render: ({ event_type, delivery_id }) => (
      <Anchor
        component="button"
        type="button"
        inherit
        ta="left"
        fw={600}
        className="mono"
        c="var(--mantine-color-text)"
        aria-label={`${event_type}, delivery ${delivery_id}`}
        onClick={() => onOpen(delivery_id)}
      >
        {event_type}
      </Anchor>
    ),
  },
  {
    key: 'receiver',
    header: 'To',
    render: (row) => (
      <Text inherit truncate maw={260} title={receiverOf(row, addresses)}>
        {receiverOf(row, addresses)}
      </Text>
    ),
  },
  { key: 'status', header: 'State', width: 110, render: ({ status }) => <DeliveryBadge status={status} /> },
  {
    key: 'attempts',
    header: 'Tries',
    align: 'right',
    width: 70,
    render: ({ attempts }) => formatCount(attempts),
  },
  {
    key: 'answer',
    header: 'Last answer',
    render: (row) => (
      <Text inherit c={row.error ? 'red' : 'dimmed'} truncate maw={260} title={answerOf(row)}>
        {answerOf(row)}
      </Text>
    ),
  },
  { key: 'created', header: 'Created', width: 150, render: ({ created_at }) => <Instant at={created_at} /> },
];
