import { SimpleGrid } from '@mantine/core';
import type { Dashboard } from '../client/dashboard.ts';
import { formatCount, formatMoney } from '../lib/format.ts';
import { figures as t } from '../texts/figures.ts';
import { FigureCard } from './figure-card.tsx';

interface PeriodTotalsProps {
  totals: Pick<Dashboard['totals'], 'claims' | 'payments' | 'revenue' | 'refunds'> | undefined;
}

/** Shows the claims, payments, revenue and refunds in a period. */
export const PeriodTotals = ({ totals }: PeriodTotalsProps) => (
  <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
    <FigureCard label={t.kinds.claims} value={totals && formatCount(totals.claims)} />
    <FigureCard label={t.kinds.payments} value={totals && formatCount(totals.payments)} />
    <FigureCard label={t.kinds.revenue} value={totals && formatMoney(totals.revenue)} />
    <FigureCard label={t.refunds} value={totals && formatMoney(totals.refunds)} />
  </SimpleGrid>
);
