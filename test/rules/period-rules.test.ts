import { describe, expect, test } from 'vitest';
import { foldHours, gridOf, MAX_POINTS, type Period, periodOf, previousOf } from '../../daemon/domain/periods.ts';
import { HOUR_MS } from '../../daemon/lib/clock.ts';
import { startOfDate, startOfDay } from '../../daemon/lib/days.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

describe('a day of a zone begins', () => {
  test.each([
    ['in UTC', '2026-05-10T23:59:59.999Z', '2026-05-10T00:00:00.000Z'],
    ['before the clocks go forward', '2026-03-29T00:30:00Z', '2026-03-28T23:00:00.000Z', 'Europe/Madrid'],
    ['after the clocks went forward', '2026-03-30T00:30:00Z', '2026-03-29T22:00:00.000Z', 'Europe/Madrid'],
    ['on the day the clocks went back', '2026-10-25T22:30:00Z', '2026-10-24T22:00:00.000Z', 'Europe/Madrid'],
    ['on the day after the clocks went back', '2026-10-25T23:30:00Z', '2026-10-25T23:00:00.000Z', 'Europe/Madrid'],
    ['west of UTC', '2026-05-10T03:00:00Z', '2026-05-09T04:00:00.000Z', 'America/New_York'],
    ['at half past the hour in UTC', '2026-05-10T18:29:00Z', '2026-05-09T18:30:00.000Z', 'Asia/Kolkata'],
    ['if clocks skip midnight, east of UTC', '2026-04-24T10:00:00Z', '2026-04-23T22:00:00.000Z', 'Africa/Cairo'],
    ['if clocks skip midnight, west of UTC', '2018-11-04T12:00:00Z', '2018-11-04T03:00:00.000Z', 'America/Sao_Paulo'],
    ['if midnight occurs twice, east of UTC', '2021-10-29T12:00:00Z', '2021-10-28T21:00:00.000Z', 'Asia/Amman'],
    ['if midnight occurs twice, west of UTC', '2025-11-02T12:00:00Z', '2025-11-02T04:00:00.000Z', 'America/Havana'],
    ['before 1970', '1969-12-31T23:30:00Z', '1969-12-31T23:00:00.000Z', 'Europe/Madrid'],
  ])('at the right instant %s: %s → %s', (_name, instant, expected, zone = 'UTC') => {
    expect(iso(startOfDay(at(instant), zone))).toBe(expected);
  });

  test('the requested number of days later, even if the clocks change in between', () => {
    expect(iso(startOfDay(at('2026-03-28T12:00:00Z'), 'Europe/Madrid', 2))).toBe('2026-03-29T22:00:00.000Z');
    expect(iso(startOfDay(at('2026-03-01T12:00:00Z'), 'Europe/Madrid', -1))).toBe('2026-02-27T23:00:00.000Z');
  });
});

const NOW = at('2026-06-15T12:20:00Z');
const period = (from?: string, to?: string, zone = 'UTC') =>
  periodOf({ from: from === undefined ? undefined : at(from), to: to === undefined ? undefined : at(to) }, NOW, zone);
const covered = (asked: ReturnType<typeof period>) => {
  if (typeof asked === 'string') throw new Error(asked);
  const { from, to, step, points } = asked;
  return [iso(from), iso(to), step, points.length];
};

describe('a period', () => {
  test.each<[string, Parameters<typeof period>, unknown[]]>([
    ['is the last 30 days by default', [], ['2026-05-17T00:00:00.000Z', '2026-06-15T13:00:00.000Z', 'day', 30]],
    [
      'consists of days in the given time zone',
      [undefined, undefined, 'Asia/Tokyo'],
      ['2026-05-16T15:00:00.000Z', '2026-06-15T13:00:00.000Z', 'day', 30],
    ],
    [
      'has 30 days if only its end is given',
      [undefined, '2026-06-01'],
      ['2026-05-02T00:00:00.000Z', '2026-06-01T00:00:00.000Z', 'day', 30],
    ],
    [
      'has a point for each hour up to three days',
      ['2026-06-01', '2026-06-04'],
      ['2026-06-01T00:00:00.000Z', '2026-06-04T00:00:00.000Z', 'hour', 72],
    ],
    [
      'has a point for each day if it is longer than three days',
      ['2026-06-01', '2026-06-04T00:00:00.001Z'],
      ['2026-06-01T00:00:00.000Z', '2026-06-04T01:00:00.000Z', 'day', 4],
    ],
    [
      'consists of whole hours',
      ['2026-06-01T10:59:00Z', '2026-06-01T11:01:00Z'],
      ['2026-06-01T10:00:00.000Z', '2026-06-01T12:00:00.000Z', 'hour', 2],
    ],
    [
      'begins with a whole day if its points are days',
      ['2026-06-01T10:59:00Z', '2026-06-08'],
      ['2026-06-01T00:00:00.000Z', '2026-06-08T00:00:00.000Z', 'day', 7],
    ],
    [
      'can have up to 400 points',
      ['2025-01-01', '2026-02-05'],
      ['2025-01-01T00:00:00.000Z', '2026-02-05T00:00:00.000Z', 'day', MAX_POINTS],
    ],
  ])('%s', (_name, asked, expected) => {
    expect(covered(period(...asked))).toEqual(expected);
  });

  test('is refused if it is empty or too long', () => {
    expect(period('2026-06-01', '2026-06-01')).toBe('empty');
    expect(period('2026-07-01')).toBe('empty');
    expect(period('2025-01-01', '2026-02-06')).toBe('too_long');
    expect(period('0001-01-01', '9999-12-31')).toBe('too_long');
  });

  test('has a day of 23 hours in spring and one of 25 in autumn', () => {
    const lengths = (from: string, to: string) => {
      const { points } = period(from, to, 'Europe/Madrid') as Period;
      return points.slice(1).map((point, n) => (point - (points[n] as number)) / HOUR_MS);
    };
    expect(lengths('2026-03-27T23:00:00Z', '2026-04-01T22:00:00Z')).toEqual([24, 23, 24, 24]);
    expect(lengths('2026-10-23T22:00:00Z', '2026-10-28T23:00:00Z')).toEqual([24, 25, 24, 24]);
  });

  test('is compared with the same length of time before it', () => {
    expect(previousOf({ from: 100, to: 130 })).toEqual({ from: 70, to: 100 });
  });
});

test('hours are added to the step in which they start, in any order', () => {
  const rows = [30, 10, 19, 20, 35].map((hour) => ({ hour, n: hour }));
  const add = (sum: { n: number }, row: { n: number }) => {
    sum.n += row.n;
  };
  expect(foldHours([10, 20, 30], rows, () => ({ n: 0 }), add)).toEqual([
    { at: 10, sum: { n: 29 } },
    { at: 20, sum: { n: 20 } },
    { at: 30, sum: { n: 65 } },
  ]);
});

test.each([
  ['a day if the clocks do not change', 'Asia/Kathmandu', '2026-06-01', 24],
  ['an hour if clocks go forward by an hour', 'Europe/Berlin', '2026-03-20', 1],
  ['half an hour if clocks go forward by half an hour', 'Australia/Lord_Howe', '2026-10-01', 0.5],
])('the grid of a series of days is %s', (_, zone, from, hours) => {
  const begin = startOfDate(from, zone);
  const period = periodOf({ from: begin, to: startOfDay(begin, zone, 14) }, begin, zone);
  if (typeof period === 'string') throw new Error(period);
  const grid = gridOf(period);
  expect(grid).toBe(hours * HOUR_MS);
  expect([...period.points, period.to].every((point) => (point - period.from) % grid === 0)).toBe(true);
});
