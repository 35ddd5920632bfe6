import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { usePaging } from '../../client/table-look.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { IconTicket } from '../../components/first-icons.tsx';
import { Hint } from '../../components/hint.tsx';
import { Instant } from '../../components/instant.tsx';
import { TextLink } from '../../components/links.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { creators as catalogue } from '../../texts/creators.ts';
import { type CodeOfCreator, codesOfCreatorQuery } from './creator-queries.ts';
import type { CreatorSearch } from './creator-search.ts';

const { codes: t, columns: c } = catalogue;
const COLORS = { pending: 'yellow', approved: 'teal', rejected: 'gray', disabled: 'red' } as const;

/** Lists a creator's codes in all campaigns, with the revenue and commission of each. */
export function CodesTab({ creatorId, page }: { creatorId: string; page: number }) {
  const change = useChangeSearch<CreatorSearch>();
  const query = useQuery(codesOfCreatorQuery(creatorId, { page, ...usePaging() }));
  return (
    <DataTable
      name="creator-codes"
      label={t.label}
      minWidth={860}
      columns={columns}
      query={query}
      rowKey={(row) => row.code_id}
      onSave={() => saveList('codes-of-creator', 'listCodesOfCreator', { params: { creator_id: creatorId } })}
      onPage={(next) => change({ page: next })}
      empty={
        <EmptyState icon={<IconTicket size={26} />} title={t.empty}>
          {t.emptyText}
        </EmptyState>
      }
    />
  );
}

const columns: Column<CodeOfCreator>[] = [
  {
    key: 'code',
    header: t.code,
    width: '24%',
    render: ({ code, base_code }) => (
      <Group gap={8} wrap="nowrap" maw={300}>
        <Text inherit className="mono" fw={600} truncate miw={80} title={code}>
          {code}
        </Text>
        <Text size="xs" c="dimmed" truncate title={base_code}>
          {t.madeFrom(base_code)}
        </Text>
      </Group>
    ),
  },
  { key: 'campaign', header: t.campaign, width: '22%', render: (row) => <CampaignOf row={row} /> },
  { key: 'status', header: t.status, render: (row) => <Status row={row} /> },
  {
    key: 'claims',
    header: c.claims,
    align: 'right',
    render: ({ number_of_claims }) => formatCount(number_of_claims),
  },
  { key: 'revenue', header: c.revenue, align: 'right', render: (row) => <Line>{formatMoney(row.total_revenue)}</Line> },
  {
    key: 'commission',
    header: c.commission,
    align: 'right',
    render: ({ commission, commission_tier }) => (
      <Line>
        {formatMoney(commission)}{' '}
        <Text component="span" size="xs" c="dimmed">
          {t.tier(commission_tier)}
        </Text>
      </Line>
    ),
  },
  { key: 'created', header: c.created, render: ({ created_at }) => <Instant at={created_at} day /> },
];

const Line = ({ children }: { children: ReactNode }) => <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;

function CampaignOf({ row: { campaign_id, campaign_name } }: { row: CodeOfCreator }) {
  const may = useMay();
  const name = <bdi>{campaign_name}</bdi>;
  if (!may('getCampaign')) return name;
  return (
    <TextLink
      to="/campaigns/$campaignId"
      params={{ campaignId: String(campaign_id) }}
      inherit
      lineClamp={1}
      title={campaign_name}
    >
      {name}
    </TextLink>
  );
}

function Status({ row: { status, rejection_reason } }: { row: CodeOfCreator }) {
  const badge = (
    <Badge color={COLORS[status]} miw="max-content">
      {t.statuses[status]}
    </Badge>
  );
  return rejection_reason === null ? (
    badge
  ) : (
    <Hint label={rejection_reason} multiline maw={280}>
      {badge}
    </Hint>
  );
}
