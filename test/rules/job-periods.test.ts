import { describe, expect, test } from 'vitest';
import { duePeriods, findPeriod, lastDuePeriod, nextPeriod, type Schedule } from '../../daemon/jobs/period-rules.ts';
import { dateOf, hourOfDate, recentDateOf, startOfDate } from '../../daemon/lib/days.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();
const MONTH: Schedule = { every: 'month' };
const AT_EIGHT: Schedule = { every: 'day', hour: 8 };
const WEEKLY: Schedule = { every: 'week', hour: 8 };
const HOURLY: Schedule = { every: 'minutes', minutes: 60 };

describe('a month ends at midnight in', () => {
  test.each([
    ['UTC', 'UTC', '2026-09', '2026-11-01T00:00:00Z'],
    ['Madrid, after the clocks went back', 'Europe/Madrid', '2026-09', '2026-10-31T23:00:00Z'],
    ['Madrid, after the clocks went forward', 'Europe/Madrid', '2026-02', '2026-03-31T22:00:00Z'],
    ['New York', 'America/New_York', '2026-09', '2026-11-01T04:00:00Z'],
    ['Kolkata, at half past the hour in UTC', 'Asia/Kolkata', '2026-09', '2026-10-31T18:30:00Z'],
    ['Chatham, at a quarter past the hour in UTC', 'Pacific/Chatham', '2026-09', '2026-10-31T10:15:00Z'],
    ['Lord Howe, whose clocks move by half an hour', 'Australia/Lord_Howe', '2026-09', '2026-10-31T13:00:00Z'],
    ['Sao Paulo, where clocks skipped midnight', 'America/Sao_Paulo', '2018-09', '2018-11-01T03:00:00Z'],
    ['Havana, where midnight occurs twice that day', 'America/Havana', '2026-09', '2026-11-01T04:00:00Z'],
    ['Kiritimati, furthest ahead', 'Pacific/Kiritimati', '2026-11', '2026-12-31T10:00:00Z'],
  ])('%s', (_name, zone, before, due) => {
    expect(duePeriods(MONTH, zone, before, at(due) - 1)).toEqual([]);
    const [period, ...others] = duePeriods(MONTH, zone, before, at(due));
    expect(others).toEqual([]);
    expect([iso(period?.to ?? 0), iso(period?.dueAt ?? 0)]).toEqual([iso(at(due)), iso(at(due))]);
    expect(lastDuePeriod(MONTH, zone, at(due)).key).toBe(period?.key);
    expect(lastDuePeriod(MONTH, zone, at(due) - 1).key).toBe(before);
  });
});

describe('the report of a week', () => {
  test.each([
    ['UTC', 'UTC', '2026-11-16', '2026-11-23T08:00:00Z', 168],
    ['Madrid, the week the clocks went back', 'Europe/Madrid', '2026-10-19', '2026-10-26T07:00:00Z', 169],
    ['Madrid, the week the clocks went forward', 'Europe/Madrid', '2026-03-23', '2026-03-30T06:00:00Z', 167],
    ['Kiritimati, over the end of a year', 'Pacific/Kiritimati', '2026-12-28', '2027-01-03T18:00:00Z', 168],
  ])('is due on Monday at eight in %s', (_name, zone, monday, due, hours) => {
    const period = lastDuePeriod(WEEKLY, zone, at(due));
    expect(period).toMatchObject({ key: monday, dueAt: at(due) });
    expect((period.to - period.from) / 3_600_000).toBe(hours);
    expect(findPeriod(WEEKLY, zone, monday)).toEqual(period);
    expect(lastDuePeriod(WEEKLY, zone, at(due) - 1).key < monday).toBe(true);
    expect(nextPeriod(WEEKLY, zone, at(due) - 1)).toEqual(period);
  });

  test('has no period for a key that is not the date of a Monday', () => {
    for (const key of ['2026-11-17', '2026-11-22', '2026-11', '2026-02-30', '2026-11-16T00:00Z', ''])
      expect(findPeriod(WEEKLY, 'UTC', key)).toBeNull();
  });
});

describe('by the clocks of a time zone,', () => {
  test.each([
    ['UTC', 'UTC', '2026-11-20', '2026-11-21T08:00:00Z'],
    ['Madrid in winter', 'Europe/Madrid', '2026-11-20', '2026-11-21T07:00:00Z'],
    ['Madrid, the day the clocks went forward', 'Europe/Madrid', '2026-03-28', '2026-03-29T06:00:00Z'],
    ['Madrid, the day the clocks went back', 'Europe/Madrid', '2026-10-24', '2026-10-25T07:00:00Z'],
    ['New York', 'America/New_York', '2026-10-31', '2026-11-01T13:00:00Z'],
    ['Kolkata', 'Asia/Kolkata', '2026-11-20', '2026-11-21T02:30:00Z'],
    ['Kiritimati', 'Pacific/Kiritimati', '2026-11-20', '2026-11-20T18:00:00Z'],
    ['Cairo, where clocks skipped midnight', 'Africa/Cairo', '2026-04-23', '2026-04-24T05:00:00Z'],
  ])('the results of a day are due at eight in %s', (_name, zone, day, due) => {
    expect(lastDuePeriod(AT_EIGHT, zone, at(due))).toMatchObject({ key: day, dueAt: at(due) });
    expect(lastDuePeriod(AT_EIGHT, zone, at(due) - 1).key).not.toBe(day);
    expect(nextPeriod(AT_EIGHT, zone, at(due) - 1)).toMatchObject({ key: day, dueAt: at(due) });
  });

  test('a skipped hour moves forward by the jump, and an hour that occurs twice counts once', () => {
    expect(iso(hourOfDate('2026-03-29', 'Europe/Madrid', 2))).toBe('2026-03-29T01:00:00.000Z');
    expect(iso(hourOfDate('2026-10-25', 'Europe/Madrid', 2))).toBe('2026-10-25T00:00:00.000Z');
    expect(iso(hourOfDate('2026-04-24', 'Africa/Cairo', 0))).toBe('2026-04-23T22:00:00.000Z');
    expect(iso(hourOfDate('2026-10-04', 'Australia/Lord_Howe', 2))).toBe('2026-10-03T15:30:00.000Z');
  });

  test('a day lasts from midnight to midnight, 23 or 25 hours if the clocks change', () => {
    const length = (key: string) => {
      const { from = 0, to = 0 } = findPeriod(AT_EIGHT, 'Europe/Madrid', key) ?? {};
      return (to - from) / 3_600_000;
    };
    expect(['2026-03-28', '2026-03-29', '2026-10-25', '2026-10-26'].map(length)).toEqual([24, 23, 25, 24]);
  });
});

