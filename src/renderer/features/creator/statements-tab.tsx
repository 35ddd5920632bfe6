import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saveList } from '../../client/save-list.ts';
import { usePaging } from '../../client/table-look.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { IconCash } from '../../components/first-icons.tsx';
import { Hint } from '../../components/hint.tsx';
import { Instant } from '../../components/instant.tsx';
import { TextLink } from '../../components/links.tsx';
import { methodName } from '../../components/method-name.ts';
import { EmptyState } from '../../components/states.tsx';
import { formatMoney, type Money } from '../../lib/format.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { creators as catalogue } from '../../texts/creators.ts';
import { type StatementOfCreator, statementsOfCreatorQuery } from './creator-queries.ts';
import type { CreatorSearch } from './creator-search.ts';

const t = catalogue.payouts;

/** Lists the creator's statements in all payout runs, with the amounts and the payout details. */
export function StatementsTab({ creatorId, page }: { creatorId: string; page: number }) {
  const change = useChangeSearch<CreatorSearch>();
  const query = useQuery(statementsOfCreatorQuery(creatorId, { page, ...usePaging() }));
  return (
    <DataTable
      name="creator-statements"
      label={t.label}
      minWidth={860}
      columns={columnsOf(creatorId)}
      query={query}
      rowKey={(row) => row.statement_id}
      onSave={() => saveList('statements-of-creator', 'listStatementsOfCreator', { params: { creator_id: creatorId } })}
      onPage={(next) => change({ page: next })}
      empty={
        <EmptyState icon={<IconCash size={26} />} title={t.empty}>
          {t.emptyText}
        </EmptyState>
      }
    />
  );
}

const money = (key: string, header: string, of: (row: StatementOfCreator) => Money, fw?: number) => ({
  key,
  header,
  align: 'right' as const,
  render: (row: StatementOfCreator) => (
    <Text inherit component="span" fw={fw} style={{ whiteSpace: 'nowrap' }}>
      {formatMoney(of(row))}
    </Text>
  ),
});

const columnsOf = (creatorId: string): Column<StatementOfCreator>[] => [
  {
    key: 'run',
    header: t.run,
    render: ({ creator_id, creator_name, run: { run_id } }) => (
      <>
        <TextLink
          to="/payouts/$runId"
          params={{ runId: String(run_id) }}
          inherit
          fw={600}
          c="var(--mantine-color-text)"
          style={{ whiteSpace: 'nowrap' }}
        >
          {t.name(run_id)}
        </TextLink>
        {creator_id !== creatorId && (
          <Text size="xs" c="dimmed">
            <bdi>{creator_name ?? creator_id}</bdi>
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'state',
    header: t.state,
    render: ({ voided_at, payment_status, run: { status } }) => (
      <Badge variant={voided_at || status === 'void' ? 'default' : 'light'} miw="max-content">
        {voided_at ? (payment_status ? t.failed : t.voided) : t.states[payment_status === 'paid' ? 'paid' : status]}
      </Badge>
    ),
  },
  {
    key: 'period',
    header: t.period,
    render: ({ run: { period_end } }) => <Instant at={period_end} />,
  },
  money('commission', t.commission, (row) => row.commission),
  money('payable', t.payable, (row) => row.payable, 600),
  money('carried', t.carried, (row) => row.carried_out),
  { key: 'to', header: t.to, width: '26%', render: (row) => <PaidTo row={row} /> },
];

const PaidTo = ({ row: { payout_method, payout_address, address_changed } }: { row: StatementOfCreator }) => (
  <Group gap={6}>
    <Text inherit c={payout_address ? undefined : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
      <bdi>{payout_address ?? t.nothing}</bdi>
      {payout_method && ` (${methodName(payout_method)})`}
    </Text>
    {address_changed && (
      <Hint label={t.changed} multiline maw={280}>
        <Badge color="yellow" miw="max-content">
          {t.changed}
        </Badge>
      </Hint>
    )}
  </Group>
);
