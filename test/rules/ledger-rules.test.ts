import { expect, test } from 'vitest';
import {
  boundsOf,
  createDates,
  DAY_TABLES,
  isClosed,
  isWritten,
  lineOf,
  WHOLE_TABLES,
} from '../../daemon/features/ledger-export/ledger-rules.ts';

const at = (text: string) => Date.parse(text);
const form = { playerOf: (userId: string) => `#${userId}`, digits: 2 };

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  // Clocks skip the first hour of the day.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
  // At midnight the clocks go back to 23:00.
  ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00Z', '2026-10-29T22:00:00Z'],
  ['Asia/Kolkata', '2026-06-01', '2026-05-31T18:30:00Z', '2026-06-01T18:30:00Z'],
])('in %s, only the instants within the bounds of %s have this date', (zone, date, from, to) => {
  expect(boundsOf(date, zone)).toEqual({ from: at(from), to: at(to) });
  const dateAt = createDates(zone);
  const around = [at(from) - 1, at(from), at(to) - 1, at(to)].map((instant) => dateAt(instant) === date);
  expect(around).toEqual([false, true, true, false]);
});

test('a day is closed an hour after its end, which is before the job runs even if clocks skip an hour', () => {
  expect(isClosed('2026-03-29', 'Europe/Berlin', at('2026-03-29T22:59:59Z'))).toBe(false);
  expect(isClosed('2026-03-29', 'Europe/Berlin', at('2026-03-29T23:00:00Z'))).toBe(true);
  // 02:00 in Cairo, an hour after the end of 23 April: clocks skipped the first hour of 24 April.
  expect(isClosed('2026-04-23', 'Africa/Cairo', at('2026-04-23T23:00:00Z'))).toBe(true);
});

test('a day is written again if its rows, their changes or the file format differ from what was written', () => {
  const day = { day: '2026-06-01', rows: 2, first_id: 1, last_id: 2, changes: 1 };
  const written = { ...day, rows_written: 2, changes_written: 1, written_as: 'form' };
  expect(isWritten(written, 'form')).toBe(true);
  expect(isWritten({ ...written, rows: 3 }, 'form')).toBe(false);
  expect(isWritten({ ...written, changes: 2 }, 'form')).toBe(false);
  expect(isWritten(written, 'other')).toBe(false);
});

test('a line contains every column: money as exact text, times in UTC, and the player only as a hash', () => {
  const row = { ...{ payment_id: 7, game_id: 'game', transaction_id: 't', user_id: 'player' }, amount: -(2n ** 62n) };
  const times = { created_at: at('2026-06-01T00:00:00.5Z'), received_at: at('2026-06-01T00:00:01Z') };
  const line = lineOf(DAY_TABLES.payments, { ...row, ...times, counted_code_ids: '[3]' }, form);
  expect(JSON.parse(line)).toEqual({
    ...{ payment_id: 7, game_id: 'game', transaction_id: 't', user_id: '#player', amount: '-4611686018427387904' },
    ...{ refund_of: null, paid_minor: null, paid_currency: null, paid_digits: null, rate_id: null },
    ...{ counted_code_ids: [3], counted_campaign_ids: null },
    ...{ created_at: '2026-06-01T00:00:00.500Z', received_at: '2026-06-01T00:00:01.000Z' },
  });
  expect(line.endsWith('}\n')).toBe(true);
});

test('terms become tiers in minor units and basis points, and settlements become records', () => {
  const tiersOf = (kind: string, tiers: string) =>
    JSON.parse(lineOf(WHOLE_TABLES.commission_terms, { terms_id: 1, kind, tiers, created_at: 0 }, form)).tiers;
  expect(tiersOf('tiers', '[{"min_revenue":0,"percent":5},{"min_revenue":99.99,"percent":12.25}]')).toEqual([
    { min_revenue: '0', basis_points: 500 },
    { min_revenue: '9999', basis_points: 1225 },
  ]);
  expect(tiersOf('fixed', '7.5')).toEqual([{ min_revenue: null, basis_points: 750 }]);
  expect(JSON.parse(lineOf(DAY_TABLES.payout_lines, { settlements: '[[1,2],[4,4]]' }, form)).settlements).toEqual([
    { first: 1, last: 2 },
    { first: 4, last: 4 },
  ]);
});
