import { formatCount } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** Figures, charts and rankings. */
const english = {
  versus: (period: string) => `vs ${period}`,
  period: 'Period',
  periods: {
    ...{ '24h': '24 hours', '7d': '7 days', '30d': '30 days', '90d': '90 days' },
    ...{ 'last-month': 'Last month', 'this-month': 'This month', '12-months': 'Last 12 months' },
  },
  morePeriods: 'More',
  otherPeriods: 'Other periods',
  dates: (first: string, last: string) => (first === last ? first : `${first} – ${last}`),
  firstDay: 'First day',
  lastDay: 'Last day',
  showDates: 'Show',
  mostDays: (days: number) => `Choose at most ${formatCount(days)} days. The first day cannot be after the last.`,
  overTime: 'Over time',
  whichFigures: 'Figures in the chart',
  compareWith: 'Compare with',
  comparisons: { none: 'Nothing', before: 'Previous period', year: 'Previous year' },
  comparedWith: 'Compared with',
  before: (figure: string) => `${figure} (comparison)`,
  asTable: 'Values as a table',
  copyValues: 'Copy values',
  pale: { before: 'Pale: previous period', year: 'Pale: previous year' },
  dragToZoom: 'Drag across days to zoom in',
  kinds: { revenue: 'Revenue', claims: 'Claims', payments: 'Payments' },
  refunds: 'Refunds',
  days: (zone: string) => `Days in the organisation’s time zone, ${zone}`,
  hours: (zone: string) => `Hours in the organisation’s time zone, ${zone}`,
  dashedDay: 'Dashed: today is not over yet',
  dashedHour: 'Dashed: this hour is not over yet',
  day: 'Day',
  hour: 'Hour',
  dayOpen: 'not over yet',
  hourOpen: 'this hour',
  nothing: 'Nothing in this period yet.',
  chart: (figures: readonly string[]) => `Over time: ${figures.join('; ')}`,
  inAll: (label: string, total: string) => `${label}, ${total} in all`,
  claims: (count: number) => (count === 1 ? '1 claim' : `${formatCount(count)} claims`),
  topCreators: 'Top creators',
  inPeriod: 'in this period',
  byCurrency: 'Revenue by currency',
  byCurrencyNote: (own: string) =>
    `What players paid, less refunds, and the revenue in ${own} at the exchange rate of each payment.`,
  noCreators: 'No creator had any claims or payments in this period.',
};

export const figures = await inLanguage(english, 'figures');
