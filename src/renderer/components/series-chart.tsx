import { Center, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Dashboard } from '../client/dashboard.ts';
import { formatCount, formatCountShort, formatMoney, formatMoneyShort } from '../lib/format.ts';
import { seriesLabels } from '../lib/series-labels.ts';
import { figures as t } from '../texts/figures.ts';
import { LINE_CHART_HEIGHT, LineChart } from './line-chart.tsx';

type Kind = keyof typeof t.kinds;
const KINDS = Object.entries(t.kinds).map(([value, label]) => ({ value, label }));

/** The figures in the chart, from the dashboard or one code. A code's series has no payments. */
type SeriesFigures = Pick<Dashboard, 'step' | 'time_zone'> & {
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
          {t.overTime}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t.whichFigure}
          data={KINDS.filter(({ value }) => kinds?.includes(value as Kind) ?? true)}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
        />
      </Group>
      {figures ? <Chart figures={figures} kind={kind} /> : <Skeleton h={LINE_CHART_HEIGHT} />}
      <Text size="xs" c="dimmed" mt="xs" mih={18}>
        {figures && noteOf(figures)}
      </Text>
    </section>
  );
}

/** Describes the steps, and whether the last one is still open. */
function noteOf({ step, time_zone, series }: SeriesFigures): string {
  const isOpen = seriesLabels(step, time_zone).isOpen(series.at(-1)?.at ?? '', Date.now());
  if (step === 'day') return [t.days(time_zone), ...(isOpen ? [t.dashedDay] : [])].join(' · ');
  return [t.hours(time_zone), ...(isOpen ? [t.dashedHour] : [])].join(' · ');
}

function Chart({ figures, kind }: { figures: SeriesFigures; kind: Kind }) {
  const label = t.kinds[kind];
  const { data, texts } = useMemo(() => chartOf(figures, kind), [figures, kind]);
  const total = kind === 'revenue' ? formatMoney(figures.totals.revenue) : formatCount(figures.totals[kind]);
  if (data.values.every((value) => value === 0))
    return (
      <Center h={LINE_CHART_HEIGHT}>
        <Text size="sm" c="dimmed">
          {t.nothing}
        </Text>
      </Center>
    );
  return (
    <LineChart
      label={t.chart(label, total)}
      columns={[figures.step === 'day' ? t.day : t.hour, label]}
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
    // The chart uses floats; the figures next to it are exact.
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
    open: step === 'day' ? t.dayOpen : t.hourOpen,
  };
  return { data, texts };
}
