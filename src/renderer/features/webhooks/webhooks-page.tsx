import { Tabs } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useMay } from '../../client/session.ts';
import { IconPlus } from '../../components/icons.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { webhooks as t } from '../../texts/webhooks.ts';
import { DeliveriesTab } from './deliveries-tab.tsx';
import { EndpointsTab } from './endpoints-tab.tsx';
import { parseWebhooksSearch, type WebhooksSearch } from './webhooks-search.ts';

const NO_FILTERS = { webhook: undefined, status: undefined, channel: undefined, event: undefined };

export function WebhooksPage() {
  const search = useParsedSearch(parseWebhooksSearch);
  const change = useChangeSearch<WebhooksSearch>();
  const may = useMay();
  return (
    <>
      <PageHeader title={t.title} note={t.note} actions={may('createWebhook') && <NewEndpointButton />} />
      <Tabs
        value={search.tab ?? 'endpoints'}
        onChange={(tab) => change({ ...NO_FILTERS, tab: tab === 'deliveries' ? tab : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="endpoints">{t.tabs.endpoints}</Tabs.Tab>
          {may('listDeliveries') && <Tabs.Tab value="deliveries">{t.tabs.deliveries}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="endpoints">
          <EndpointsTab page={search.page} />
        </Tabs.Panel>
        <Tabs.Panel value="deliveries">
          <DeliveriesTab search={search} />
        </Tabs.Panel>
      </Tabs>
      <Outlet />
    </>
  );
}

export const NewEndpointButton = () => (
  <ButtonLink to="/webhooks/new" leftSection={<IconPlus size={16} />}>
    {t.add}
  </ButtonLink>
);
