import { SimpleGrid, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { FigureCard } from '../../components/figure-card.tsx';
import { EmptyState } from '../../components/states.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { formatCount, formatMoney, plural } from '../../lib/format.ts';
import type { DryRun } from '../../lib/payouts.ts';
import { dryRunColumns } from './dry-run-columns.tsx';
import { differenceOf } from './money-difference.ts';

export function DryRunFigures({ dry }: { dry: DryRun | undefined }) {
  const { totals, last_run: last } = dry ?? {};
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <FigureCard
        label="Payable"
        value={totals && formatMoney(totals.payable)}
        note={
          dry &&
          (last
            ? `${differenceOf(dry.payable_difference)} compared with run ${last.run_id}`
            : 'There is no earlier run')
        }
      />
      <FigureCard
        label="Creators paid"
        value={totals && formatCount(totals.creators_paid)}
        note={totals && `of ${plural(totals.creators, 'statement')}`}
      />
      <FigureCard
        label="Commission"
        value={totals && formatMoney(totals.commission)}
        note={totals && `on ${formatMoney(totals.revenue)} of revenue`}
      />
      <FigureCard
        label="Carried to the next run"
        value={totals && formatMoney(totals.carried_out)}
        note={totals && `${formatMoney(totals.carried_in)} carried in`}
      />
    </SimpleGrid>
  );
}

export function DryRunStatements({ dry, isBusy }: { dry: DryRun | undefined; isBusy: boolean }) {
  if (dry?.statements.length === 0)
    return (
      <div className="card">
        <EmptyState icon={<IconCash size={26} />} title="No creator is owed anything">
          No creator has earned since the last run, and nothing is carried over. A run made now would be empty.
        </EmptyState>
      </div>
    );
  return (
    <div>
      <TableFrame
        label="Statements of the next run"
        columns={dryRunColumns}
        rows={dry?.statements}
        rowKey={(row) => row.creator_id}
        isBusy={isBusy}
        minWidth={880}
      />
      <Text size="sm" c="dimmed" mt="sm" px="xs" role="status">
        {dry &&
          (dry.left_off > 0
            ? `The ${formatCount(dry.statements.length)} largest payments; ${formatCount(dry.left_off)} more are in the run.`
            : `${plural(dry.statements.length, 'statement')} in all`)}
      </Text>
    </div>
  );
}
