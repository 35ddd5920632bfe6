import type { Dashboard } from '../client/dashboard.ts';
import { formatCount, formatCountShort, formatMoney, formatMoneyShort } from '../lib/format.ts';
import { seriesLabels } from '../lib/series-labels.ts';
import { figures as t } from '../texts/figures.ts';
import type { ChartLine, LineChartData, LineChartTexts } from './chart-lines.ts';

export const KINDS = ['revenue', 'claims', 'payments'] as const;
export type Kind = (typeof KINDS)[number];

/** The CSS variables of the lines' colours. */
export const COLOURS: Record<Kind, string> = {
  revenue: '--mantine-color-iris-5',
  claims: '--mantine-color-teal-6',
  payments: '--mantine-color-orange-6',
};

/** The figures in the chart of the dashboard, a campaign, a code or a creator. */
export type SeriesFigures = Pick<Dashboard, 'from' | 'step' | 'time_zone'> & {
  totals: Pick<Dashboard['totals'], Kind>;
  series: SeriesStep[];
};
type SeriesStep = Pick<Dashboard['series'][number], 'at' | Kind>;

/** Returns the lines of a chart. Each step is paired with the step at the same position in the earlier figures. */
export function linesOf(
  { series, step, time_zone, totals }: SeriesFigures,
  kinds: readonly Kind[],
  earlier?: SeriesFigures,
) {
  const labels = seriesLabels(step, time_zone);
  const compared = earlier?.series.slice(0, series.length);
  const { amount, currency } = totals.revenue;
  const digits = amount.split('.')[1]?.length ?? 0;
  const line = (kind: Kind): ChartLine => ({
    label: t.kinds[kind],
    colour: COLOURS[kind],
    values: series.map((of) => amountOf(of, kind)),
    before: compared && series.map((_, index) => (compared[index] ? amountOf(compared[index], kind) : null)),
    ...(kind === 'revenue'
      ? {
          scale: 'money',
          value: (value) => formatMoney({ amount: value.toFixed(digits), currency }),
          valueShort: (value) => formatMoneyShort(value, currency),
        }
      : { scale: 'count', value: formatCount, valueShort: formatCountShort }),
  });
  const data: LineChartData = {
    at: series.map(({ at }) => at),
    before: compared?.map(({ at }) => at),
    lines: kinds.map(line),
    lastIsOpen: labels.isOpen(series.at(-1)?.at ?? '', Date.now()),
  };
  const texts: LineChartTexts = {
    step: step === 'day' ? t.day : t.hour,
    onAxis: labels.axis,
    inFull: labels.full,
    open: step === 'day' ? t.dayOpen : t.hourOpen,
  };
  return { data, texts };
}

// The chart uses floats; the figures next to it are exact.
const amountOf = ({ claims, payments, revenue }: SeriesStep, kind: Kind) =>
  kind === 'revenue' ? Number(revenue.amount) : { claims, payments }[kind];
