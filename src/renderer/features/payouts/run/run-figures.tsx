import { SimpleGrid } from '@mantine/core';
import { FigureCard } from '../../../components/figure-card.tsx';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { payouts } from '../../../texts/payouts.ts';
import { isNothing } from '../money-difference.ts';
import type { FullRun } from '../payouts-queries.ts';

const t = payouts.figures;

/** Shows the sums of a run, and the rules under which it was created. */
export function RunFigures({ run, totals }: { run: FullRun; totals: NonNullable<FullRun['totals']> }) {
  const rules = [
    !isNothing(run.minimum_payout) && t.minimum(formatMoney(run.minimum_payout)),
    run.hold_days > 0 && t.hold(run.hold_days),
  ].filter(Boolean);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <FigureCard label={t.payable} value={formatMoney(totals.payable)} note={rules.join(', ')} />
      <FigureCard label={t.toPay} value={formatCount(totals.creators_paid)} note={t.ofStatements(totals.creators)} />
      <FigureCard
        label={t.commission}
        value={formatMoney(totals.commission)}
        note={t.ofRevenue(formatMoney(totals.revenue))}
      />
      <FigureCard
        label={t.carried}
        value={formatMoney(totals.carried_out)}
        note={t.carriedIn(formatMoney(totals.carried_in))}
      />
    </SimpleGrid>
  );
}
