import { Skeleton, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { LineChart as Drawing, LineChartData, LineChartTexts } from './draw-line-chart.ts';
import classes from './line-chart.module.css';

export const LINE_CHART_HEIGHT = 280;

interface LineChartProps {
  /** The description that screen readers get instead of the picture. */
  label: string;
  /** The header of the table for screen readers: the step and the figure. */
  columns: readonly [string, string];
  data: LineChartData;
  texts: LineChartTexts;
}

/** A line over time. The first chart loads the drawing library. */
export function LineChart({ label, columns, data, texts }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const scheme = useComputedColorScheme();
  const newest = useRef({ data, texts });
  newest.current = { data, texts };
  useEffect(() => {
    let isClosed = false;
    let made: Drawing | undefined;
    void import('./draw-line-chart.ts').then(({ drawLineChart }) => {
      const [into, over] = [place.current, tooltip.current];
      if (isClosed || !into || !over) return;
      made = drawLineChart(into, over, newest.current.data, newest.current.texts);
      setDrawing(made);
    });
    return () => {
      isClosed = true;
      made?.close();
    };
  }, []);
  useEffect(() => drawing?.show(data, texts), [drawing, data, texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the scheme
  useEffect(() => drawing?.redraw(), [drawing, scheme]);
  return (
    <>
      <div role="img" aria-label={label} className={classes.chart} style={{ height: LINE_CHART_HEIGHT }}>
        {!drawing && <Skeleton h={LINE_CHART_HEIGHT} pos="absolute" />}
        <div ref={place} style={{ height: LINE_CHART_HEIGHT }} />
        <div ref={tooltip} className={classes.tooltip} data-testid="chart-tooltip" />
      </div>
      <VisuallyHidden>
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col">{columns[1]}</th>
            </tr>
          </thead>
          <tbody>
            {data.at.map((at, index) => (
              <tr key={at}>
                <th scope="row">{texts.inFull(at)}</th>
                <td>{texts.value(data.values[index] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}
