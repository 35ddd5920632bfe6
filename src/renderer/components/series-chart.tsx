import { AreaChart } from '@mantine/charts';
import { Center, Group, SegmentedControl, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Dashboard } from '../lib/dashboard.ts';
import { formatCount, formatCountShort, formatMoney, formatMoneyShort } from '../lib/format.ts';
import { seriesLabels } from '../lib/series-labels.ts';

const KINDS = [
  { value: 'revenue', label: 'Revenue' },
  { value: 'claims', label: 'Claims' },
  { value: 'payments', label: 'Payments' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

const HEIGHT = 280;

export function SeriesChart({ figures }: { figures: Dashboard | undefined }) {
  const [kind, setKind] = useState<Kind>('revenue');
  return (
    <section className="card" style={{ padding: 20 }} aria-labelledby="series-title">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h5" id="series-title">
          Over time
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Figure of the chart"
          data={[...KINDS]}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
        />
      </Group>
      {figures ? <Chart figures={figures} kind={kind} /> : <Skeleton h={HEIGHT} />}
      <Text size="xs" c="dimmed" mt="xs" mih={18}>
        {figures &&
          `${figures.step === 'day' ? 'Days' : 'Hours'} in the organisation’s time zone, ${figures.time_zone}`}
      </Text>
    </section>
  );
}

function Chart({ figures, kind }: { figures: Dashboard; kind: Kind }) {
  const { currency } = figures.totals.revenue;
  const { label } = KINDS.find(({ value }) => value === kind) ?? KINDS[0];
  const labels = seriesLabels(figures.step, figures.time_zone);
  const points = figures.series.map(({ at, claims, payments, revenue }) => ({
    at,
    // The chart draws with floats; the figures beside it are exact.
    [label]: kind === 'revenue' ? Number(revenue.amount) : { claims, payments }[kind],
  }));
  const total = kind === 'revenue' ? formatMoney(figures.totals.revenue) : formatCount(figures.totals[kind]);
  const digits = figures.totals.revenue.amount.split('.')[1]?.length ?? 0;
  const exact = (value: number) =>
    kind === 'revenue' ? formatMoney({ amount: value.toFixed(digits), currency }) : formatCount(value);
  if (points.every((point) => point[label] === 0))
    return (
      <Center h={HEIGHT}>
        <Text size="sm" c="dimmed">
          Nothing in this period yet.
        </Text>
      </Center>
    );
  return (
    <div role="img" aria-label={`${label} over time, ${total} in all`}>
      <AreaChart
        h={HEIGHT}
        data={points}
        dataKey="at"
        series={[{ name: label, color: 'iris.5' }]}
        curveType="monotone"
        withDots={false}
        strokeWidth={2}
        fillOpacity={0.16}
        gridAxis="x"
        tickLine="none"
        valueFormatter={exact}
        yAxisProps={{
          width: 64,
          tickFormatter: (value: number) =>
            kind === 'revenue' ? formatMoneyShort(value, currency) : formatCountShort(value),
          allowDecimals: kind === 'revenue',
        }}
        // Labels at equal distances from the first bar on.
        xAxisProps={{ minTickGap: 32, interval: 'equidistantPreserveStart', tickFormatter: labels.axis }}
        tooltipProps={{ labelFormatter: (at) => (typeof at === 'string' ? labels.full(at) : '') }}
        areaProps={{ isAnimationActive: false }}
      />
      <VisuallyHidden>{total}</VisuallyHidden>
    </div>
  );
}
