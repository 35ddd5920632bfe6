import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { IconUsers } from '../../../components/first-icons.tsx';
import { TextLink } from '../../../components/links.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { useChangeSearch } from '../../../lib/list-search.ts';
import { payoutChecks as t } from '../../../texts/payout-checks.ts';
import type { FullRun, PaymentPart, StatementsSearch } from '../payouts-queries.ts';
import { type PartStatement, pageOfPart, partOf, reconciliationQuery } from '../run/reconciliation-queries.ts';
import { Amount, nameOf, PayTo } from '../statement-cells.tsx';
import { CreatorDetailsLink } from './creator-details-link.tsx';

/** Lists the statements of one part of the reconciliation, each with a link to the creator's payout details. */
export function PartTable({ run, part, search }: { run: FullRun; part: PaymentPart; search: StatementsSearch }) {
  const change = useChangeSearch<StatementsSearch>();
  const query = useQuery({
    ...reconciliationQuery(run.run_id, pageOfPart(search)),
    select: (reconciliation) => partOf(reconciliation, part).statements,
  });
  return (
    <DataTable
      name="part"
      label={t.list(t.parts[part])}
      minWidth={880}
      columns={part === 'by_hand' || part === 'unpayable' ? withReason : columns}
      query={query}
      rowKey={(row) => row.statement_id}
      hasFixedPages
      onPage={(page) => change({ page })}
      empty={
        <EmptyState icon={<IconUsers size={26} />} title={t.none}>
          {t.noneText}
        </EmptyState>
      }
    />
  );
}

const creator: Column<PartStatement> = {
  key: 'creator',
  header: t.columns.creator,
  width: '24%',
  render: (row) => (
    <>
      <CreatorDetailsLink of={row} />
      <Text size="xs" c="dimmed">
        {t.details}
      </Text>
    </>
  ),
};
const payable: Column<PartStatement> = {
  key: 'payable',
  header: t.columns.payable,
  align: 'right',
  render: (row) => (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {row.voided_at && (
        <Badge variant="default" miw="max-content">
          {t.failedPayment}
        </Badge>
      )}
      <Amount of={row.payable} strong />
    </Group>
  ),
};
const to: Column<PartStatement> = {
  key: 'to',
  header: t.columns.to,
  width: '26%',
  render: (row) => <PayTo to={row} />,
};
const why: Column<PartStatement> = {
  key: 'why',
  header: t.columns.why,
  render: ({ why: reason, payout_method }) => reason && t.why[reason](payout_method ?? ''),
};
const reference: Column<PartStatement> = {
  key: 'reference',
  header: t.columns.reference,
  render: (row) => <span className="mono">{row.reference}</span>,
};
/** This link searches the statements for the creator's ID. */
const open: Column<PartStatement> = {
  key: 'open',
  header: t.columns.open,
  hideHeader: true,
  align: 'right',
  render: (row) => (
    <TextLink to="." search={{ q: row.creator_id }} inherit aria-label={t.statementOf(nameOf(row))}>
      {t.statement}
    </TextLink>
  ),
};

const columns = [creator, payable, to, reference, open];
const withReason = [creator, payable, to, why, reference, open];
