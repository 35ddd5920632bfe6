import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, QUARTER_MS } from '../../daemon/lib/clock.ts';
import { endOfLocalHour, startOfDay, startOfLocalHour, startsOfDays, startsOfHours } from '../../daemon/lib/days.ts';

const at = (text: string) => Date.parse(text);
const short = (instant: number) => new Date(instant).toISOString().slice(5, 16);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

describe('the hour and the day that contain an instant', () => {
  test.each<[name: string, zone: string, instant: string, hour: [string, string], day: [string, string]]>([
    [
      'on an ordinary day',
      'UTC',
      '2026-05-10T12:59:59.999Z',
      ['05-10T12:00', '05-10T13:00'],
      ['05-10T00:00', '05-11T00:00'],
    ],
    [
      'on an ordinary day',
      'Asia/Kathmandu',
      '2026-05-10T12:14Z',
      ['05-10T11:15', '05-10T12:15'],
      ['05-09T18:15', '05-10T18:15'],
    ],
    [
      'at midnight on an ordinary day',
      'Asia/Kathmandu',
      '2026-05-10T18:15Z',
      ['05-10T18:15', '05-10T19:15'],
      ['05-10T18:15', '05-11T18:15'],
    ],
    [
      'on an ordinary day',
      'Asia/Tehran',
      '2026-05-10T12:29Z',
      ['05-10T11:30', '05-10T12:30'],
      ['05-09T20:30', '05-10T20:30'],
    ],
    [
      'on an ordinary day',
      'Asia/Kolkata',
      '2026-05-10T18:29Z',
      ['05-10T17:30', '05-10T18:30'],
      ['05-09T18:30', '05-10T18:30'],
    ],
    [
      'on an ordinary day',
      'Australia/Eucla',
      '2026-05-10T15:14Z',
      ['05-10T14:15', '05-10T15:15'],
      ['05-09T15:15', '05-10T15:15'],
    ],
    [
      'when clocks go forward by half an hour',
      'Australia/Lord_Howe',
      '2026-10-03T15:45Z',
      ['10-03T15:30', '10-03T16:00'],
      ['10-03T13:30', '10-04T13:00'],
    ],
    [
      'when clocks go back by half an hour',
      'Australia/Lord_Howe',
      '2026-04-04T15:10Z',
      ['04-04T14:00', '04-04T15:30'],
      ['04-04T13:00', '04-05T13:30'],
    ],
    [
      'before clocks go back by half an hour',
      'Australia/Lord_Howe',
      '2026-04-04T14:10Z',
      ['04-04T14:00', '04-04T15:30'],
      ['04-04T13:00', '04-05T13:30'],
    ],
    [
      'when clocks go forward',
      'Australia/Adelaide',
      '2026-10-03T16:40Z',
      ['10-03T16:30', '10-03T17:30'],
      ['10-03T14:30', '10-04T13:30'],
    ],
    [
      'when clocks go back',
      'Australia/Adelaide',
      '2026-04-04T16:40Z',
      ['04-04T16:30', '04-04T17:30'],
      ['04-04T13:30', '04-05T14:30'],
    ],
    [
      'in an hour that the jump cuts short',
      'Pacific/Chatham',
      '2026-09-26T13:50Z',
      ['09-26T13:15', '09-26T14:00'],
      ['09-26T11:15', '09-27T10:15'],
    ],
    [
      'in an hour that starts at the jump',
      'Pacific/Chatham',
      '2026-09-26T14:00Z',
      ['09-26T14:00', '09-26T14:15'],
      ['09-26T11:15', '09-27T10:15'],
    ],
    [
      'in an hour that is cut short when clocks go back',
      'Pacific/Chatham',
      '2026-04-04T13:50Z',
      ['04-04T13:15', '04-04T14:00'],
      ['04-04T10:15', '04-05T11:15'],
    ],
    [
      'in an hour that clocks show again',
      'Pacific/Chatham',
      '2026-04-04T14:10Z',
      ['04-04T14:00', '04-04T14:15'],
      ['04-04T10:15', '04-05T11:15'],
    ],
    [
      'when clocks go forward',
      'America/St_Johns',
      '2026-03-08T05:40Z',
      ['03-08T05:30', '03-08T06:30'],
      ['03-08T03:30', '03-09T02:30'],
    ],
    [
      'when clocks go back',
      'America/St_Johns',
      '2026-11-01T04:40Z',
      ['11-01T04:30', '11-01T05:30'],
      ['11-01T02:30', '11-02T03:30'],
    ],
    [
      'when clocks go forward',
      'Europe/Berlin',
      '2026-03-29T01:10Z',
      ['03-29T01:00', '03-29T02:00'],
      ['03-28T23:00', '03-29T22:00'],
    ],
    [
      'when clocks go back',
      'Europe/Berlin',
      '2026-10-25T01:10Z',
      ['10-25T01:00', '10-25T02:00'],
      ['10-24T22:00', '10-25T23:00'],
    ],
    [
      'when clocks go forward',
      'America/New_York',
      '2026-03-08T07:10Z',
      ['03-08T07:00', '03-08T08:00'],
      ['03-08T05:00', '03-09T04:00'],
    ],
    [
      'when clocks go back',
      'America/New_York',
      '2026-11-01T06:10Z',
      ['11-01T06:00', '11-01T07:00'],
      ['11-01T04:00', '11-02T05:00'],
    ],
    [
      'when clocks go back over midnight by three hours',
      'Antarctica/Casey',
      '2010-03-04T15:30Z',
      ['03-04T15:00', '03-04T16:00'],
      ['03-04T13:00', '03-05T16:00'],
    ],
    [
      'next to a day that does not exist',
      'Pacific/Apia',
      '2011-12-30T09:30Z',
      ['12-30T09:00', '12-30T10:00'],
      ['12-29T10:00', '12-30T10:00'],
    ],
  ])('are found %s in %s at %s', (_name, zone, instant, hour, day) => {
    const now = at(instant);
    expect([startOfLocalHour(now, zone), endOfLocalHour(now, zone)].map(short)).toEqual(hour);
    const [today = 0, tomorrow = 0] = startsOfDays(now, now + 2 * DAY_MS, zone);
    expect([today, tomorrow].map(short)).toEqual(day);
    expect(short(startOfDay(now, zone))).toBe(day[0]);
  });
});

