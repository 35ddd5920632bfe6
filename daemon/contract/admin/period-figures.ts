import { z } from 'zod';
import { instantOut, moneyOut, seriesSpan } from '../fields.ts';

const point = z.object({ claims: z.number(), payments: z.number(), revenue: moneyOut });

/** The figures of codes in a period, in total and by hour or day. Revenue is after refunds. */
export const periodFigures = {
  ...seriesSpan,
  /** The organisation's time zone, which defines the days of the series. */
  time_zone: z.string(),
  totals: point.extend({ refunds: moneyOut }),
  series: z.array(point.extend({ at: instantOut })),
};
const figures = z.object(periodFigures);
export type PeriodFigures = z.output<typeof figures>;
