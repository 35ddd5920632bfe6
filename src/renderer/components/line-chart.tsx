import { Skeleton, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { LineChartProps } from './chart-lines.ts';
import { ChartTable } from './chart-table.tsx';
import type { LineChart as Drawing } from './draw-line-chart.ts';
import classes from './line-chart.module.css';

export const LINE_CHART_HEIGHT = 280;

/** Shows lines over time, as a picture or as a table. */
export function LineChart({ isTable = false, ...props }: LineChartProps) {
  if (isTable)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      <section className={classes.values} style={{ height: LINE_CHART_HEIGHT }} tabIndex={0} aria-label={props.label}>
        <ChartTable {...props} />
      </section>
    );
  // A drawing's lines, and whether it can be zoomed, are fixed. If either changes, a new drawing replaces the old one.
  const shape = [...props.data.lines.map(({ label }) => label), Boolean(props.onZoom)].join();
  return (
    <>
      <Picture key={shape} {...props} />
      <VisuallyHidden>
        <ChartTable {...props} />
      </VisuallyHidden>
    </>
  );
}

/** The first chart loads the drawing library. */
function Picture({ label, data, texts, onZoom }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const scheme = useComputedColorScheme();
  const newest = useRef({ data, texts, onZoom });
  newest.current = { data, texts, onZoom };
  useEffect(() => {
    let isClosed = false;
    let made: Drawing | undefined;
    void import('./draw-line-chart.ts').then(({ drawLineChart }) => {
      const [into, over] = [place.current, tooltip.current];
      if (isClosed || !into || !over) return;
      made = drawLineChart(into, over, newest.current);
      setDrawing(made);
    });
    return () => {
      isClosed = true;
      made?.close();
    };
  }, []);
  useEffect(() => drawing?.show({ data, texts, onZoom }), [drawing, data, texts, onZoom]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the scheme
  useEffect(() => drawing?.redraw(), [drawing, scheme]);
  return (
    <div role="img" aria-label={label} className={classes.chart} style={{ height: LINE_CHART_HEIGHT }}>
      {!drawing && <Skeleton h={LINE_CHART_HEIGHT} pos="absolute" />}
      <div ref={place} style={{ height: LINE_CHART_HEIGHT }} />
      <div ref={tooltip} className={classes.tooltip} data-testid="chart-tooltip" />
    </div>
  );
}