test('hours from one instant to another begin with the hour that contains the first instant', () => {
  const hours = (zone: string, from: string, to: string) => startsOfHours(at(from), at(to), zone).map(short);
  expect(hours('Asia/Kathmandu', '2026-05-10T12:14Z', '2026-05-10T14:15Z')).toEqual([
    ...['05-10T11:15', '05-10T12:15', '05-10T13:15'],
  ]);
  expect(hours('Australia/Lord_Howe', '2026-10-03T14:30Z', '2026-10-03T16:01Z')).toEqual([
    ...['10-03T14:30', '10-03T15:30', '10-03T16:00'],
  ]);
  expect(hours('Australia/Lord_Howe', '2026-04-04T13:59Z', '2026-04-04T15:31Z')).toEqual([
    ...['04-04T13:00', '04-04T14:00', '04-04T15:30'],
  ]);
  expect(hours('Pacific/Chatham', '2026-04-04T13:15Z', '2026-04-04T15:15Z')).toEqual([
    ...['04-04T13:15', '04-04T14:00', '04-04T14:15'],
  ]);
});

/** Zones whose clocks have changed at a minute past midnight, with the last year in which they did. */
const OFF_THE_QUARTER: Record<string, number> = {
  'America/Goose_Bay': 2011,
  'America/Moncton': 2006,
  'America/St_Johns': 2011,
  'Antarctica/Casey': 2022,
  'Asia/Gaza': 2011,
  'Asia/Hebron': 2011,
};

/** Returns a function that finds what clocks show, such as 2026-10-25 02:15, without the daemon's code. */
function clockOf(zone: string) {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...date, ...time });
  return (instant: number) => format.format(instant);
}