describe('the due periods, oldest first,', () => {
  test.each<[string, Schedule, string, string, string, string[]]>([
    ['after 1 hour of downtime before eight', AT_EIGHT, 'UTC', '2026-11-19', '2026-11-21T07:30:00Z', []],
    [
      'after 1 hour of downtime that includes eight',
      AT_EIGHT,
      'UTC',
      '2026-11-19',
      '2026-11-21T08:30:00Z',
      ['2026-11-20'],
    ],
    [
      'after 3 days of downtime',
      AT_EIGHT,
      'UTC',
      '2026-11-17',
      '2026-11-21T09:00:00Z',
      ['2026-11-18', '2026-11-19', '2026-11-20'],
    ],
    [
      'after 70 days of downtime',
      MONTH,
      'Europe/Madrid',
      '2026-08',
      '2026-12-10T00:00:00Z',
      ['2026-09', '2026-10', '2026-11'],
    ],
    ['after the turn of a year', MONTH, 'UTC', '2026-11', '2027-01-01T00:00:00Z', ['2026-12']],
    [
      'of hourly work on all existing rows: only the last one',
      HOURLY,
      'UTC',
      '2026-09-01T00:00Z',
      '2026-11-21T09:10:00Z',
      ['2026-11-21T08:00Z'],
    ],
    ['after the clock went back', MONTH, 'UTC', '2026-12', '2026-11-02T00:00:00Z', []],
    ['of hourly work after the clock went back', HOURLY, 'UTC', '2026-11-21T08:00Z', '2026-11-21T05:00:00Z', []],
  ])('%s', (_name, schedule, zone, last, now, keys) => {
    expect(duePeriods(schedule, zone, last, at(now)).map(({ key }) => key)).toEqual(keys);
  });

  test('are 70 after 70 days, in any zone and over any change of its clocks', () => {
    for (const zone of ['UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
      const due = duePeriods(AT_EIGHT, zone, '2026-09-11', at('2026-11-21T13:00:00Z'));
      expect([due.length, due[0]?.key, due.at(-1)?.key]).toEqual([70, '2026-09-12', '2026-11-20']);
      for (const [index, { from }] of due.entries()) if (index > 0) expect(from).toBe(due[index - 1]?.to);
    }
  });

  test('do not include a date that never existed', () => {
    const due = duePeriods(AT_EIGHT, 'Pacific/Apia', '2011-12-28', at('2012-01-02T00:00:00Z'));
    expect(due.map(({ key }) => key)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01'].slice(0, due.length));
    expect(due.map(({ key }) => key)).not.toContain('2011-12-30');
  });
});

test('a period can be found by its key alone', () => {
  expect(findPeriod(MONTH, 'Europe/Madrid', '2026-10')).toMatchObject({ from: at('2026-09-30T22:00:00Z') });
  for (const key of ['2026-13', '2026-1', 'october', '2026-10-01']) expect(findPeriod(MONTH, 'UTC', key)).toBeNull();
  for (const key of ['2026-02-30', '2026-10']) expect(findPeriod(AT_EIGHT, 'UTC', key)).toBeNull();
  expect(findPeriod(HOURLY, 'UTC', '2026-11-21T08:00Z')).toMatchObject({ to: at('2026-11-21T09:00:00Z') });
  expect(findPeriod(HOURLY, 'UTC', '2026-11-21T08:30Z')).toBeNull();
});

test('the date of an instant is the date in the zone', () => {
  expect(dateOf(at('2026-11-20T23:30:00Z'), 'Europe/Madrid')).toBe('2026-11-21');
  expect(dateOf(at('2026-11-20T11:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-11-21');
  expect(iso(startOfDate('2026-11-21', 'Pacific/Kiritimati'))).toBe('2026-11-20T10:00:00.000Z');
});

test.each(['UTC', 'Europe/Madrid', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'])(
  'a cached date in %s equals the computed one, up to the last millisecond of a day',
  (zone) => {
    for (const day of ['1969-12-31', '2006-10-29', '2011-12-30', '2026-03-29', '2026-11-20'])
      for (let hour = 0; hour < 48; hour += 1)
        for (const ms of [-1, 0, 1, 60_001]) {
          const instant = at(`${day}T00:00:00Z`) + hour * 1_800_000 + ms;
          expect(recentDateOf(instant, zone)).toBe(dateOf(instant, zone));
        }
  },
);
