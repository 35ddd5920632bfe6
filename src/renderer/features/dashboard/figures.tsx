import { SimpleGrid } from '@mantine/core';
import { type LinkOptions, linkOptions } from '@tanstack/react-router';
import type { EndpointName } from '../../../../daemon/contract/contract.ts';
import { changeOf, type Dashboard } from '../../client/dashboard.ts';
import { useMay } from '../../client/session.ts';
import { FigureCard } from '../../components/figure-card.tsx';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { formatPeriod } from '../../lib/series-labels.ts';
import { dashboard as t } from '../../texts/dashboard.ts';
import { figures } from '../../texts/figures.ts';

/** The screens that explain figures, with their endpoints. A figure links to the first one that the role may open. */
const PAYOUTS: Screen = [linkOptions({ to: '/payouts' }), 'listPayoutRuns'];
const CAMPAIGNS: Screen = [linkOptions({ to: '/campaigns' }), 'listCampaigns'];
const CREATORS: Screen = [linkOptions({ to: '/creators' }), 'listCreators'];
const CLAIMS: Screen = [linkOptions({ to: '/players', search: { tab: 'claims', receipt: 'any' } }), 'listClaims'];
type Screen = readonly [LinkOptions, EndpointName];

/** Shows the figures for the period. Most of them link to the screen that explains them. */
export function Figures({ data }: { data: Dashboard }) {
  const may = useMay();
  const first = (...screens: Screen[]) => screens.find(([, needs]) => may(needs))?.[0];
  const { totals, previous } = data;
  const refused = data.refused.reduce((sum, { tries }) => sum + tries, 0);
  const count = (name: 'claims' | 'payments') => ({
    value: formatCount(totals[name]),
    change: changeOf(totals[name], previous[name]),
  });
  const money = (name: 'revenue' | 'commission') => ({
    value: formatMoney(totals[name]),
    change: changeOf(Number(totals[name].amount), Number(previous[name].amount)),
  });
  const baseline = figures.versus(baselineOf(data));
  const refunds = Number(totals.refunds.amount) !== 0 ? t.refunded(formatMoney(totals.refunds)) : undefined;
  const before = data.refused_before;
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing="md">
      <FigureCard
        label={t.revenue}
        {...money('revenue')}
        baseline={baseline}
        note={refunds}
        link={first(CAMPAIGNS, PAYOUTS)}
      />
      <FigureCard label={t.commission} {...money('commission')} baseline={baseline} link={first(PAYOUTS, CREATORS)} />
      <FigureCard label={t.claims} {...count('claims')} baseline={baseline} link={first(CLAIMS, CAMPAIGNS)} />
      <FigureCard label={t.payments} {...count('payments')} baseline={baseline} link={first(CAMPAIGNS, PAYOUTS)} />
      <FigureCard
        label={t.refused}
        value={formatCount(refused)}
        change={before === null ? null : changeOf(refused, before)}
        baseline={t.dayBefore}
        note={before === null || before === 0 ? t.refusedNote : undefined}
        isBad
        place={refused ? '#refused' : undefined}
      />
      <FigureCard label={t.active} value={formatCount(data.active_campaigns)} />
    </SimpleGrid>
  );
}

/** Formats the previous period, which the figures are compared with. */
function baselineOf({ from, to, step, time_zone }: Dashboard): string {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  return formatPeriod(begin - (end - begin), begin, step, time_zone);
}
