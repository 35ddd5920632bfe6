import { describe, expect, it, test } from 'vitest';
import { type Period, periodOf } from '../../daemon/domain/periods.ts';
import { HOUR_MS, QUARTER_MS } from '../../daemon/lib/clock.ts';
import { parsePeriod, rangeOf } from '../../src/renderer/lib/periods.ts';
import { seriesLabels } from '../../src/renderer/lib/series-labels.ts';
import { fromZonedInput, midnightInput, toZonedInput } from '../../src/renderer/lib/zoned-input.ts';

describe('a typed time', () => {
  it.each([
    ['UTC', '2026-05-01T00:00', '2026-05-01T00:00:00.000Z'],
    ['Asia/Kathmandu', '2026-05-01T00:00', '2026-04-30T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-05-01T00:00', '2026-04-30T10:00:00.000Z'],
    ['America/St_Johns', '2026-05-01T00:00', '2026-05-01T02:30:00.000Z'],
    ['Pacific/Chatham', '2026-04-05T02:50', '2026-04-04T13:05:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
  ])('in %s, such as %s, is the instant %s, and is shown as it was typed', (zone, text, instant) => {
    expect(fromZonedInput(text, zone)).toBe(instant);
    expect(toZonedInput(instant, zone)).toBe(text);
  });

  it('that the clocks skip moves forward by the skipped time', () => {
    expect(fromZonedInput('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(fromZonedInput('2026-10-04T02:10', 'Australia/Lord_Howe')).toBe('2026-10-03T15:40:00.000Z');
  });

  it('is null if the field is empty or invalid', () => {
    for (const text of ['', 'tomorrow', '2026-02-31T99:00', '2026-05-01'])
      expect(fromZonedInput(text, 'UTC')).toBeNull();
  });

  it('can be preset to midnight in the zone', () => {
    const now = Date.parse('2026-05-10T18:20:00Z');
    expect(midnightInput(now, 'Asia/Kathmandu', 1)).toBe('2026-05-12T00:00');
    expect(midnightInput(now, 'UTC', 1)).toBe('2026-05-11T00:00');
    expect(midnightInput(now, 'Pacific/Pago_Pago', 31)).toBe('2026-06-10T00:00');
  });
});

test.each(['UTC', 'Asia/Kathmandu', 'Asia/Kolkata', 'Pacific/Chatham', 'America/New_York'])(
  'the last 24 hours in %s are 24 hours of the zone, including the current hour',
  (zone) => {
    for (let now = Date.UTC(2026, 4, 10, 9); now < Date.UTC(2026, 4, 10, 13); now += QUARTER_MS / 3) {
      const { from, to } = rangeOf('24h', now);
      const period = periodOf({ from: Date.parse(from), to: Date.parse(to) }, now, zone) as Period;
      expect([period.step, period.points.length, (period.to - period.from) / HOUR_MS]).toEqual(['hour', 24, 24]);
      const last = period.points.at(-1) ?? 0;
      expect(last <= now && now < last + HOUR_MS).toBe(true);
    }
  },
);

test.each(['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York', 'Pacific/Kiritimati'])(
  'the last 7, 30 and 90 days in %s are whole days of the zone, including today',
  (zone) => {
    // These loops check every half-hour of a day shortly after each clock change.
    for (const begin of [Date.UTC(2026, 3, 6), Date.UTC(2026, 10, 5)])
      for (let now = begin; now < begin + 24 * HOUR_MS; now += 2 * QUARTER_MS)
        for (const days of [7, 30, 90] as const) {
          const { from, to } = rangeOf(`${days}d`, now, zone);
          const period = periodOf({ from: Date.parse(from), to: Date.parse(to) }, now, zone) as Period;
          expect([period.step, period.points.length]).toEqual(['day', days]);
        }
  },
);

test.each([
  ['UTC', '2026-11-28T12:00:00Z', 'last-month', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  ['Europe/Berlin', '2026-11-28T12:00:00Z', 'last-month', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-31T22:30:00Z', 'last-month', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['Europe/Berlin', '2026-11-28T12:05:00Z', 'this-month', '2026-10-31T23:00:00.000Z', '2026-11-28T12:15:00.000Z'],
  ['America/New_York', '2026-01-15T12:00:00Z', '12-months', '2025-02-01T05:00:00.000Z', '2026-01-15T12:15:00.000Z'],
  [
    'Asia/Kathmandu',
    '2026-11-28T12:00:00Z',
    '2026-05-01..2026-05-31',
    '2026-04-30T18:15:00.000Z',
    '2026-05-31T18:15:00.000Z',
  ],
  [
    'Australia/Lord_Howe',
    '2026-11-28T12:00:00Z',
    '2026-10-04..2026-10-04',
    '2026-10-03T13:30:00.000Z',
    '2026-10-04T13:00:00.000Z',
  ],
  [
    'America/Havana',
    '2026-11-28T12:00:00Z',
    '2026-03-08..2026-03-08',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ],
] as const)('in %s at %s, %s is %s to %s', (zone, now, period, from, to) => {
  expect(rangeOf(period, Date.parse(now), zone)).toEqual({ from, to });
});

test.each([
  ['24h', '24h'],
  ['last-month', 'last-month'],
  ['2026-02-01..2026-02-28', '2026-02-01..2026-02-28'],
  ['30d', undefined],
  ['2026-02-01..2026-02-30', undefined],
  ['2026-02-02..2026-02-01', undefined],
  ['2025-01-01..2026-02-05', undefined],
  ['2025-01-01..2026-02-04', '2025-01-01..2026-02-04'],
  [7, undefined],
])('the period %s in the address is read as %s', (text, period) => expect(parsePeriod(text)).toBe(period));

test('the points of a series are labelled with the local time in the zone', () => {
  const hour = (at: string, zone: string) => seriesLabels('hour', zone).axis(at);
  expect(hour('2026-05-10T18:15:00Z', 'Asia/Kathmandu')).toMatch(/00:00|12:00 AM|24:00/);
  expect(hour('2026-05-10T11:15:00Z', 'Asia/Kathmandu')).toMatch(/17:00|05:00 PM/);
  expect(hour('2026-10-03T15:30:00Z', 'Australia/Lord_Howe')).toMatch(/02:30/);
  expect(seriesLabels('day', 'Asia/Kathmandu').axis('2026-05-10T18:15:00Z')).toMatch(/11/);
  expect(seriesLabels('day', 'UTC').axis('2026-05-10T18:15:00Z')).toMatch(/10/);
});
