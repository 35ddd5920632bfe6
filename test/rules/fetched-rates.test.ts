import { describe, expect, it, test } from 'vitest';
import { crossRates } from '../../daemon/features/exchange-rates/cross-rate-rules.ts';
import { parseEcbFile } from '../../daemon/features/exchange-rates/ecb-file-rules.ts';
import { ecbFile } from '../support/world/ecb-file.ts';

const FILE = ecbFile({ '2026-11-20': { USD: '1.0586', JPY: '163.49' } });

describe('a file of rates', () => {
  it('of one day is read', () => {
    expect(parseEcbFile(FILE)).toEqual([
      {
        day: '2026-11-20',
        perEuro: new Map([
          ['USD', '1.0586'],
          ['JPY', '163.49'],
        ]),
      },
    ]);
  });

  it('of several days is read, with other quotes and no line breaks, oldest day first', () => {
    const file = ecbFile({ '2026-11-20': { USD: '1.0586' }, '2026-11-19': { USD: '1.0500' } });
    const dense = file
      .replaceAll("'", '"')
      .replaceAll(/>\s+</g, '><')
      .replace(/^<\?xml.*?\?>/, '\uFEFF');
    expect(parseEcbFile(dense).map(({ day, perEuro }) => [day, perEuro.get('USD')])).toEqual([
      ['2026-11-19', '1.05'],
      ['2026-11-20', '1.0586'],
    ]);
  });

  const bomb = `<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY lol "lol">]>\n<gesmes:Envelope>&lol;</gesmes:Envelope>`;
  test.each([
    ['no content', '', 'it begins with ""'],
    ['a web page', '<!doctype html>\n<html></html>', 'it begins with "<!doctype html>'],
    ['an entity bomb', bomb, 'it begins with "<?xml version=\\"1.0\\"?>\\n<!DOCTYPE'],
    ['compressed bytes', '\u001F\uFFFD\b\u0000', 'it begins with "\\u001f\uFFFD\\b\\u0000"'],
    ['a comment', FILE.replace('<Cube>', '<!-- <Cube> -->'), 'it contains a comment'],
    [
      'no rates',
      FILE.replace(/<Cube>.*<\/Cube>/s, ''),
      '"<?xml version=\\"1.0\\" encoding=\\"UTF-8\\"?>\\n<" is unexpected',
    ],
    ['no days', FILE.replace(/<Cube time.*<\/Cube>\s(?=\t<)/s, ''), '"</Cube>\\n</gesmes:Envelope>\\n" is unexpected'],
    ['a day without rates', ecbFile({ '2026-11-20': {} }), 'it has no rates for 2026-11-20'],
    ['only half of its content', FILE.slice(0, FILE.indexOf('</Cube>')), 'it ends too early'],
    ['text after its end', `${FILE}<a/>`, '"</gesmes:Envelope>\\n<a/>'],
    ['an entity in a rate', FILE.replace('1.0586', '&one;'), 'the rate "&one;" of USD on 2026-11-20 is not a number'],
    ['another attribute', FILE.replace('rate=', 'other="1" rate='), "\"<Cube currency='USD' other="],
    ['a date that does not exist', ecbFile({ '2026-02-30': { USD: '1' } }), '"2026-02-30" is not a day'],
    [
      'a day twice',
      FILE.replace('<Cube>', "<Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1'/></Cube>"),
      'twice',
    ],
    ['a currency twice', FILE.replace('JPY', 'USD'), 'USD appears twice on 2026-11-20'],
    ['an invalid currency', FILE.replace('USD', 'usd'), '"usd" on 2026-11-20 is not a foreign currency'],
    ['the euro', FILE.replace('USD', 'EUR'), '"EUR" on 2026-11-20 is not a foreign currency'],
    ...['0', '-1', '1,05', 'N/A', '1e3', '', '1.234567890123'].map((rate) => [
      `the rate ${rate}`,
      FILE.replace('1.0586', rate),
      `the rate ${JSON.stringify(rate)} of USD on 2026-11-20 is not a number above 0`,
    ]),
  ])('with %s is refused', (_name, file, why) => {
    expect(() => parseEcbFile(file)).toThrow(`the file is not in the European Central Bank’s format: `);
    expect(() => parseEcbFile(file)).toThrow(why);
  });

  it('is refused in a time proportional to its length', () => {
    const spaces = ' '.repeat(1_000_000);
    for (const file of [FILE.replace('<Cube>', `<Cube${spaces}`), FILE.replace(" rate='1", `${spaces}rate '1`)])
      expect(() => parseEcbFile(file)).toThrow('is unexpected');
  });
});

describe('the rates of a day', () => {
  const rates = (perEuro: Record<string, string>, own: string) =>
    Object.fromEntries(
      crossRates({ day: '2026-11-20', perEuro: new Map(Object.entries(perEuro)) }, own).map((row) => [
        row.currency,
        row.rate,
      ]),
    );

  test.each([
    [
      'dollars',
      { USD: '1.0586', JPY: '163.49', KWD: '0.32508' },
      'USD',
      { EUR: '1.0586', JPY: '0.00647501376231', KWD: '3.25642918666' },
    ],
    ['euros', { USD: '1.0586', IDR: '16831.25' }, 'EUR', { USD: '0.944643869261', IDR: '0.0000594132937245' }],
    ['yen', { USD: '1.25', JPY: '160' }, 'JPY', { EUR: '160', USD: '128' }],
    [
      'large numbers',
      { IRR: '999999999999', KWD: '0.000001' },
      'KWD',
      { EUR: '0.000001', IRR: '0.000000000000000001' },
    ],
    ['a long quotient', { USD: '1', JPY: '3' }, 'JPY', { EUR: '3', USD: '3' }],
    [
      'a half, to the even neighbour below',
      { CHF: '3.00000000001', GBP: '2' },
      'CHF',
      { EUR: '3.00000000001', GBP: '1.5' },
    ],
    [
      'a half, to the even neighbour above',
      { CHF: '3.00000000003', GBP: '2' },
      'CHF',
      { EUR: '3.00000000003', GBP: '1.50000000002' },
    ],
    ['a currency that no payment can have', { USD: '1.25', XXX: '3', ZZZ: '4' }, 'EUR', { USD: '0.8' }],
  ])('in %s', (_name, perEuro, own, expected) => {
    expect(rates(perEuro as Record<string, string>, own)).toEqual(expected);
  });

  it('cannot be derived without the organisation’s currency', () => {
    expect(() => rates({ USD: '1.0586' }, 'VND')).toThrow(
      'The file has no rate for VND, the organisation’s currency, on 2026-11-20',
    );
  });

  test.each([
    ['too small', { KWD: '0.0000001', IRR: '999999999999' }],
    ['too large', { KWD: '999999999999', IRR: '0.1' }],
  ])('are refused if one is %s', (_name, perEuro) => {
    expect(() => rates(perEuro, 'KWD')).toThrow('The rate of IRR is out of range');
  });
});
