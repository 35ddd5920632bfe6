import { figureText } from './markdown-table.ts';
import type { Spread } from './spread.ts';

export interface Bar extends Spread {
  label: string;
  /** Whether the bar has the colour of redeemd's own figures. */
  isOurs: boolean;
}

export interface BarChart {
  title: string;
  /** The unit of the lengths, shown below the chart. */
  unit: string;
  bars: readonly Bar[];
  /** A line for comparison, such as a limit. */
  mark?: { value: number; label: string };
}

/** Colours by theme. A test checks their contrast. */
export const THEMES = {
  light: { surface: '#ffffff', text: '#1f2328', quiet: '#59636e', grid: '#d1d9e0', ours: '#0969da', other: '#7d6136' },
  dark: { surface: '#0d1117', text: '#f0f6fc', quiet: '#9198a1', grid: '#3d444d', ours: '#4493f8', other: '#c69a5b' },
};

const WIDTH = 840;
const LABELS = 300;
/** The maximum number of characters in a bar's label. */
export const LONGEST_LABEL = 44;
const VALUES = 150;
const PLOT = WIDTH - LABELS - VALUES;
const ROW = 28;
const BAR = 16;
const TOP = 62;
const BOTTOM = 44;
const TICKS = 5;

/** Draws a chart without scripts or fonts, in the reader's light or dark theme. */
export function barChart(chart: BarChart): string {
  const { title, unit, bars, mark } = chart;
  const height = TOP + bars.length * ROW + BOTTOM;
  const most = Math.max(...bars.map((bar) => bar.most), mark?.value ?? 0) || 1;
  const step = tickStep(most);
  const end = Math.ceil(most / step) * step;
  const x = (value: number) => round(LABELS + (value / end) * PLOT);
  const floor = height - BOTTOM;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(inWords(chart))}</desc>
<style>${styles()}</style>
<rect class="surface" width="${WIDTH}" height="${height}"/>
<text class="title" x="12" y="26">${escaped(title)}</text>
${ticks(end, step, x, floor)}
${bars.map((bar, at) => drawBar(bar, TOP + at * ROW, x)).join('\n')}
${mark ? drawMark(mark, x, floor) : ''}
<text class="quiet" x="12" y="${height - 10}">${escaped(unit)}; line: minimum to maximum of the repeats</text>
</svg>
`;
}

/** Describes the chart for readers who cannot see it. */
const inWords = ({ unit, bars, mark }: BarChart) =>
  [
    `Bars of medians, ${unit}.`,
    ...bars.map((bar) => `${bar.label}: ${valueText(bar)}.`),
    ...(mark ? [`${mark.label}: ${figureText(mark.value)}.`] : []),
  ].join(' ');

const valueText = ({ median, least, most }: Spread) =>
  least === most ? figureText(median) : `${figureText(median)}, ${figureText(least)} to ${figureText(most)}`;

function drawBar(bar: Bar, top: number, x: (value: number) => number): string {
  const y = top + (ROW - BAR) / 2;
  const middle = top + ROW / 2;
  const [from, to] = [x(bar.least), x(bar.most)];
  const whisker =
    bar.least === bar.most
      ? ''
      : `<path class="whisker" d="M${from} ${middle}H${to}M${from} ${middle - 5}v10M${to} ${middle - 5}v10"/>`;
  return [
    `<text class="label" x="${LABELS - 8}" y="${middle + 4}">${escaped(bar.label)}</text>`,
    `<rect class="${bar.isOurs ? 'ours' : 'other'}" x="${LABELS}" y="${y}" width="${round(x(bar.median) - LABELS)}" height="${BAR}"/>`,
    whisker,
    `<text class="value" x="${WIDTH - 12}" y="${middle + 4}">${escaped(valueText(bar))}</text>`,
  ].join('');
}

function ticks(end: number, step: number, x: (value: number) => number, floor: number): string {
  const amount = Math.round(end / step) + 1;
  return Array.from({ length: amount }, (_, n) => {
    const at = x(n * step);
    return `<path class="grid" d="M${at} ${TOP}V${floor}"/><text class="tick" x="${at}" y="${floor + 16}">${Number((n * step).toPrecision(6)).toLocaleString('en')}</text>`;
  }).join('');
}

const drawMark = ({ value, label }: NonNullable<BarChart['mark']>, x: (value: number) => number, floor: number) =>
  `<path class="mark" d="M${x(value)} ${TOP - 6}V${floor}"/><text class="tick" x="${x(value)}" y="${TOP - 10}">${escaped(label)}</text>`;

/** Returns 1, 2 or 5 times a power of ten, so that the grid has about five lines up to the largest value. */
function tickStep(most: number): number {
  const rough = most / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((part) => rough <= part * power) ?? 10);
}

const round = (value: number) => Math.round(value * 10) / 10;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const rulesOf = ({ surface, text, quiet, grid, ours, other }: (typeof THEMES)['light']) =>
  `.surface{fill:${surface}}.title,.label,.value{fill:${text}}.tick,.quiet{fill:${quiet}}.grid{stroke:${grid}}.ours{fill:${ours}}.other{fill:${other}}.whisker,.mark{stroke:${text}}`;

const styles = () =>
  `text{font:13px system-ui,sans-serif}.title{font-size:15px;font-weight:600}.label,.value{text-anchor:end}.tick,.quiet{font-size:12px}.tick{text-anchor:middle}path{fill:none;stroke-width:1}.whisker{stroke-width:1.5}.mark{stroke-width:1.5;stroke-dasharray:5 3}` +
  `${rulesOf(THEMES.light)}@media(prefers-color-scheme:dark){${rulesOf(THEMES.dark)}}`;
