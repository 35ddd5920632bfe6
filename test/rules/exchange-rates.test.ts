import { describe, expect, it, test } from 'vitest';
import { parseRate } from '../../daemon/contract/exchange-rate.ts';
import { addRates, convert, EMPTY_BOOK, findRate } from '../../daemon/domain/exchange-rates.ts';

describe('the text of a rate', () => {
  test.each([
    ['1.085', '1.085'],
    ['0001.0850', '1.085'],
    [' 3 ', '3'],
    ['5.', '5'],
    ['.5', '0.5'],
    ['999999999999', '999999999999'],
    ['0.000000123456', '0.000000123456'],
    ['1200000000', '1200000000'],
  ])('%j is read as %s', (text, rate) => {
    expect(parseRate(text)).toBe(rate);
  });
  test.each([
    ...['', '.', '0', '0.000', '-1', '+1', '1e3', '1,085', '1 085', '0x1', 'NaN'],
    ...['1000000000000', '1.234567890123', '1234567890123', '0.0000000000000000001'],
  ])('%j is refused', (text) => {
    expect(parseRate(text)).toBeNull();
  });
});

describe('a conversion', () => {
  test.each([
    ['converts euros to dollars', 1000n, '1.085', 2, 2, 1085n],
    ['converts yen, which have no decimal places', 1000n, '0.0065', 0, 2, 650n],
    ['converts dollars to yen', 1000n, '153.85', 2, 0, 1538n],
    ['converts amounts with three decimal places', 1234n, '3.25', 3, 2, 401n],
    ['rounds a half to the even neighbour below', 10n, '0.0065', 0, 2, 6n],
    ['rounds a half to the even neighbour above', 30n, '0.0065', 0, 2, 20n],
    ['converts a refund', -30n, '0.0065', 0, 2, -20n],
    [
      'converts the largest amount at the largest rate',
      999_999_999_999_999n,
      '999999999999',
      0,
      2,
      99_999_999_999_899_900_000_000_000_100n,
    ],
  ])('%s', (_name, minor, rate, from, to, converted) => {
    expect(convert(minor, { rate, from, to })).toBe(converted);
  });
});

describe('the rate of a day', () => {
  const rate = (rateId: number, validFrom: string, currency = 'EUR') => ({
    ...{ rateId, currency, validFrom, rate: '1' },
    correctsRateId: null,
  });
  const book = addRates(addRates(EMPTY_BOOK, [rate(1, '2026-01-01'), rate(2, '2026-03-01')]), [
    rate(3, '2026-02-01'),
    rate(4, '2026-01-01'),
    rate(5, '2026-01-01', 'JPY'),
  ]);
  test.each([
    ['2025-12-31', undefined],
    ['2026-01-01', 4],
    ['2026-01-31', 4],
    ['2026-02-28', 3],
    ['2026-03-01', 2],
    ['2030-01-01', 2],
  ])('on %s is rate %s', (day, id) => {
    expect(findRate(book, 'EUR', day)?.rateId).toBe(id);
  });
  it('is the correction of the rate in force; the correction of a replaced rate has no effect', () => {
    const correct = (rateId: number, correctsRateId: number) => ({ ...rate(rateId, '2026-01-01'), correctsRateId });
    const corrected = addRates(addRates(book, [correct(6, 4), correct(7, 1)]), [correct(8, 7)]);
    expect(findRate(corrected, 'EUR', '2026-01-01')?.rateId).toBe(6);
  });
  it('does not exist for another currency', () => {
    expect(findRate(book, 'CHF', '2026-03-01')).toBeNull();
  });
});
