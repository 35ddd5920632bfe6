import { figures as t } from '../texts/figures.ts';
import type { LineChartProps } from './chart-lines.ts';

/** The values of a chart, for screen readers and for people who prefer figures to a picture. */
export function ChartTable({ label, data: { at, before, lines }, texts }: LineChartProps) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{texts.step}</th>
          {lines.map((line) => (
            <th key={line.label} scope="col">
              {line.label}
            </th>
          ))}
          {before && <th scope="col">{t.comparedWith}</th>}
          {before &&
            lines.map((line) => (
              <th key={line.label} scope="col">
                {t.before(line.label)}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {at.map((instant, step) => (
          <tr key={instant}>
            <th scope="row">{texts.inFull(instant)}</th>
            {lines.map((line) => (
              <td key={line.label}>{line.value(line.values[step] ?? 0)}</td>
            ))}
            {before && <td>{before[step] && texts.inFull(before[step])}</td>}
            {before && lines.map((line) => <td key={line.label}>{textOf(line.before?.[step], line.value)}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const textOf = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '' : format(value);
