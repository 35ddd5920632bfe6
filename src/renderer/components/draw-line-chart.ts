import 'uplot/dist/uPlot.min.css';
import UPlot from 'uplot';
import type { ChartLine, LineChartData, LineChartTexts } from './chart-lines.ts';

const Y_AXIS_WIDTH = 72;
const LABEL_WIDTH = 84;

/** The current content of a chart, which each part of the chart reads when it is drawn. */
interface Shown {
  data: LineChartData;
  texts: LineChartTexts;
  /** Called with the first and the last step that a person dragged over. */
  onZoom: ((first: number, last: number) => void) | undefined;
}
type Colour = (variable: string) => string;

/**
 * Returns the columns of the chart: for each line, its ended steps, its open step, and the steps that it is compared
 * with. The last ended step is in the first two of these columns, so that the two parts of the line meet.
 */
function columnsOf({ at, lines, lastIsOpen }: LineChartData): UPlot.AlignedData {
  const open = lastIsOpen ? at.length - 1 : at.length;
  const columns = lines.flatMap(({ values, before }) => [
    values.map((value, index) => (index < open ? value : null)),
    values.map((value, index) => (index >= open - 1 && lastIsOpen ? value : null)),
    values.map((_, index) => before?.[index] ?? null),
  ]);
  return [at.map((_, index) => index), ...columns];
}

function seriesOf(shown: Shown, colour: Colour): UPlot.Series[] {
  const isAlone = shown.data.lines.length === 1;
  return shown.data.lines.flatMap((line) => {
    const stroke = () => colour(line.colour);
    const points = { show: () => shown.data.at.length === 1 };
    const drawn = { scale: line.scale, stroke, points, width: 2, ...(isAlone && { fill: () => `${stroke()}22` }) };
    const before = { scale: line.scale, stroke: () => `${stroke()}88`, points: { show: false }, width: 1.5 };
    return [drawn, { ...drawn, dash: [4, 4] }, before];
  });
}

const scalesOf = ({ lines }: LineChartData): string[] => [...new Set(lines.map(({ scale }) => scale))];

function axesOf(shown: Shown, colour: Colour, fontFamily: string): UPlot.Axis[] {
  const axis: UPlot.Axis = {
    stroke: () => colour('--mantine-color-dimmed'),
    font: `12px ${fontFamily}`,
    ticks: { show: false },
    border: { show: false },
  };
  const labels = ({ width }: UPlot) => Math.floor((width / devicePixelRatio - Y_AXIS_WIDTH) / LABEL_WIDTH);
  const lineOf = (scale: string) => shown.data.lines.find((line) => line.scale === scale);
  const [first] = scalesOf(shown.data);
  const upright = scalesOf(shown.data).map((scale): UPlot.Axis => {
    const values = (_: UPlot, splits: number[]) => splits.map((value) => lineOf(scale)?.valueShort(value) ?? '');
    const grid = { show: scale === first, stroke: () => colour('--mantine-color-default-border'), width: 1 };
    return { ...axis, scale, side: scale === first ? 3 : 1, size: Y_AXIS_WIDTH, grid, values };
  });
  return [
    {
      ...axis,
      grid: { show: false },
      splits: (chart) => everyNth(shown.data.at.length, labels(chart)),
      values: (_, splits) => splits.map((index) => shown.texts.onAxis(shown.data.at[index] ?? '')),
    },
    ...upright,
  ];
}

/** Draws a line chart into `place`. Each redraw reads the colours again, because the theme can change. */
export function drawLineChart(place: HTMLElement, tooltip: HTMLElement, first: Shown) {
  const shown = { ...first };
  const colour = (variable: string) => getComputedStyle(place).getPropertyValue(variable).trim();
  const range: UPlot.Scale.Range = (_, min, max) => [Math.min(0, min), max <= 0 ? 1 : max * 1.05];
  const upright = scalesOf(shown.data).map((scale): [string, UPlot.Scale] => [scale, { range }]);
  const chart = new UPlot(
    {
      width: place.clientWidth,
      height: place.clientHeight,
      legend: { show: false },
      cursor: { y: false, drag: { x: Boolean(shown.onZoom), y: false, setScale: false }, points: { size: 8 } },
      scales: { x: { time: false }, ...Object.fromEntries(upright) },
      series: [{}, ...seriesOf(shown, colour)],
      axes: axesOf(shown, colour, getComputedStyle(place).fontFamily),
      hooks: {
        setCursor: [(plot) => showTooltip(plot, place, tooltip, shown)],
        setSelect: [(plot) => zoom(plot, shown)],
      },
    },
    columnsOf(shown.data),
    place,
  );
  const resized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: place.clientHeight }));
  resized.observe(place);
  return {
    show(next: Shown) {
      const isSame = next.data === shown.data && next.texts === shown.texts;
      Object.assign(shown, next);
      if (!isSame) chart.setData(columnsOf(next.data));
    },
    redraw: () => chart.redraw(),
    close() {
      resized.disconnect();
      chart.destroy();
    },
  };
}
export type LineChart = ReturnType<typeof drawLineChart>;

/** Reports the first and the last step of a drag, and clears the selected area. */
function zoom(plot: UPlot, { onZoom }: Shown) {
  const { left, width } = plot.select;
  if (width === 0) return;
  const [first, last] = [plot.posToIdx(left), plot.posToIdx(left + width)];
  plot.setSelect({ ...plot.select, width: 0 }, false);
  if (first < last) onZoom?.(first, last);
}

/** Shows the step under the pointer, and its values. */
function showTooltip({ cursor, over }: UPlot, place: HTMLElement, tooltip: HTMLElement, { data, texts }: Shown) {
  const { idx, left = 0, top = 0 } = cursor;
  const at = data.at[idx ?? -1];
  if (left < 0 || at === undefined) return tooltip.replaceChildren();
  const step = idx as number;
  const isOpen = data.lastIsOpen && step === data.at.length - 1;
  const before = data.before?.[step];
  const lines = data.lines.map((line) => textOf(line, line.values[step], 'strong', data.lines.length > 1));
  const compared = data.lines.map((line) => textOf(line, line.before?.[step], 'span', data.lines.length > 1));
  tooltip.replaceChildren(
    isOpen ? `${texts.inFull(at)} · ${texts.open}` : texts.inFull(at),
    ...lines,
    ...(before === undefined ? [] : [texts.inFull(before), ...compared]),
  );
  const x = over.offsetLeft + left + 14;
  const fits = x + tooltip.offsetWidth <= place.clientWidth;
  tooltip.style.transform = `translate(${fits ? x : x - tooltip.offsetWidth - 28}px, ${over.offsetTop + top - 20}px)`;
}

function textOf({ label, value }: ChartLine, of: number | null | undefined, tag: 'strong' | 'span', isNamed: boolean) {
  const text = document.createElement(tag);
  if (of !== null && of !== undefined) text.textContent = isNamed ? `${label}: ${value(of)}` : value(of);
  return text;
}

/** Returns at most `most` evenly spaced indices, starting with the first. */
function everyNth(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / Math.max(1, most)));
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
}
