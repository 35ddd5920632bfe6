import { Alert, Group, Select } from '@mantine/core';
import { IconMailPause, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { ask } from '../../lib/ask.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { askAgainEvery } from '../../lib/query-client.ts';
import { shortUrl, WEBHOOK_EVENT_TYPES, webhooksQuery } from '../../lib/webhooks.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import type { WebhooksSearch } from './webhooks-search.ts';

const LOOK_EVERY_MS = 5000;
const STATUS_OPTIONS = [
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
];
const CHANNEL_OPTIONS = [
  { value: 'webhook', label: 'Webhook' },
  { value: 'mail', label: 'E-mail' },
];

/** The deliveries: each message to each endpoint, with its result. */
export function DeliveriesTab({ search }: { search: WebhooksSearch }) {
  const { webhook, status, channel, event } = search;
  const [openId, setOpenId] = useState<number | null>(null);
  const endpoints = useQuery(webhooksQuery()).data?.data ?? [];
  const addresses = new Map(endpoints.map(({ webhook_id, url }) => [webhook_id, shortUrl(url)]));
  const query = useInfiniteQuery({
    queryKey: ['deliveries', 'list', { webhook, status, channel, event }],
    queryFn: ({ pageParam }) =>
      ask('listDeliveries', {
        query: { webhook_id: webhook, status, channel, event_type: event, cursor: pageParam || undefined },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });
  return (
    <>
      {query.data?.pages[0]?.mail_ready === false && <MailWaits />}
      <Filters search={search} addresses={addresses} />
      <KeysetTable
        label="Deliveries"
        minWidth={900}
        columns={deliveryColumns(addresses, setOpenId)}
        query={query}
        rowKey={(row) => row.delivery_id}
        empty={
          webhook || status || channel || event ? (
            <EmptyState icon={<IconSend size={26} />} title="No delivery matches">
              Try another endpoint, state or event.
            </EmptyState>
          ) : (
            <EmptyState icon={<IconSend size={26} />} title="Nothing was sent yet">
              Messages to your endpoints, and e-mail to creators and to you, are listed here for 90 days.
            </EmptyState>
          )
        }
      />
      <DeliveryDrawer deliveryId={openId} addresses={addresses} onClose={() => setOpenId(null)} />
    </>
  );
}

const MailWaits = () => (
  <Alert
    variant="light"
    color="yellow"
    mb="md"
    styles={{ title: { color: 'var(--mantine-color-text)' } }}
    icon={<IconMailPause size={18} aria-hidden />}
    title="E-mail waits: there is no mail server"
  >
    Creators’ daily results and messages about payout runs wait here until the operator of the server sets{' '}
    <span className="mono">REDEEMD_SMTP_URL</span> and <span className="mono">REDEEMD_MAIL_FROM</span>. Nothing is lost.
  </Alert>
);

function Filters({ search, addresses }: { search: WebhooksSearch; addresses: ReadonlyMap<number, string> }) {
  const change = useChangeSearch<WebhooksSearch>();
  const { webhook } = search;
  const options = [...addresses].map(([id, address]) => ({ value: String(id), label: address }));
  // A removed endpoint still has deliveries.
  if (webhook && !addresses.has(webhook)) options.push({ value: String(webhook), label: `Endpoint ${webhook}` });
  const choices = [
    ['Endpoint', 'Any endpoint', options, webhook ? String(webhook) : null, 'webhook', 240],
    ['State', 'Any state', STATUS_OPTIONS, search.status ?? null, 'status', 150],
    ['Channel', 'Any channel', CHANNEL_OPTIONS, search.channel ?? null, 'channel', 150],
    ['Event', 'Any event', [...WEBHOOK_EVENT_TYPES], search.event ?? null, 'event', 220],
  ] as const;
  return (
    <Group mb="md" gap="sm">
      {choices.map(([label, any, data, value, name, width]) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={any}
          data={[...data]}
          value={value}
          onChange={(chosen) => change({ [name]: chosen ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': any }}
          w={width}
        />
      ))}
    </Group>
  );
}
