import { Center, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Dashboard } from '../lib/dashboard.ts';
import { formatCount, formatCountShort, formatMoney, formatMoneyShort } from '../lib/format.ts';
import { seriesLabels } from '../lib/series-labels.ts';
import { LINE_CHART_HEIGHT, LineChart } from './line-chart.tsx';

const KINDS = [
  { value: 'revenue', label: 'Revenue' },
  { value: 'claims', label: 'Claims' },
  { value: 'payments', label: 'Payments' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

/** What the chart needs of the dashboard's figures, or of one code's, which have no payments by time. */
export type SeriesFigures = Pick<Dashboard, 'step' | 'time_zone'> & {
  totals: Pick<Dashboard['totals'], Kind>;
  series: (Pick<Dashboard['series'][number], 'at' | 'claims' | 'revenue'> & { payments?: number })[];
};

interface SeriesChartProps {
  figures: SeriesFigures | undefined;
  kinds?: readonly Kind[];
}

export function SeriesChart({ figures, kinds }: SeriesChartProps) {
  const [kind, setKind] = useState<Kind>(kinds?.[0] ?? 'revenue');
  return (
    <section className="card" style={{ padding: 20 }} aria-labelledby="series-title">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h5" id="series-title">
          Over time
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Figure of the chart"
          data={KINDS.filter(({ value }) => kinds?.includes(value) ?? true)}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
        />
      </Group>
      {figures ? <Chart figures={figures} kind={kind} /> : <Skeleton h={LINE_CHART_HEIGHT} />}
      <Text size="xs" c="dimmed" mt="xs" mih={18}>
        {figures &&
          `${figures.step === 'day' ? 'Days' : 'Hours'} in the organisation’s time zone, ${figures.time_zone}`}
      </Text>
    </section>
  );
}

function Chart({ figures, kind }: { figures: SeriesFigures; kind: Kind }) {
  const { label } = KINDS.find(({ value }) => value === kind) ?? KINDS[0];
  const { data, texts } = useMemo(() => chartOf(figures, kind), [figures, kind]);
  const total = kind === 'revenue' ? formatMoney(figures.totals.revenue) : formatCount(figures.totals[kind]);
  if (data.values.every((value) => value === 0))
    return (
      <Center h={LINE_CHART_HEIGHT}>
        <Text size="sm" c="dimmed">
          Nothing in this period yet.
        </Text>
      </Center>
    );
  return (
    <LineChart
      label={`${label} over time, ${total} in all`}
      columns={[figures.step === 'day' ? 'Day' : 'Hour', label]}
      data={data}
      texts={texts}
    />
  );
}

function chartOf({ series, step, time_zone, totals }: SeriesFigures, kind: Kind) {
  const { amount: all, currency } = totals.revenue;
  const digits = all.split('.')[1]?.length ?? 0;
  const isMoney = kind === 'revenue';
  const labels = seriesLabels(step, time_zone);
  const data = {
    at: series.map(({ at }) => at),
    // The chart draws with floats; the figures beside it are exact.
    values: series.map(({ claims, payments = 0, revenue }) =>
      isMoney ? Number(revenue.amount) : { claims, payments }[kind],
    ),
    lastIsOpen: labels.isOpen(series.at(-1)?.at ?? '', Date.now()),
  };
  const texts = {
    onAxis: labels.axis,
    inFull: labels.full,
    value: (value: number) => (isMoney ? formatMoney({ amount: value.toFixed(digits), currency }) : formatCount(value)),
    valueShort: (value: number) => (isMoney ? formatMoneyShort(value, currency) : formatCountShort(value)),
    open: step === 'day' ? 'not over yet' : 'this hour',
  };
  return { data, texts };
}
