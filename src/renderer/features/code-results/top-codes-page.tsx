import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGames } from '../../client/game.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { usePaging } from '../../client/table-look.ts';
import { BackLink } from '../../components/back-link.tsx';
import { CreatorLink } from '../../components/creator-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { IconTicket } from '../../components/first-icons.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { DEFAULT_PERIOD } from '../../lib/periods.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { codeResults as t } from '../../texts/code-results.ts';
import {
  type CodeResult,
  DEFAULT_SORT,
  parseTopCodesSearch,
  type Sort,
  type TopCodesSearch,
  topCodesInput,
  topCodesQuery,
} from './top-codes-queries.ts';

/** Lists the codes with claims or payments in a period, highest revenue first. */
export function TopCodesPage() {
  const search = useParsedSearch(parseTopCodesSearch);
  const change = useChangeSearch<TopCodesSearch>();
  const may = useMay();
  const { game } = useGames();
  const [now] = useState(Date.now);
  const asked = { ...search, game, now, zone: useTimeZone() };
  return (
    <>
      <PageHeader
        title={t.title}
        note={t.note}
        back={may('listCampaigns') && <BackLink to="/campaigns" label={campaigns.title} />}
        actions={<PeriodPicker value={search.period ?? DEFAULT_PERIOD} onChange={(period) => change({ period })} />}
      />
      <DataTable
        name="top-codes"
        label={t.title}
        minWidth={900}
        columns={COLUMNS}
        query={useQuery(topCodesQuery({ ...asked, ...usePaging() }))}
        rowKey={({ code_id }) => code_id}
        sort={search.sort ?? DEFAULT_SORT}
        // The sort order is always descending, so that the best codes are first.
        onSort={(sort) => change({ sort: `-${sort.replace('-', '')}` as Sort })}
        onPage={(page) => change({ page })}
        onSave={() => saveList('top-codes', 'listCodeResults', topCodesInput(asked))}
        empty={
          <EmptyState icon={<IconTicket size={26} />} title={t.none}>
            {t.noneText}
          </EmptyState>
        }
      />
      <Text size="xs" c="dimmed" px="xs">
        {t.overlap}
      </Text>
    </>
  );
}

const COLUMNS: Column<CodeResult>[] = [
  { key: 'code', header: t.code, width: '21%', render: (row) => <CodeName row={row} /> },
  { key: 'campaign', header: t.campaign, width: '16%', render: ({ campaign_name }) => <bdi>{campaign_name}</bdi> },
  {
    key: 'creator',
    header: t.creator,
    width: '14%',
    render: ({ creator_id, creator_name }) =>
      creator_id === null ? '–' : <CreatorLink creator_id={creator_id} display_name={creator_name} />,
  },
  {
    key: 'claims',
    header: t.claims,
    sort: 'claims',
    align: 'right',
    width: '11%',
    render: ({ claims }) => formatCount(claims),
  },
  {
    key: 'payments',
    header: t.payments,
    sort: 'payments',
    align: 'right',
    width: '12%',
    render: ({ payments }) => formatCount(payments),
  },
  {
    key: 'revenue',
    header: t.revenue,
    sort: 'revenue',
    align: 'right',
    width: '13%',
    render: ({ revenue }) => formatMoney(revenue),
  },
  {
    key: 'refunds',
    header: t.refunds,
    sort: 'refunds',
    align: 'right',
    width: '13%',
    render: ({ refunds }) => formatMoney(refunds),
  },
];

function CodeName({ row: { code, campaign_id, main_code_id } }: { row: CodeResult }) {
  const maySee = useMay()('getCode');
  if (!maySee) return <span className="mono">{code}</span>;
  return (
    <TextLink
      to="/campaigns/$campaignId/codes/$codeId"
      params={{ campaignId: String(campaign_id), codeId: String(main_code_id) }}
      inherit
      fw={600}
      className="mono"
    >
      {code}
    </TextLink>
  );
}
