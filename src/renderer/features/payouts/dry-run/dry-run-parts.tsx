import { SimpleGrid, Text } from '@mantine/core';
import { FigureCard } from '../../../components/figure-card.tsx';
import { IconCash } from '../../../components/first-icons.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { TableFrame } from '../../../components/table-frame.tsx';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { payouts } from '../../../texts/payouts.ts';
import { differenceOf } from '../money-difference.ts';
import type { DryRun } from '../payouts-queries.ts';
import { dryRunColumns } from './dry-run-columns.tsx';

const { preview: t, figures } = payouts;

export function DryRunFigures({ dry }: { dry: DryRun | undefined }) {
  const { totals, last_run: last } = dry ?? {};
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <FigureCard
        label={figures.payable}
        value={totals && formatMoney(totals.payable)}
        note={dry && (last ? t.comparedWith(differenceOf(dry.payable_difference), last.run_id) : t.first)}
      />
      <FigureCard
        label={figures.toPay}
        value={totals && formatCount(totals.creators_paid)}
        note={totals && figures.ofStatements(totals.creators)}
      />
      <FigureCard
        label={figures.commission}
        value={totals && formatMoney(totals.commission)}
        note={totals && figures.ofRevenue(formatMoney(totals.revenue))}
      />
      <FigureCard
        label={figures.carried}
        value={totals && formatMoney(totals.carried_out)}
        note={totals && figures.carriedIn(formatMoney(totals.carried_in))}
      />
    </SimpleGrid>
  );
}

export function DryRunStatements({ dry, isBusy }: { dry: DryRun | undefined; isBusy: boolean }) {
  if (dry?.statements.length === 0)
    return (
      <div className="card">
        <EmptyState icon={<IconCash size={26} />} title={t.empty}>
          {t.emptyText}
        </EmptyState>
      </div>
    );
  return (
    <div>
      <TableFrame
        label={t.list}
        columns={dryRunColumns}
        rows={dry?.statements}
        rowKey={(row) => row.creator_id}
        isBusy={isBusy}
        minWidth={880}
        isPlain
      />
      <Text size="sm" c="dimmed" mt="sm" px="xs" role="status">
        {dry && (dry.left_off > 0 ? t.largest(dry.statements.length, dry.left_off) : t.all(dry.statements.length))}
      </Text>
    </div>
  );
}