/** Returns the instants at which days and hours begin, found by reading the clock at every step. */
function walk(zone: string, from: number, to: number, step: number) {
  const show = clockOf(zone);
  const [days, hours]: [number[], number[]] = [[], []];
  let shown = show(from - step);
  let latest = shown.slice(0, 10);
  for (let instant = from; instant < to; instant += step) {
    const now = show(instant);
    if (now.endsWith(':00') || now.slice(0, 13) !== shown.slice(0, 13)) hours.push(instant);
    if (now.slice(0, 10) > latest) days.push(instant);
    if (now.slice(0, 10) > latest) latest = now.slice(0, 10);
    shown = now;
  }
  return { days, hours };
}

/** Returns instants near the jumps of a zone's clocks in a year. */
function jumpsOf(zone: string, year: number): number[] {
  const ahead = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const jumps: number[] = [];
  let before = '';
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY_MS) {
    const shown = ahead.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    if (before !== '' && shown !== before) jumps.push(day - DAY_MS / 2);
    before = shown;
  }
  return jumps;
}

const span = { min: at('2000-01-03T00:00Z'), max: at('2039-12-29T00:00Z') };
const SEED = 20;
const LOOKED_AT = 2 * DAY_MS;

test('each instant in every zone lies in one day and one hour, which begin on quarters of an hour', () => {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const instants = fc.sample(fc.integer(span), { numRuns: zones.length * 3, seed: SEED });
  const [around, within] = [[] as number[], instants.slice(0, 12)];
  for (const [index, zone] of zones.entries()) {
    const [some = 0, year = 0, last = 0] = instants.slice(index * 3);
    const mine = [
      some,
      ...jumpsOf(zone, new Date(year).getUTCFullYear()),
      ...jumpsOf(zone, new Date(last).getUTCFullYear()),
    ];
    around.push(...mine);
    for (const pivot of mine) compare(zone, pivot, within);
  }
  expect(around.length).toBeGreaterThan(zones.length * 1.5);
}, 120_000);

function compare(zone: string, pivot: number, within: readonly number[]) {
  const middle = Math.floor(pivot / DAY_MS) * DAY_MS;
  const off = new Date(middle).getUTCFullYear() <= (OFF_THE_QUARTER[zone] ?? 0);
  // The walk starts early, so that it contains the start of the first compared day and hour.
  const seen = walk(zone, middle - 2 * LOOKED_AT, middle + LOOKED_AT, off ? MINUTE_MS : QUARTER_MS);
  const [from, to] = [middle - LOOKED_AT, middle + LOOKED_AT];
  const name = `${zone} ${new Date(middle).toISOString()}`;
  const lastBefore = (starts: number[], instant: number) => starts.filter((start) => start <= instant).at(-1) ?? 0;
  const between = (starts: number[]) => starts.filter((start) => start >= lastBefore(starts, from) && start < to);
  expect(startsOfHours(from, to, zone).map(short), name).toEqual(between(seen.hours).map(short));
  expect(startsOfDays(from, to, zone).map(short), name).toEqual(between(seen.days).map(short));
  const begins = [...seen.days, ...(off ? [] : seen.hours)];
  expect(
    begins.filter((start) => start % QUARTER_MS !== 0),
    name,
  ).toEqual([]);
  for (const random of within) {
    const instant = middle - DAY_MS + (random % (2 * DAY_MS));
    const found = [startOfLocalHour(instant, zone), endOfLocalHour(instant, zone), startOfDay(instant, zone)];
    const next = seen.hours.find((start) => start > instant) ?? 0;
    const expected = [lastBefore(seen.hours, instant), next, lastBefore(seen.days, instant)];
    expect(found.map(short), `${name} ${new Date(instant).toISOString()}`).toEqual(expected.map(short));
  }
}

test('computing three days of hours and a year of days takes a few milliseconds', () => {
  const ms = (work: () => unknown) => {
    const times = Array.from({ length: 9 }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    });
    return Math.min(...times);
  };
  const from = at('2026-10-02T00:00Z');
  for (const zone of ['Australia/Lord_Howe', 'Asia/Kathmandu', 'Europe/Berlin']) {
    expect(ms(() => startsOfHours(from, from + 3 * DAY_MS, zone))).toBeLessThan(10);
    expect(ms(() => startsOfDays(from, from + 400 * DAY_MS, zone))).toBeLessThan(30);
  }
});
