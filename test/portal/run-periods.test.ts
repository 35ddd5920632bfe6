import { expect, test } from 'vitest';
import { periodOf } from '../../src/renderer/features/payouts/run-period.ts';

const run = { period_start: '2026-03-01T00:00:00Z', period_end: '2026-04-01T00:00:00Z', time_zone: 'UTC' };

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const [first, last] = [new Date(run.period_start), new Date('2026-03-31T23:59:59Z')];

test('a run is named by its month, or by its first and its last day', () => {
  expect(periodOf({ ...run, kind: 'monthly' })).toBe(month.format(first));
  expect(periodOf({ ...run, kind: 'custom' })).toBe(days.formatRange(first, last));
  expect(periodOf({ ...run, kind: 'custom', period_end: run.period_start })).toBe(days.format(first));
});
