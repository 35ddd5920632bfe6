import { Center, Group, Skeleton, Text, Title } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { type ChartLook, useChartLook } from '../client/chart-look.ts';
import { formatCount, formatMoney } from '../lib/format.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { type Period, periodOfSteps, type Range } from '../lib/periods.ts';
import { seriesLabels } from '../lib/series-labels.ts';
import { figures as t } from '../texts/figures.ts';
import { ChartFigures } from './chart-figures.tsx';
import type { ChartLookMenuProps } from './chart-look-menu.tsx';
import { LINE_CHART_HEIGHT, LineChart } from './line-chart.tsx';
import { LookButton } from './look-button.tsx';
import { type Kind, linesOf, type SeriesFigures } from './series-lines.ts';

const ChartLookMenu = lazyPart(() => import('./chart-look-menu.tsx'), 'ChartLookMenu');

interface SeriesChartProps {
  figures: SeriesFigures | undefined;
  /** The figure that the chart shows until the user chooses others. */
  first?: Kind;
  /**
   * Loads the same figures for a period to compare with. `key` identifies what the figures describe, such as a
   * campaign.
   */
  earlier: { key: readonly unknown[]; load: (range: Range) => Promise<SeriesFigures> };
  /** Called with the days that a person dragged over. */
  onZoom: (period: Period) => void;
}

export function SeriesChart({ figures, first = 'revenue', earlier, onZoom }: SeriesChartProps) {
  const [shown, setShown] = useState<readonly Kind[]>([first]);
  const look = useChartLook();
  const place = useRef<HTMLElement>(null);
  const compared = useEarlier(figures, look, earlier);
  return (
    <section ref={place} className="card" style={{ padding: 20 }} aria-labelledby="series-title">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h5" id="series-title">
          {t.overTime}
        </Title>
        <Group gap="xs">
          <ChartFigures shown={shown} onChange={setShown} />
          <LookMenu look={look} place={place} />
        </Group>
      </Group>
      {figures ? (
        <Chart figures={figures} shown={shown} compared={compared} look={look} onZoom={onZoom} />
      ) : (
        <Skeleton h={LINE_CHART_HEIGHT} />
      )}
      <Text size="xs" c="dimmed" mt="xs" mih={18}>
        {figures && noteOf(figures, look)}
      </Text>
    </section>
  );
}

/** The menu loads only when a person opens it. */
function LookMenu(props: ChartLookMenuProps) {
  const [isAsked, setAsked] = useState(false);
  const button = <LookButton aria-haspopup="menu" onClick={() => setAsked(true)} />;
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <ChartLookMenu {...props} />
    </Suspense>
  );
}

/** Loads the figures of the comparison period, if the person chose one. */
function useEarlier(
  figures: SeriesFigures | undefined,
  { comparison }: ChartLook,
  { key, load }: SeriesChartProps['earlier'],
): SeriesFigures | undefined {
  const steps = figures && {
    step: figures.step,
    first: figures.from,
    count: figures.series.length,
    zone: figures.time_zone,
  };
  const { data } = useQuery({
    queryKey: ['earlier', ...key, comparison, steps],
    queryFn:
      steps && comparison
        ? async () => load((await import('../lib/compared-range.ts')).comparedRange(steps, comparison))
        : skipToken,
    staleTime: 60_000,
  });
  return comparison ? data : undefined;
}

/** Describes the steps, whether the last one is still open, and what the chart is compared with. */
function noteOf({ step, time_zone, series }: SeriesFigures, { comparison, isTable }: ChartLook): string {
  const isOpen = seriesLabels(step, time_zone).isOpen(series.at(-1)?.at ?? '', Date.now());
  const isDays = step === 'day';
  const steps = (isDays ? t.days : t.hours)(time_zone);
  if (isTable) return steps;
  return [
    steps,
    ...(isOpen ? [isDays ? t.dashedDay : t.dashedHour] : []),
    ...(comparison ? [t.pale[comparison]] : []),
    ...(isDays ? [t.dragToZoom] : []),
  ].join(' · ');
}

interface ChartProps {
  figures: SeriesFigures;
  shown: readonly Kind[];
  compared: SeriesFigures | undefined;
  look: ChartLook;
  onZoom: (period: Period) => void;
}

function Chart({ figures, shown, compared, look, onZoom }: ChartProps) {
  const { data, texts } = useMemo(() => linesOf(figures, shown, compared), [figures, shown, compared]);
  const zoom = useCallback(
    (first: number, last: number) => onZoom(periodOfSteps(data.at, first, last, figures.time_zone)),
    [data, figures.time_zone, onZoom],
  );
  const isEmpty = data.lines.every(({ values, before = [] }) => [...values, ...before].every((value) => !value));
  if (isEmpty)
    return (
      <Center h={LINE_CHART_HEIGHT}>
        <Text size="sm" c="dimmed">
          {t.nothing}
        </Text>
      </Center>
    );
  return (
    <LineChart
      label={t.chart(shown.map((kind) => totalOf(figures, kind)))}
      data={data}
      texts={texts}
      isTable={look.isTable}
      onZoom={figures.step === 'day' ? zoom : undefined}
    />
  );
}

function totalOf({ totals }: SeriesFigures, kind: Kind): string {
  const total = kind === 'revenue' ? formatMoney(totals.revenue) : formatCount(totals[kind]);
  return t.inAll(t.kinds[kind], total);
}
