import { expect, it } from 'vitest';
import { type Period, periodOf } from '../../daemon/domain/periods.ts';
import { comparedRange } from '../../src/renderer/lib/compared-range.ts';
import { rangeOf } from '../../src/renderer/lib/periods.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2028-03-02T10:20:00Z');
const PERIODS = ['24h', '7d', '30d', '90d', 'last-month', 'this-month', '12-months'] as const;
// In 2027, clocks change on 28 March and 31 October in Berlin, and on 7 November in New York. 2028 is a leap year.
const DAYS = [
  '2027-10-30..2027-11-01',
  '2027-03-26..2027-03-28',
  '2027-11-06..2027-11-08',
  '2028-02-29..2028-02-29',
] as const;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham'];

const instants = ({ from, to }: { from: string; to: string }) => ({ from: Date.parse(from), to: Date.parse(to) });
const seriesOf = (range: { from: string; to: string }, zone: string) => periodOf(instants(range), NOW, zone) as Period;

it.each(ZONES)('a series in %s is compared with the same number of steps, just before it or a year earlier', (zone) => {
  const dates = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const dateOf = (at: number) => dates.format(at);
  const daysAgo = (date: string, days: number) => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);
  for (const name of [...PERIODS, ...DAYS]) {
    const { step, points } = seriesOf(rangeOf(name, NOW, zone), zone);
    const [first = 0] = points;
    const steps = { step, zone, first: new Date(first).toISOString(), count: points.length };

    const before = seriesOf(comparedRange(steps, 'before'), zone);
    const compared = before.points.slice(0, points.length);
    expect([name, before.step, compared.length]).toEqual([name, step, points.length]);
    if (step === 'day') expect(compared.map(dateOf)).toEqual(points.map((at) => daysAgo(dateOf(at), points.length)));
    else expect(before.to).toBe(first);

    const year = seriesOf(comparedRange(steps, 'year'), zone);
    expect([name, year.step]).toEqual([name, step]);
    expect(year.points.length).toBeGreaterThanOrEqual(points.length);
    const [yyyy, ...rest] = dateOf(first).split('-');
    const sameDate = [Number(yyyy) - 1, ...rest].join('-').replace('2027-02-29', '2027-02-28');
    expect([name, dateOf(year.points[0] ?? 0)]).toEqual([name, sameDate]);
  }
});
