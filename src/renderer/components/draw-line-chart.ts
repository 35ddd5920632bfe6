import 'uplot/dist/uPlot.min.css';
import UPlot from 'uplot';

export interface LineChartData {
  /** The start of each step, as an ISO instant. */
  at: readonly string[];
  values: readonly number[];
  /** Whether the last step has not ended; its line is then dashed. */
  lastIsOpen: boolean;
}

export interface LineChartTexts {
  onAxis(at: string): string;
  inFull(at: string): string;
  value(value: number): string;
  valueShort(value: number): string;
  /** The note in the tooltip of a step that has not ended. */
  open: string;
}

const Y_AXIS_WIDTH = 72;
const LABEL_WIDTH = 84;

/** Returns the columns of the chart. The step before the open one belongs to both lines, so that they meet. */
function columnsOf({ at, values, lastIsOpen }: LineChartData): UPlot.AlignedData {
  const open = lastIsOpen ? at.length - 1 : at.length;
  return [
    at.map((_, index) => index),
    values.map((value, index) => (index < open ? value : null)),
    values.map((value, index) => (index >= open - 1 && lastIsOpen ? value : null)),
  ];
}

/** The current content of a chart, which its parts read each time they draw. */
interface Shown {
  data: LineChartData;
  texts: LineChartTexts;
}
type Colour = (variable: string) => string;

const lineOf = (shown: Shown, colour: Colour, dash?: number[]): UPlot.Series => ({
  stroke: () => colour('--mantine-color-iris-5'),
  fill: () => `${colour('--mantine-color-iris-5')}22`,
  width: 2,
  points: { show: () => shown.data.at.length === 1 },
  ...(dash && { dash }),
});

function axesOf(shown: Shown, colour: Colour, fontFamily: string): UPlot.Axis[] {
  const axis: UPlot.Axis = {
    stroke: () => colour('--mantine-color-dimmed'),
    font: `12px ${fontFamily}`,
    ticks: { show: false },
    border: { show: false },
  };
  const labels = ({ width }: UPlot) => Math.floor((width / devicePixelRatio - Y_AXIS_WIDTH) / LABEL_WIDTH);
  return [
    {
      ...axis,
      grid: { show: false },
      splits: (chart) => everyNth(shown.data.at.length, labels(chart)),
      values: (_, splits) => splits.map((index) => shown.texts.onAxis(shown.data.at[index] ?? '')),
    },
    {
      ...axis,
      size: Y_AXIS_WIDTH,
      grid: { stroke: () => colour('--mantine-color-default-border'), width: 1 },
      values: (_, splits) => splits.map((value) => shown.texts.valueShort(value)),
    },
  ];
}

/** Draws a line chart into `place`. Each drawing reads the colours again, because the theme can change. */
export function drawLineChart(place: HTMLElement, tooltip: HTMLElement, data: LineChartData, texts: LineChartTexts) {
  const shown: Shown = { data, texts };
  const colour = (variable: string) => getComputedStyle(place).getPropertyValue(variable).trim();
  const chart = new UPlot(
    {
      width: place.clientWidth,
      height: place.clientHeight,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: { x: { time: false }, y: { range: (_, min, max) => [Math.min(0, min), max <= 0 ? 1 : max * 1.05] } },
      series: [{}, lineOf(shown, colour), lineOf(shown, colour, [4, 4])],
      axes: axesOf(shown, colour, getComputedStyle(place).fontFamily),
      hooks: { setCursor: [(plot) => showTooltip(plot, place, tooltip, shown)] },
    },
    columnsOf(data),
    place,
  );
  const resized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: place.clientHeight }));
  resized.observe(place);
  return {
    show(next: LineChartData, nextTexts: LineChartTexts) {
      if (next === shown.data && nextTexts === shown.texts) return;
      Object.assign(shown, { data: next, texts: nextTexts });
      chart.setData(columnsOf(next));
    },
    redraw: () => chart.redraw(),
    close() {
      resized.disconnect();
      chart.destroy();
    },
  };
}
export type LineChart = ReturnType<typeof drawLineChart>;

/** Shows the step at the pointer and its value. */
function showTooltip({ cursor, over }: UPlot, place: HTMLElement, tooltip: HTMLElement, { data, texts }: Shown) {
  const { idx, left = 0, top = 0 } = cursor;
  const at = data.at[idx ?? -1];
  const value = data.values[idx ?? -1];
  if (left < 0 || at === undefined || value === undefined) return tooltip.replaceChildren();
  const isOpen = data.lastIsOpen && idx === data.at.length - 1;
  const amount = document.createElement('strong');
  amount.textContent = texts.value(value);
  const name = isOpen ? `${texts.inFull(at)} · ${texts.open}` : texts.inFull(at);
  tooltip.replaceChildren(name, document.createElement('br'), amount);
  const x = over.offsetLeft + left + 14;
  const fits = x + tooltip.offsetWidth <= place.clientWidth;
  tooltip.style.transform = `translate(${fits ? x : x - tooltip.offsetWidth - 28}px, ${over.offsetTop + top - 20}px)`;
}

/** Returns at most `most` indices at equal distances, starting with the first. */
function everyNth(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / Math.max(1, most)));
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
}
