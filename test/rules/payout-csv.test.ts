import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { leftOutOf, type NoFileReason, paymentFileOf } from '../../daemon/features/payouts/files/payment-file-rules.ts';
import {
  type CsvRun,
  type CsvStatement,
  cellsOf,
  FINANCE_COLUMNS,
  financeRow,
  isNewCell,
  LINE_COLUMNS,
  lineCurrencyRows,
  lineRow,
} from '../../daemon/features/payouts/files/payout-csv-rules.ts';
import { UPLOADS } from '../../daemon/features/payouts/files/upload-csv-rules.ts';
import { uploadOf as makeUpload } from '../../daemon/features/payouts/files/upload-file.ts';
import { until } from '../support/world/wait-until.ts';
import { filesIn } from '../support/zip.ts';

const CELLS = cellsOf({});
const { csvOf, harmless } = CELLS;
const RUN: CsvRun = {
  run_id: 12,
  period_start: Date.UTC(2026, 4, 1),
  period_end: Date.UTC(2026, 5, 1),
  time_zone: 'Europe/Berlin',
  currency: 'EUR',
  currency_digits: 2,
};
const row = (change: Partial<CsvStatement> = {}): CsvStatement => ({
  statement_id: 34,
  creator_id: 'ann',
  creator_name: 'Ann',
  payout_method: 'paypal',
  payout_address: 'ann@example.test',
  revenue: 100_000n,
  refunds: 500n,
  commission: 10_000n,
  carried_in: -50n,
  payable: 9950n,
  carried_out: 0n,
  carry_reason: null,
  campaigns: 2,
  claims: 7,
  payments: 8,
  ...change,
});

describe('the finance layout', () => {
  it('has the agreed columns in the agreed order', () => {
    expect(FINANCE_COLUMNS.join()).toBe(
      'run_id,creator_id,creator_name,payout_method,payout_address,currency,revenue,refunds,commission,carried_in,payable,carried_out,carry_reason,period_start,period_end,time_zone,campaigns,claims,payments,reference',
    );
    expect(LINE_COLUMNS.join()).toBe(
      'run_id,creator_id,campaign_id,campaign_name,revenue,refunds,commission_tier,terms_version,commission,claims,payments',
    );
  });

  it('is RFC 4180 with dots, ISO dates and numbers that stay numbers', () => {
    expect(csvOf([financeRow(RUN, row({ creator_name: 'Ann "A", B' }), CELLS)])).toBe(
      '12,ann,"Ann ""A"", B",paypal,ann@example.test,EUR,1000.00,5.00,100.00,-0.50,99.50,0.00,,2026-05-01T00:00:00.000Z,2026-06-01T00:00:00.000Z,Europe/Berlin,2,7,8,P12-34\r\n',
    );
  });

  it.each([
    [0, '9950', '-50'],
    [2, '99.50', '-0.50'],
    [3, '9.950', '-0.050'],
  ])('writes a currency with %i decimal places', (currency_digits, payable, carriedIn) => {
    const cells = financeRow({ ...RUN, currency_digits }, row(), CELLS);
    expect([cells[10], cells[9]]).toEqual([payable, carriedIn]);
  });

  it('parses back to the same values, for any name', () => {
    const names = ['a\nb', 'a\r\nb', 'a\rb', '"', ',', ';', ' a ', 'ä, "ö"', ''];
    const text = csvOf(names.map((creator_name) => financeRow(RUN, row({ creator_name }), CELLS)));
    expect(parse(text, { record_delimiter: '\r\n' }).map((cells: string[]) => cells[2])).toEqual(names);
  });
});

describe('cells that a spreadsheet would execute', () => {
  const FORMULAS = ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠x'];
  it.each(FORMULAS)('get an apostrophe: %j', (text) => {
    // In some programs, the text after a tab or a line break is a new cell.
    const safe = `'${text.replace(/(?<=^\s)=/, "'=")}`;
    expect(harmless(text)).toBe(safe);
    const cells = financeRow(
      RUN,
      row({ creator_id: text, creator_name: text, payout_method: text, payout_address: text }),
      CELLS,
    );
    expect(cells.slice(1, 5)).toEqual(Array(4).fill(safe));
    const line = { ...row(), line_id: 1, campaign_id: 1, campaign_name: text, commission_tier: '10.00', terms_id: 2 };
    expect(lineRow(RUN, line, CELLS)[3]).toBe(safe);
  });

  it('do not include numbers and plain text, which stay unchanged', () => {
    expect(['ann', '5', 'a=b', "'x", '', null].map(harmless)).toEqual(['ann', '5', 'a=b', "'x", '', '']);
    const line = {
      ...row({ commission: -1234n, revenue: -1n }),
      line_id: 1,
      campaign_id: 1,
      campaign_name: 'C',
      commission_tier: '7.25',
    };
    expect(lineRow(RUN, { ...line, terms_id: 9 }, CELLS)).toEqual([
      '12',
      'ann',
      '1',
      'C',
      '-0.01',
      '5.00',
      '7.25',
      '9',
      '-12.34',
      '7',
      '8',
    ]);
  });
});

