import { Alert, Group, Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { askAgainEvery } from '../../client/query-client.ts';
import { saveList } from '../../client/save-list.ts';
import { IconMailPause, IconSend } from '../../components/icons.tsx';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { webhooks as t } from '../../texts/webhooks.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { shortUrl, WEBHOOK_EVENT_TYPES, webhooksQuery } from './webhooks-queries.ts';
import type { WebhooksSearch } from './webhooks-search.ts';

const { deliveries: d } = t;
const LOOK_EVERY_MS = 5000;
const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Lists the deliveries of messages to webhook endpoints and mailboxes, with their results. */
export function DeliveriesTab({ search }: { search: WebhooksSearch }) {
  const { webhook, status, channel, event } = search;
  const [openId, setOpenId] = useState<number | null>(null);
  const endpoints = useQuery(webhooksQuery()).data?.data ?? [];
  const addresses = new Map(endpoints.map(({ webhook_id, url }) => [webhook_id, shortUrl(url)]));
  const filters = { webhook_id: webhook, status, channel, event_type: event };
  const query = useInfiniteQuery({
    queryKey: ['deliveries', 'list', { webhook, status, channel, event }],
    queryFn: ({ pageParam }) => ask('listDeliveries', { query: { ...filters, cursor: pageParam || undefined } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });
  // The list waits for the first response, because a note above the list would move it if the note appeared later.
  if (query.isPending) return <Skeleton h={480} radius="lg" aria-busy aria-label={t.tabs.deliveries} />;
  return (
    <>
      {query.data?.pages[0]?.mail_ready === false && <MailWaits />}
      <Filters search={search} addresses={addresses} />
      <KeysetTable
        name="deliveries"
        label={t.tabs.deliveries}
        minWidth={900}
        columns={deliveryColumns(addresses, setOpenId)}
        query={query}
        rowKey={(row) => row.delivery_id}
        onSave={() => saveList('deliveries', 'listDeliveries', { query: filters })}
        empty={
          webhook || status || channel || event ? (
            <EmptyState icon={<IconSend size={26} />} title={d.noMatch}>
              {d.noMatchText}
            </EmptyState>
          ) : (
            <EmptyState icon={<IconSend size={26} />} title={d.empty}>
              {d.emptyText}
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
    icon={<IconMailPause size={18} />}
    title={d.mailWaits}
  >
    {d.mailWaitsText[0]} <span className="mono">REDEEMD_SMTP_URL</span> {d.mailWaitsText[1]}{' '}
    <span className="mono">REDEEMD_MAIL_FROM</span>. {d.mailWaitsText[2]}
  </Alert>
);

function Filters({ search, addresses }: { search: WebhooksSearch; addresses: ReadonlyMap<number, string> }) {
  const change = useChangeSearch<WebhooksSearch>();
  const { webhook } = search;
  const options = [...addresses].map(([id, address]) => ({ value: String(id), label: address }));
  // A removed endpoint still has deliveries.
  if (webhook && !addresses.has(webhook)) options.push({ value: String(webhook), label: d.endpointOf(webhook) });
  const choices = [
    [d.endpoint, d.anyEndpoint, options, webhook ? String(webhook) : null, 'webhook', 240],
    [t.state, d.anyState, optionsOf(d.statuses), search.status ?? null, 'status', 150],
    [d.channel, d.anyChannel, optionsOf(d.channels), search.channel ?? null, 'channel', 150],
    [d.event, d.anyEvent, [...WEBHOOK_EVENT_TYPES], search.event ?? null, 'event', 220],
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
