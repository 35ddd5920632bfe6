import { describe, expect, it } from 'vitest';
import { resultMapping } from '../../daemon/contract/admin/payout-results.ts';
import {
  createResultReader,
  mappingFaults,
  readAmount,
  referenceIn,
} from '../../daemon/features/payouts/results/result-file-rules.ts';
import { byImportance, judgeLine, type Statement } from '../../daemon/features/payouts/results/result-rules.ts';
import { parseCsv } from '../../daemon/lib/csv.ts';

const MAPPING = resultMapping.parse({
  columns: { reference: 'Reference', amount: ' Amount ', currency: 'Currency', status: 'State', reason: 'Note' },
  words: { paid: ['Paid'], failed: ['Returned'], ignored: ['Pending'] },
});
const RUN = { run_id: 12, currency: 'EUR', currency_digits: 2 };
const statement = (change: Partial<Statement> = {}): Statement => ({
  ...{ statement_id: 345, run_id: 12, creator_id: 'ann', creator_name: 'Ann', payable: 1250n },
  ...{ voided_at: null, paid_at: null, taken_out: false, ...change },
});

/** Reads a file, and compares each line with run 12's only statement. */
async function judge(csv: string, one = statement()) {
  const table = await parseCsv(csv);
  expect(mappingFaults(table, MAPPING)).toEqual([]);
  const read = createResultReader(table, MAPPING, RUN.currency_digits);
  return table.rows.map((row) => {
    const { item, faults } = read(row);
    if (!item) return faults[0]?.code;
    const found = 'statementId' in item && item.statementId === one.statement_id ? one : null;
    const { outcome, code, reason } = judgeLine(item, RUN, found);
    return code ?? (reason ? `${outcome}: ${reason}` : outcome);
  });
}
const judgeOne = async (cells: string, one?: Statement) => (await judge(`${HEADER}\n${cells}`, one))[0];
const HEADER = 'reference;Amount;Currency;State;Note';

describe('an amount in a result file', () => {
  it.each<[string, number, bigint | null]>([
    ['12.50', 2, 1250n],
    ['12,5', 2, 1250n],
    ['12', 2, 1200n],
    ['1.234,56', 2, 123_456n],
    ['1,234,567.89', 2, 123_456_789n],
    ['1 234,56', 2, 123_456n],
    ['1,234', 2, 123_400n],
    ['1,234', 3, 1234n],
    ['1,234', 0, 1234n],
    ['12.5', 0, null],
    ['-12.50', 2, null],
    ['12.5050', 2, null],
    ['1.2.3', 2, null],
    ['1,234,5', 2, null],
    ['EUR 5', 2, null],
    ['', 2, null],
  ])('%s with %i decimal places is %s', (text, digits, minor) => {
    expect(readAmount(text, digits)).toBe(minor);
  });
});

it('a reference is found within other text if it is the only one', () => {
  const found = { runId: 12, statementId: 345 };
  for (const text of ['P12-345', 'Payout p12-345', 'P12-345/P12-345']) expect(referenceIn(text), text).toEqual(found);
  for (const text of ['XP12-345', 'P12-345-6', 'P12-345 P12-346', 'P0-1', '12-345', ''])
    expect(referenceIn(text), text).toBeNull();
});

describe('a line of a result file', () => {
  it.each<[string, string, Partial<Statement>]>([
    ['P12-345;12,50;EUR;Paid;', 'paid', {}],
    ['P12-345;12,50;eur;PAID;', 'paid', {}],
    ['P12-345;12.50;;Paid;', 'paid', {}],
    ['P12-345;12,50;EUR;Paid;', 'unchanged', { paid_at: 1 }],
    ['P12-345;12,50;EUR;Returned;Account closed', 'failed: Account closed', {}],
    ['P12-345;12,50;EUR;Returned;', 'failed: Returned', {}],
    ['P12-345;12,50;EUR;Returned;', 'returned: Returned', { paid_at: 1 }],
    ['P12-345;12,50;EUR;Returned;', 'unchanged: Returned', { voided_at: 2 }],
    ['P12-345;12,50;EUR;Paid;', 'already_void', { voided_at: 2 }],
    ['P12-345;12,50;EUR;Paid;', 'removed', { voided_at: 2, taken_out: true }],
    ['P12-345;0;EUR;Paid;', 'nothing_payable', { payable: 0n }],
    ['P12-345;12,51;EUR;Paid;', 'other_amount', {}],
    ['P12-345;12,50;USD;Paid;', 'other_currency', {}],
    ['P11-345;12,50;EUR;Paid;', 'other_run', {}],
    ['P12-346;12,50;EUR;Paid;', 'unknown_statement', {}],
    ['none;12,50;EUR;Paid;', 'no_reference', {}],
    ['P12-345;twelve;EUR;Paid;', 'not_an_amount', {}],
    ['P12-345;12,50;EUR;Processing;', 'unknown_word', {}],
    ['P12-345;12,50;EUR;;', 'unknown_word', {}],
    ['Fee;;;Pending;', 'ignored', {}],
  ])('%s is %s', async (cells, expected, change) => {
    expect(await judgeOne(cells, statement(change))).toBe(expected);
  });

  it('keeps at most 500 characters of the reason, and does not split a character', async () => {
    const outcome = await judgeOne(`P12-345;12,50;EUR;Returned;${'a'.repeat(499)}\u{1F4B8}b`);
    expect(outcome).toBe(`failed: ${'a'.repeat(499)}\u{1F4B8}`);
  });

  it('cannot name the same statement as an earlier line, unless that line is ignored', async () => {
    const line = 'P12-345;12,50;EUR;Paid;';
    expect(await judge([HEADER, line, line].join('\n'))).toEqual(['paid', 'repeated']);
    const pending = 'P12-345;12,50;EUR;Pending;';
    expect(await judge([`\uFEFF${HEADER}`, pending, line].join('\r\n'))).toEqual(['ignored', 'paid']);
  });

  it('is shown before other lines if it needs attention', () => {
    const lines = (['paid', 'ignored', 'refused', 'failed', 'paid'] as const).map((outcome, at) => ({
      ...{ line: at + 2, outcome, code: null, detail: null, statement: null, reason: null },
    }));
    expect(byImportance(lines).map(({ line }) => line)).toEqual([4, 5, 2, 6, 3]);
  });
});

it('a mapped column must appear in the file exactly once', async () => {
  const table = await parseCsv('Reference,Amount,STATE,state,Currency');
  expect(mappingFaults(table, MAPPING).map(({ detail }) => detail)).toEqual([
    'the column "State" appears twice',
    'the column "Note" is missing',
  ]);
});

it('a mapping needs at least one word for paid or failed, and gives each word one meaning', () => {
  const words = (some: object) => resultMapping.safeParse({ columns: MAPPING.columns, words: some }).success;
  expect(words({ paid: [], failed: ['Rejected'] })).toBe(true);
  expect(words({ paid: ['Done'], failed: ['done'] })).toBe(false);
  expect(words({ paid: [], failed: [], ignored: ['Pending'] })).toBe(false);
});
