export interface ChartLine {
  label: string;
  /** The CSS variable of the colour. */
  colour: string;
  /** Lines with the same scale share an axis. There are at most two scales. */
  scale: string;
  values: readonly number[];
  /** The values of the comparison period, by step. */
  before?: readonly (number | null)[] | undefined;
  value(value: number): string;
  valueShort(value: number): string;
}

export interface LineChartData {
  /** The start of each step, as an ISO instant. */
  at: readonly string[];
  /** The start of each step of the comparison period. */
  before?: readonly string[] | undefined;
  lines: readonly ChartLine[];
  /** Whether the last step has not ended; its line is then dashed. */
  lastIsOpen: boolean;
}

export interface LineChartTexts {
  /** The header of the table's first column, which contains the steps. */
  step: string;
  onAxis(at: string): string;
  inFull(at: string): string;
  /** The note in the tooltip of a step that has not ended. */
  open: string;
}

export interface LineChartProps {
  /** The description that screen readers get instead of the picture. */
  label: string;
  data: LineChartData;
  texts: LineChartTexts;
  /** Whether the values appear as a table instead of the picture. */
  isTable?: boolean;
  /** Called with the first and the last step that a person dragged over. */
  onZoom?: ((first: number, last: number) => void) | undefined;
}
