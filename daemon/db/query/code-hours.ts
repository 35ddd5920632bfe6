import type { Handle } from '../database.ts';
import { onGrid } from './grid.ts';
import { sumText } from './sums.ts';

/** A half-open span, in whole quarters of an hour. */
export interface Span {
  from: number;
  to: number;
}

/** The sums of codes' figures in one step of a span; `hour` is the start of the step. */
export interface CodeHour {
  hour: number;
  claims: string;
  payments: string;
  revenue: string;
  refunds: string;
}

/**
 * Sums the figures of codes by step. The caller chooses the codes and the span, and groups by `grid_hour`.
 * @param grid the length of a step; the first one begins at the start of the span
 */
export function sumCodeHours({ db, t: { code_hours: h } }: Handle, { from }: Span, grid: number) {
  return db
    .select({
      hour: onGrid(h.hour, from, grid).as('grid_hour'),
      claims: sumText(h.claims),
      payments: sumText(h.payments),
      revenue: sumText(h.revenue),
      refunds: sumText(h.refunds),
    })
    .from(h);
}