describe('the lines by currency', () => {
  const line = {
    ...row({ revenue: 1500n, payments: 3 }),
    ...{ line_id: 1, campaign_id: 1, campaign_name: '=C', commission_tier: '10.00', terms_id: 2 },
  };
  const yen = { currency: 'JPY', digits: 0, payments: 3, paid: 900n, revenue: 1500n };
  const shown = (foreign: (typeof yen)[]) =>
    lineCurrencyRows(RUN, line, foreign, CELLS).map((cells) => cells.slice(3).join(' '));

  it('assign the rest of the revenue to the currency of the run', () => {
    expect(shown([])).toEqual(["'=C EUR 3 15.00 EUR 15.00"]);
    expect(shown([{ ...yen, payments: 2, revenue: 1600n }])).toEqual([
      "'=C EUR 1 -1.00 EUR -1.00",
      "'=C JPY 2 900 EUR 16.00",
    ]);
    expect(shown([{ ...yen, payments: 1 }])).toEqual(["'=C EUR 2 0.00 EUR 0.00", "'=C JPY 1 900 EUR 15.00"]);
  });

  it('do not include the currency of the run if nothing was paid in it', () => {
    expect(shown([yen])).toEqual(["'=C JPY 3 900 EUR 15.00"]);
  });
});

describe('with semicolons or tabs as separators', () => {
  const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
  const TEXTS = [
    ';=1+1',
    'x;=1+1;',
    ';\t=1+1',
    'x; "=1+1";',
    'x\t@SUM(1)',
    'x\n=1+1;y',
    'x\r\n-1;y',
    ';＝1;',
    '"x";=1;',
    ';;+1;',
  ];
  /** Splits as a spreadsheet does: a quote counts only at the beginning of a cell, up to the next quote. */
  const split = (text: string, delimiter: string): string[] => {
    const cell = new RegExp(`"(?:[^"]|"")*(?:"[^${delimiter}\\r\\n]*)?|[^${delimiter}\\r\\n]+`, 'g');
    return [...(text.match(cell) ?? []), ...text.split(new RegExp(`[${delimiter}\\r\\n]`))];
  };
  const FIRST = cellsOf({ csv_hashes: '{"finance":"kept"}' });
  const foundIn = (cells: typeof CELLS, text: string) => {
    const names = { creator_id: text, creator_name: text, payout_method: text };
    const rows = [financeRow({ ...RUN }, row({ ...names, carried_in: 0n }), cells)];
    return [';', '\t'].flatMap((delimiter) =>
      split(cells.csvOf(rows), delimiter).filter((cell) => FORMULA.test(cell.replace(/^[\s"]+/, ''))),
    );
  };

  it.each(TEXTS)('%j is harmless, too', (text) => expect(foundIn(CELLS, text)).toEqual([]));
  it('sabotage: without the inner apostrophes, formulas are found', () => {
    expect(TEXTS.filter((text) => foundIn(FIRST, text).length > 0).length).toBeGreaterThan(TEXTS.length / 2);
  });

  it('cells that contain them are in quotes, and plain cells are unchanged', () => {
    expect(CELLS.csvOf([[CELLS.harmless('a;b'), CELLS.harmless('a\tb'), 'c']])).toBe('"a;b","a\tb",c\r\n');
    for (const text of ['Ann; Bob', 'a;1', "x;'y"]) expect(CELLS.harmless(text)).toBe(text);
  });

  it('runs whose hashes were stored by the first version keep their bytes', () => {
    expect(FIRST.csvOf([[FIRST.harmless('x;=1'), FIRST.harmless('=1')]])).toBe("x;=1,'=1\r\n");
    expect(cellsOf({ csv_hashes: '{"finance":"kept","cells":"separators"}' })).toBe(CELLS);
    expect(cellsOf({ csv_hashes: '{}' })).toBe(CELLS);
    expect(cellsOf({ csv_hashes: '{"finance":"kept"}', csv_format: 'separators' })).toBe(CELLS);
    expect(cellsOf({ csv_hashes: '{"finance":"kept"}', csv_format: null })).toBe(FIRST);
    expect(['Ann', '=1', 'a\nb', null].filter(isNewCell)).toEqual([]);
    expect(['a;b', 'a\tb', 'a\n=1'].filter(isNewCell)).toEqual(['a;b', 'a\tb', 'a\n=1']);
  });
});

describe('files to upload', () => {
  it.each<[string, Partial<CsvStatement>, 'payee' | NoFileReason | null]>([
    ['a creator who is paid with the file', {}, 'payee'],
    ['the method’s name in upper or lower case', { payout_method: ' PayPal ' }, 'payee'],
    ['a PayPal account number', { payout_address: 'ABCDEFGH12345' }, 'payee'],
    ['a creator who is paid in another way', { payout_method: 'wise' }, null],
    ['a creator who is paid nothing', { payable: 0n }, null],
    ['a creator without a method', { payout_method: null }, 'no_payout_method'],
    ['a creator with a blank address', { payout_address: ' ' }, 'no_address'],
    ['a creator without an address', { payout_address: null }, 'no_address'],
    ['an address that would run as a formula', { payout_address: '=cmd@example.test' }, 'address_not_usable'],
    ['text that is not an address', { payout_address: 'ann at example' }, 'address_not_usable'],
    ['an address that is too long', { payout_address: `${'a'.repeat(120)}@example.test` }, 'address_not_usable'],
  ])('are right for %s', (_, change, expected) => {
    const isPayee = paymentFileOf(row(change))?.part === 'paypal';
    expect(isPayee ? 'payee' : leftOutOf('paypal', row(change))).toBe(expected);
  });

  const uploadOf = async (...made: Parameters<typeof makeUpload>) => {
    const { zipped, body } = await makeUpload(...made);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return { zipped, bytes: Buffer.concat(chunks) };
  };
  const pagesOf = async function* (rows: CsvStatement[]) {
    yield rows;
  };
  const many = (count: number, method: string) =>
    Array.from({ length: count }, (_, at) => row({ statement_id: at + 1, payout_method: method }));

  it('for PayPal have no header', async () => {
    const { zipped, bytes } = await uploadOf(RUN, 'paypal', pagesOf([row()]));
    expect(zipped).toBe(false);
    expect(Buffer.from(bytes).toString()).toBe('ann@example.test,99.50,EUR,P12-34,Payout P12-34,PAYPAL\r\n');
  });

  it('for Wise have a header', async () => {
    const { bytes } = await uploadOf(RUN, 'wise', pagesOf([row({ payout_method: 'wise', creator_name: '=Ann' })]));
    expect(Buffer.from(bytes).toString()).toBe(
      "name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency,type\r\n'=Ann,ann@example.test,P12-34,PERSON,target,99.50,EUR,EUR,EMAIL\r\n",
    );
  });

  it('have references of at most 30 characters without spaces', () => {
    const payee = { ...row({ statement_id: 999_999_999 }), payout_address: 'ann@example.test' };
    const reference = UPLOADS.paypal.row({ ...RUN, run_id: 999_999 }, payee, CELLS)[3] ?? '';
    expect(reference).toMatch(/^\S{1,30}$/);
  });

  it.each([
    ['paypal', 5000, 0],
    ['wise', 1000, 1],
  ] as const)('for %s are one file for %i rows, and two in a ZIP for one more row', async (layout, most, headers) => {
    const one = await uploadOf(RUN, layout, pagesOf(many(most, layout)));
    expect([one.zipped, linesIn(one.bytes)]).toEqual([false, most + headers]);
    const two = await uploadOf(RUN, layout, pagesOf(many(most + 1, layout)));
    const files = filesIn(two.bytes);
    expect(two.zipped).toBe(true);
    expect([...files.keys()]).toEqual([`payout-12-${layout}-1.csv`, `payout-12-${layout}-2.csv`]);
    expect([...files.values()].map(linesIn)).toEqual([most + headers, 1 + headers]);
  });

  it('come with a list of the creators that they exclude', async () => {
    const { bytes } = await uploadOf(RUN, 'paypal', pagesOf([row(), row({ creator_id: '-b', payout_address: null })]));
    const files = filesIn(bytes);
    expect([...files.keys()]).toEqual(['payout-12-paypal-1.csv', 'left-out.csv']);
    expect(files.get('left-out.csv')?.toString()).toBe(
      "creator_id,creator_name,payout_method,payout_address,payable,currency,reason\r\n'-b,Ann,paypal,,99.50,EUR,no_address\r\n",
    );
  });

  it('have the same bytes in each version, even if they are created page by page', async () => {
    const rows = many(3500, 'wise').map((one, at) => (at % 10 === 0 ? { ...one, payout_address: null } : one));
    const pages = async function* () {
      for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500);
    };
    const { zipped, bytes } = await uploadOf(RUN, 'wise', pages());
    expect(zipped).toBe(true);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '7dc25a87884f31da309a6b138b2991ceba4ef4d56cb483f29a3f1fd006996510',
    );
  });

  it('are created only as fast as the client reads them, and no further once the client disconnects', async () => {
    let read = 0;
    const rows = many(1000, 'wise');
    const pages = async function* () {
      try {
        for (; read < 50; read += 1) yield rows;
      } finally {
        read += 1000;
      }
    };
    const { body } = await makeUpload(RUN, 'wise', pages());
    for await (const _ of body) break;
    await until('the file is abandoned', () => read > 1000);
    expect(read).toBeLessThan(1010);
  });

  it('have the same bytes, whatever the machine’s clock and time zone', async () => {
    const rows = [row(), row({ payout_address: null })];
    const zone = process.env.TZ;
    const made: string[] = [];
    for (const other of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
      process.env.TZ = other;
      made.push(Buffer.from((await uploadOf(RUN, 'paypal', pagesOf(rows))).bytes).toString('base64'));
    }
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    expect(new Set(made).size).toBe(1);
  });
});

const linesIn = (bytes: Uint8Array) => Buffer.from(bytes).toString().split('\r\n').length - 1;
