import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveList } from '../../client/save-list.ts';
import { DataTable } from '../../components/data-table.tsx';
import { IconWebhook } from '../../components/first-icons.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { webhooks as t } from '../../texts/webhooks.ts';
import { endpointColumns } from './endpoint-columns.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { useTestMessage } from './test-dialog.tsx';
import { type Webhook, webhooksQuery } from './webhooks-queries.ts';
import type { WebhooksSearch } from './webhooks-search.ts';

export function EndpointsTab({ page = 1 }: { page?: number | undefined }) {
  const change = useChangeSearch<WebhooksSearch>();
  const query = useQuery(webhooksQuery(page));
  const [rotating, setRotating] = useState<Webhook | null>(null);
  const test = useTestMessage();
  return (
    <>
      <DataTable
        name="webhooks"
        label={t.tabs.endpoints}
        minWidth={860}
        columns={endpointColumns({ onTest: test.start, onRotate: setRotating })}
        query={query}
        rowKey={(row) => row.webhook_id}
        onSave={() => saveList('webhooks', 'listWebhooks', {})}
        hasFixedPages
        onPage={(next) => change({ page: next })}
        empty={
          <EmptyState icon={<IconWebhook size={26} />} title={t.empty}>
            {t.emptyText}
          </EmptyState>
        }
      />
      <RotateDialog webhook={rotating} onClose={() => setRotating(null)} />
      {test.dialog}
    </>
  );
}
