import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../daemon/contract/contract.ts';
import { currencies, currencyDigits } from '../../daemon/contract/currencies.ts';
import { formatAmount, parseAmount } from '../../daemon/lib/money.ts';
import { formatMoney } from '../../src/renderer/lib/format.ts';

// The package `currency-codes` contains ISO's own list, so this test notices a new entry after an update.
const folder = dirname(createRequire(import.meta.url).resolve('currency-codes'));
const listOne = readFileSync(join(folder, 'iso-4217-list-one.xml'), 'utf8');
const entries = new Map(
  [...listOne.matchAll(/<Ccy>(\w{3})<\/Ccy>[\s\S]*?<CcyMnrUnts>(.*?)<\/CcyMnrUnts>/g)].map(([, code = '', units]) => [
    code,
    units === 'N.A.' ? undefined : Number(units),
  ]),
);
/** The decimal places in JavaScript's own table, which is meant for displaying prices, not for bookkeeping. */
const platformDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
const isTaken = (currency: string) => endpoints.changeSettings.body.safeParse({ currency, version: 1 }).success;

describe('the decimal places of currencies', () => {
  it('are those of ISO 4217 for every entry in its list; only XCG is added', () => {
    expect(entries.size).toBeGreaterThan(170);
    for (const [code, digits] of entries) expect(currencyDigits(code), code).toBe(digits);
    expect(currencies.filter((code) => !entries.has(code))).toEqual(['XCG']);
    expect(new Set(currencies.map(currencyDigits))).toEqual(new Set([0, 2, 3, 4]));
    expect([...currencies]).toEqual([...new Set(currencies)].sort());
  });

  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['XCG', 2],
    ['XOF', 0],
    ['JPY', 0],
    ['ISK', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['UYW', 4],
    // JavaScript's table differs for these.
    ['AFN', 2],
    ['ALL', 2],
    ['COP', 2],
    ['HUF', 2],
    ['IDR', 2],
    ['IQD', 3],
    ['IRR', 2],
    ['KPW', 2],
    ['LAK', 2],
    ['LBP', 2],
    ['MGA', 2],
    ['MMK', 2],
    ['PKR', 2],
    ['SOS', 2],
    ['SYP', 2],
    ['YER', 2],
  ])('for %s are %i', (currency, digits) => expect(currencyDigits(currency)).toBe(digits));

  it('are those of ISO wherever JavaScript’s table differs', () => {
    const others = currencies.filter((code) => currencyDigits(code) !== platformDigits(code));
    expect(others.length).toBeGreaterThan(0);
    for (const code of others) expect([code, currencyDigits(code)], code).toEqual([code, entries.get(code)]);
  });

  it('are all shown in the Portal', () => {
    for (const currency of currencies) {
      const digits = currencyDigits(currency) ?? Number.NaN;
      const minor = parseAmount(digits === 0 ? '1234' : `1234.${'5'.repeat(digits)}`, digits);
      const amount = formatAmount(BigInt(minor), digits);
      expect(formatMoney({ amount, currency }).replace(/\D/g, ''), currency).toBe(String(minor));
    }
  });
});

describe('the currency setting', () => {
  it('accepts every currency that has a number of decimal places', () => {
    expect(currencies.filter((code) => !isTaken(code))).toEqual([]);
  });

  it('can be typed in upper or lower case, and is stored in capitals', () => {
    expect(endpoints.changeSettings.body.parse({ currency: 'eur', version: 1 })).toMatchObject({ currency: 'EUR' });
  });

  it('refuses units without a number of decimal places, and unlisted currencies', () => {
    const without = [...entries].flatMap(([code, digits]) => (digits === undefined ? [code] : []));
    expect(without.length).toBeGreaterThan(10);
    expect(without.filter(isTaken)).toEqual([]);
    expect(['DEM', 'ABC', 'BTC', 'EU', 'EURO', '', 'XAU', '__proto__', 'constructor'].filter(isTaken)).toEqual([]);
  });
});
